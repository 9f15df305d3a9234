"""Doors to the recorded turns of a lorebook's stories, for those who work with the book (WK-8)."""

from typing import Any

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from sessions_app.queries.selection_again import compare_over_turns, recorded_turns, turn_fields
from worldbook.models import Lorebook, Revision, User
from worldbook.queries.compiled import compiled_books
from worldbook.queries.compiled_drafts import compiled_draft
from worldbook.queries.looking import note_look
from worldbook.queries.open_parts import reach_of
from worldbook.queries.roles import signed_in
from worldbook.queries.visible import work_books
from worldbook.rules.entries import Book
from worldbook.rules.numbers import whole_number
from worldbook.rules.open_part import Reach
from worldbook.rules.selection import CompiledBook

DRAFT = "draft"
LARGEST = 2**31 - 1
ANSWER = {200: OpenApiTypes.OBJECT}


class SideField(serializers.Field):  # type: ignore[type-arg]
    """A revision's number, or `draft`."""

    default_error_messages = {"invalid": "A revision's number, or draft."}

    def to_internal_value(self, data: Any) -> int | str:
        """The number, or the word."""
        text = str(data)
        number = whole_number(text, LARGEST)
        if text != DRAFT and not number:
            self.fail("invalid")
        return number or DRAFT


class CompareSerializer(serializers.Serializer[Any]):
    """Which two states of the book; without `before` the latest revision."""

    before = SideField(required=False)
    after = SideField(default=DRAFT)


class WorkedBookView(APIView):
    """A door to a book that the account works with and reads all of; others do not exist here.

    What is told of a turn names entries that players may not read, of the draft too.
    """

    key_scope = "author"

    @property
    def author(self) -> User:
        """Who asks."""
        return signed_in(self.request.user)

    def book(self, book_id: int) -> Lorebook:
        """The book."""
        book = work_books(self.author).filter(pk=book_id).first()
        if book is None or reach_of(self.author, book, Book()) is not Reach.ALL:
            raise Http404
        note_look(self.author, book)
        return book


class RecordedTurnsView(WorkedBookView):
    """The recorded turns of a book."""

    @extend_schema(operation_id="recorded_turns_list", responses=ANSWER)
    def get(self, request: Request, book_id: int) -> Response:
        """The latest turns that chose from the book, of stories the account may read."""
        return Response({"turns": recorded_turns(self.author, self.book(book_id))})


class RecordedTurnView(WorkedBookView):
    """One recorded turn."""

    @extend_schema(operation_id="recorded_turns_read", responses=ANSWER)
    def get(self, request: Request, book_id: int, turn_id: int) -> Response:
        """Its frozen input as the fields of the test bench."""
        found = turn_fields(self.author, self.book(book_id), turn_id)
        if found is None:
            raise Http404
        return Response(found)


class CompareTurnsView(WorkedBookView):
    """Two states of a book over its recorded turns."""

    throttle_scope = "select"

    @extend_schema(
        parameters=[OpenApiParameter("before", str), OpenApiParameter("after", str)],
        responses=ANSWER,
    )
    def get(self, request: Request, book_id: int) -> Response:
        """The turns whose selection differs, with what enters and leaves; a hundred turns at most."""
        book = self.book(book_id)
        form = CompareSerializer(data=request.query_params)
        form.is_valid(raise_exception=True)
        before = form.validated_data.get("before", book.latest_revision or DRAFT)
        after = form.validated_data["after"]
        sides = [self._compiled(book, side) for side in (before, after)]
        found = compare_over_turns(self.author, book, *sides)
        return Response({"before": before, "after": after, **found})

    def _compiled(self, book: Lorebook, side: int | str) -> CompiledBook:
        if side == DRAFT:
            return compiled_draft(book)
        row = Revision.objects.filter(book=book, number=side).only("pk").first()
        if row is None:
            raise Http404
        return compiled_books([row.pk])[0]
