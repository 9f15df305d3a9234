"""Finding the row an action is about, locked, and only for those who may change it."""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.models import Entry, Lorebook, User, World
from worldbook.queries.roles import viewer_of
from worldbook.queries.visible import (
    editable_books,
    editable_worlds,
    open_books,
    visible_books,
    visible_worlds,
)
from worldbook.rules.access import Owned, can_author, can_own

Row = TypeVar("Row", bound=Model)


def not_found() -> ActionRefused:
    """The answer for what is not there, or not there for whoever asks."""
    return ActionRefused("not_found", _("There is no such thing, or it is not yours."), status=404)


def not_yours() -> ActionRefused:
    """The answer for what may be seen, and not be changed."""
    return ActionRefused("not_yours", _("You may read this, and not change it."), status=403)


def _locked(editable: QuerySet[Row], visible: QuerySet[Row], pk: int) -> Row:
    row = editable.select_for_update(of=("self",)).filter(pk=pk).first()
    if row is not None:
        return row
    raise not_yours() if visible.filter(pk=pk).exists() else not_found()


def book_to_edit(by: User, book_id: int) -> Lorebook:
    """The book, locked until the transaction ends.

    Every write to a draft takes this lock first, so that drafts and revisions change one at a time.

    Raises:
        ActionRefused: "not_found" (404) or "not_yours" (403).
    """
    return _locked(editable_books(by), visible_books(by), book_id)


def book_to_open(by: User, book_id: int) -> Lorebook:
    """A book that the account may open and read entry by entry.

    Raises:
        ActionRefused: "not_found" (404).
    """
    book = open_books(by).filter(pk=book_id).first()
    if book is None:
        raise not_found()
    return book


def world_to_edit(by: User, world_id: int) -> World:
    """The world, locked until the transaction ends.

    Raises:
        ActionRefused: "not_found" (404) or "not_yours" (403).
    """
    return _locked(editable_worlds(by), visible_worlds(by), world_id)


def entry_to_edit(by: User, entry_id: int) -> Entry:
    """The entry, with its book locked.

    Raises:
        ActionRefused: "not_found" (404) or "not_yours" (403).
    """
    book_id = Entry.objects.filter(pk=entry_id).values_list("book_id", flat=True).first()
    if book_id is None:
        raise not_found()
    book = book_to_edit(by, book_id)
    entry = Entry.objects.filter(pk=entry_id, book_id=book_id).first()
    if entry is None:
        raise not_found()
    entry.book = book
    return entry


def must_author(by: User) -> None:
    """Refuse those who may not make worlds and lorebooks.

    Raises:
        ActionRefused: "not_author" (403).
    """
    if not can_author(viewer_of(by)):
        raise ActionRefused("not_author", _("Only authors make worlds and lorebooks."), status=403)


def must_own(by: User, row: Lorebook | World) -> None:
    """Refuse those who may edit the thing and yet not give it away or delete it.

    Raises:
        ActionRefused: "not_owner" (403).
    """
    if not can_own(viewer_of(by), Owned(row.owner_id, row.visibility)):
        raise ActionRefused("not_owner", _("Only its owner may do that."), status=403)


def must_see_book(by: User, book_id: int) -> None:
    """Refuse to tie a thing to a lorebook that whoever ties it may not read.

    Raises:
        ActionRefused: "not_found" (404).
    """
    if not visible_books(by).filter(pk=book_id).exists():
        raise not_found()
