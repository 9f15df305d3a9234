"""Writing a whole draft at once, if it is still as whoever writes it has seen it (AP-1)."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import book_to_edit
from worldbook.actions.many_entries import write_whole_draft
from worldbook.actions.words import refuse_problems
from worldbook.models import Lorebook, User
from worldbook.queries.books import draft_book
from worldbook.rules.diff import diff_books
from worldbook.rules.entries import book_from_json
from worldbook.rules.validation import book_problems


@transaction.atomic
def replace_draft(
    *, by: User, book_id: int, body: Mapping[str, Any], expected_draft: int
) -> Lorebook:
    """Make the draft say what `body` (native JSON) says; nothing is published.

    The book's key and owner are not taken from the body. Entries are told apart by `key_id`: what
    is not in the body is deleted, what says the same keeps its row and its version.

    Raises:
        ActionRefused: "not_found", "not_yours", "invalid" (400) with `problems`, "draft_conflict"
            (409) with `expected`, `draft_version` and `changed`: what the body would change of the
            draft as it is now.
    """
    book = book_to_edit(by, book_id)
    submitted = dict(body) | {"key": book.key}
    submitted.setdefault("name", book.name)
    refuse_problems(book_problems(submitted))
    wanted = book_from_json(submitted)
    if book.draft_version != expected_draft:
        differs = diff_books(draft_book(book.pk), wanted)
        raise ActionRefused(
            "draft_conflict",
            _("The draft has been changed in the meantime. Nothing was saved."),
            detail={
                "expected": expected_draft,
                "draft_version": book.draft_version,
                "changed": [change.to_json() for change in differs.entries],
                "book_fields": list(differs.fields),
            },
        )
    write_whole_draft(book, by=by, body=submitted, entries=wanted.entries, kind="whole")
    book.refresh_from_db()
    return book
