"""The second step of an import: its lorebook is saved, in one of the ways there are (WB-7, WB-9b)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.books import create_book, put_own_fields
from worldbook.actions.collecting import collector_paused
from worldbook.actions.draft_steps import record_step
from worldbook.actions.errors import ActionRefused
from worldbook.actions.imports import no_lorebook, preview_to_save
from worldbook.actions.lookup import book_to_edit
from worldbook.actions.many_entries import add_entries, write_whole_draft
from worldbook.actions.words import refuse_problems
from worldbook.models import ImportPreview, Lorebook, User
from worldbook.queries.imports import book_to_save, draft_of_import
from worldbook.queries.recognition import known_content
from worldbook.rules.arrivals import join
from worldbook.rules.entries import book_from_json
from worldbook.rules.formats.accepting import VARIABLES
from worldbook.rules.validation import book_problems

NEW, REVISION, LINK = WAYS = ("new", "revision", "link")
BOOK_VALUES = (
    "name",
    "description",
    "language",
    "scan_depth",
    "case_sensitive",
    "whole_words",
    "max_passes",
    "constant_budget_ratio",
    "players_may_read",
    "tags",
    "source",
)


def _joining(book: Lorebook, entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The entries with ids that the book does not have yet, after its last place (WB-6)."""
    present = dict(book.entries.values_list("key_id", "place"))
    return join(entries, present, max(present.values(), default=-1) + 1)


def _define_variables(book: Lorebook, by: User, source: Mapping[str, Any]) -> None:
    """Keep definitions of variables that were confirmed with the book they come into (WB-9a)."""
    defined = source.get(VARIABLES)
    if defined:
        kept = {item["name"]: item for item in (*defined, *book.source.get(VARIABLES, ()))}
        own = put_own_fields(book, {"source": {**book.source, VARIABLES: list(kept.values())}})
        record_step(book, by=by, kind="book", book_fields=own)


def save_book_of(by: User, preview: ImportPreview, name: str = "") -> Lorebook:
    """A new lorebook from what a preview has read; the caller holds the preview's lock."""
    data = book_to_save(preview) | {"key": "new"}
    data["name"] = (data["name"].strip() or name or preview.parsed["name"])[:200]
    refuse_problems(book_problems(data))
    book = create_book(by=by, **{field: data[field] for field in BOOK_VALUES})
    book.content_hash = preview.file_hash
    book.save(update_fields=["content_hash"])
    add_entries(book, data["entries"])
    return book


@collector_paused()
@transaction.atomic
def save_import_as_book(
    *,
    by: User,
    preview_id: Any,
    into_book_id: int | None = None,
    as_: str = NEW,
    expected_draft: int | None = None,
) -> Lorebook:
    """Save a preview's lorebook; saved twice, the second time answers with what the first made.

    Args:
        by: whose preview it is.
        preview_id: the preview. Of a card only its lorebook is taken (WB-7).
        into_book_id: the book concerned; needed for all but a new one.
        as_: NEW makes a new lorebook, or adds the entries to the draft of the book that is named;
            REVISION makes that draft say exactly this, to be published as its next revision; LINK
            goes on with a book that says it already, and copies nothing (WB-9b).
        expected_draft: for REVISION the version of the draft that was looked at.

    Raises:
        ActionRefused: "preview_gone" (404), "no_lorebook" (400), "not_found", "not_yours",
            "not_author", "invalid" (400), "unknown_choice" (400), "draft_conflict" (409) with
            `expected` and `draft_version`, and "not_known" (409): the book to go on with does not
            say this.
    """
    preview = preview_to_save(by, preview_id)
    if preview.saved_book is not None:
        return preview.saved_book
    if preview.parsed["book"] is None:
        raise no_lorebook()
    if expected_draft is not None and into_book_id is not None:
        _must_be_at(book_to_edit(by, into_book_id), expected_draft)
    preview.saved_book = _saved(by, preview, into_book_id, as_)
    preview.save(update_fields=["saved_book"])
    return preview.saved_book


def _must_be_at(book: Lorebook, expected_draft: int) -> None:
    """Refuse to write over a draft that has moved since it was looked at."""
    if book.draft_version != expected_draft:
        raise ActionRefused(
            "draft_conflict",
            _("The draft has been changed in the meantime. Nothing was saved."),
            detail={"expected": expected_draft, "draft_version": book.draft_version},
        )


def _saved(by: User, preview: ImportPreview, into_book_id: int | None, as_: str) -> Lorebook:
    """The book that a preview is saved as, in one of the ways there are."""
    if into_book_id is None and as_ == NEW:
        return save_book_of(by, preview)
    if into_book_id is None or as_ not in WAYS:
        raise ActionRefused("unknown_choice", _("This choice is not known."), status=400)
    if as_ == LINK:
        return known_book(by, preview, into_book_id)
    book = book_to_edit(by, into_book_id)
    if as_ == REVISION:
        _become(by, preview, book)
    else:
        _add(by, preview, book)
    return book


def known_book(by: User, preview: ImportPreview, book_id: int) -> Lorebook:
    """A book that says already what a preview has read.

    Raises:
        ActionRefused: "not_known" (409).
    """
    for known in known_content(by, preview):
        if known.book.pk == book_id:
            return known.book
    raise ActionRefused("not_known", _("This lorebook does not say what the file says."))


def _add(by: User, preview: ImportPreview, book: Lorebook) -> None:
    """Add the entries to a draft."""
    data = book_to_save(preview)
    refuse_problems(book_problems(data | {"key": book.key, "name": book.name}))
    _define_variables(book, by, data["source"])
    detail = {"file": preview.file_name}
    add_entries(book, _joining(book, data["entries"]), by=by, detail=detail)


def _become(by: User, preview: ImportPreview, book: Lorebook) -> None:
    """Make a draft say what was read."""
    body = draft_of_import(preview, book)
    refuse_problems(book_problems(body))
    write_whole_draft(
        book,
        by=by,
        body=body,
        entries=book_from_json(body).entries,
        kind="whole",
        detail={"file": preview.file_name},
    )
    book.content_hash = preview.file_hash
    book.save(update_fields=["content_hash"])
