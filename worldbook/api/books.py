"""Lorebooks over HTTP: list, make, look at, change, delete (AP-1, WB-1)."""

from typing import Any

from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.actions.books import create_book, delete_book, update_book
from worldbook.api.base import BookDoor, Pages, account_named, values_of
from worldbook.api.native import book_fields
from worldbook.api.serializers import (
    BookChange,
    BookChangeSerializer,
    BookFilterSerializer,
    BookSerializer,
    NewBook,
    NewBookSerializer,
    OneBookSerializer,
    refusals,
)
from worldbook.models import Lorebook, User
from worldbook.queries.books import with_draft_state
from worldbook.queries.visible import editable_books, visible_books

HEAD = ("key", "visibility", "owner", "expected_version")


def book_answer(door: BookDoor, book_id: int, status: int = 200) -> Response:
    """A book as every door answers it."""
    book = door.book_to_read(book_id)
    may_edit = editable_books(door.account).filter(pk=book_id).exists()
    said = OneBookSerializer(book, context={"may_edit": may_edit})
    return Response(said.data, status=status)


class BooksView(BookDoor, generics.GenericAPIView[Lorebook]):
    """The lorebooks the account may read."""

    pagination_class = Pages
    serializer_class = BookSerializer
    queryset = Lorebook.objects.none()

    @extend_schema(
        operation_id="books_list",
        parameters=[BookFilterSerializer],
        responses={200: BookSerializer(many=True), **refusals(400, 404)},
    )
    def get(self, request: Request) -> Response:
        """Own, shared and public books, page by page."""
        wanted = values_of(BookFilterSerializer, request.query_params)
        rows = with_draft_state(_filtered(visible_books(self.account), self.account, wanted))
        rows = rows.select_related("owner").order_by(wanted["ordering"], "id")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(BookSerializer(page, many=True).data)

    @extend_schema(
        operation_id="books_create",
        request=NewBook,
        responses={201: OneBookSerializer, **refusals(400, 404, 409)},
    )
    def post(self, request: Request) -> Response:
        """Make a book of one's own, with an empty draft."""
        native = book_fields(request.data, apart=("key", "visibility"))
        head = values_of(NewBookSerializer, request.data)
        book = create_book(by=self.account, **native | head)
        return book_answer(self, book.pk, status=201)


def _filtered(
    books: QuerySet[Lorebook], account: User, wanted: dict[str, Any]
) -> QuerySet[Lorebook]:
    for word in wanted["q"].split():
        said = Q(name__icontains=word) | Q(key__icontains=word) | Q(description__icontains=word)
        books = books.filter(said)
    owner = wanted.get("owner")
    if owner:
        books = (
            books.filter(owner=account) if owner == "me" else books.filter(owner__username=owner)
        )
    if wanted["may_edit"] is not None:
        mine = Q(pk__in=editable_books(account).values("pk"))
        books = books.filter(mine if wanted["may_edit"] else ~mine)
    if wanted.get("tag"):
        books = books.filter(tags__contains=[wanted["tag"]])
    same = {name: wanted[name] for name in ("visibility", "language") if name in wanted}
    return books.filter(**same)


class BookView(BookDoor):
    """One lorebook."""

    @extend_schema(operation_id="books_read", responses={200: OneBookSerializer, **refusals(404)})
    def get(self, request: Request, book_id: int) -> Response:
        """The book's own fields, and where its draft and its revisions stand."""
        return book_answer(self, book_id)

    @extend_schema(
        operation_id="books_change",
        request=BookChange,
        responses={200: OneBookSerializer, 204: None, **refusals(400, 404, 409)},
    )
    def patch(self, request: Request, book_id: int) -> Response:
        """Change fields that are still at `expected_version`.

        409 "edit_conflict" has `changed`, the fields that differ with `yours` and `theirs`.
        204 where it was given away and is not for the account any more.
        """
        native = book_fields(request.data, apart=HEAD)
        head = values_of(BookChangeSerializer, request.data)
        if "owner" in head:
            head["owner"] = account_named(head["owner"])
        update_book(by=self.account, book_id=book_id, **native, **head)
        if not visible_books(self.account).filter(pk=book_id).exists():
            return Response(status=204)
        return book_answer(self, book_id)

    @extend_schema(operation_id="books_delete", responses={204: None, **refusals(404, 409)})
    def delete(self, request: Request, book_id: int) -> Response:
        """Delete the book with all its revisions; 409 "book_pinned" while something reads it."""
        delete_book(by=self.account, book_id=book_id)
        return Response(status=204)
