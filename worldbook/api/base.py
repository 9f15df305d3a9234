"""What the doors to lorebooks share: who asks, which book is meant, pages of a list."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.views import APIView

from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import not_found, not_yours
from worldbook.models import Lorebook, User
from worldbook.queries.books import with_draft_state
from worldbook.queries.exports import state_of
from worldbook.queries.looking import note_look
from worldbook.queries.open_parts import part_for
from worldbook.queries.roles import signed_in
from worldbook.queries.visible import editable_books, open_books, visible_books
from worldbook.rules.entries import Book
from worldbook.rules.storable import is_storable

DRAFT = "draft"
LARGE = 2**31 - 1


class Pages(PageNumberPagination):
    """Pages of a list: `?page=2&page_size=100`."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500


class BookDoor(APIView):
    """A door to lorebooks; a book that may not be read does not exist here."""

    key_scope = "author"

    @property
    def account(self) -> User:
        """Who asks; permissions have let only accounts in."""
        return signed_in(self.request.user)

    def book_to_read(self, book_id: int) -> Lorebook:
        """A book the account may know of.

        Raises:
            Http404: there is none, or not for the account.
        """
        book = with_draft_state(visible_books(self.account)).select_related("owner")
        return self._looked_at(book.filter(pk=book_id).first())

    def book_to_open(self, book_id: int) -> Lorebook:
        """A book whose revisions the account may read entry by entry (WB-37).

        Raises:
            Http404: there is none, or not for the account.
        """
        return self._looked_at(open_books(self.account).filter(pk=book_id).first())

    def book_to_edit(self, book_id: int) -> Lorebook:
        """A book whose draft the account may see and change.

        Raises:
            ActionRefused: "not_found" (404) or "not_yours" (403).
        """
        book = editable_books(self.account).filter(pk=book_id).first()
        if book is not None:
            return book
        seen = visible_books(self.account).filter(pk=book_id).exists()
        raise not_yours() if seen else not_found()

    def book_in_state(self, book_id: int, state: str) -> Lorebook:
        """A book of which a state is asked for: its draft is for editors, revisions for readers."""
        return self.book_to_edit(book_id) if state == DRAFT else self.book_to_open(book_id)

    def said_in(self, book: Lorebook, state: str) -> Book:
        """What a state of a book says, as far as the account may read it (WB-37a).

        Raises:
            Http404: there is no such state, or nothing of it is for the account.
        """
        said = state_of(book, state)
        shown = None if said is None else part_for(self.account, book, said)
        if shown is None:
            raise Http404
        return shown

    def _looked_at(self, book: Lorebook | None) -> Lorebook:
        """The book, noted where only the role of moderator opens it (AP-3)."""
        if book is None:
            raise Http404
        note_look(self.account, book)
        return book


def values_of(serializer: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """What a serializer lets pass.

    Raises:
        ValidationError: something of it is wrong.
    """
    form = serializer(data=data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def account_named(name: str) -> User:
    """The account of a name.

    Raises:
        ActionRefused: "no_account" (404).
    """
    account = (
        User.objects.filter(username=name, is_active=True).first() if is_storable(name) else None
    )
    if account is None:
        raise ActionRefused("no_account", _("There is no account of that name."), status=404)
    return account


def state_asked(request: Request, book: Lorebook) -> str:
    """`?state=`: "draft" or a revision's number; without it the latest revision, else the draft."""
    return request.query_params.get("state") or str(book.latest_revision or DRAFT)
