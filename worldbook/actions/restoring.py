"""Making an old revision the draft again (WB-17, WK-9)."""

from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import book_to_edit, not_found
from worldbook.actions.many_entries import write_whole_draft
from worldbook.models import Lorebook, Revision, User
from worldbook.queries.books import revision_book


@transaction.atomic
def restore_revision(*, by: User, book_id: int, number: int, expected_draft: int) -> Lorebook:
    """Make the draft say exactly what a revision says, its locked entries included.

    Nothing is published and no revision is altered. `expected_draft` is the draft's version that
    whoever restores has seen, so that nobody's later change is overwritten unseen.

    Raises:
        ActionRefused: "not_found", "not_yours", "draft_conflict" (409) with `expected` and
            `draft_version`.
    """
    book = book_to_edit(by, book_id)
    revision = Revision.objects.filter(book=book, number=number).first()
    if revision is None:
        raise not_found()
    if book.draft_version != expected_draft:
        raise ActionRefused(
            "draft_conflict",
            _("The draft has been changed in the meantime. Nothing was restored."),
            detail={"expected": expected_draft, "draft_version": book.draft_version},
        )
    write_whole_draft(
        book,
        by=by,
        body=revision.body,
        entries=revision_book(revision).entries,
        kind="restore",
        detail={"number": number},
    )
    if number == book.latest_revision:
        book.published_version = book.draft_version
        book.save(update_fields=["published_version"])
    return book
