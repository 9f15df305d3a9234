"""Revisions over HTTP: publish, list, read, compare (WB-12, WB-17)."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.actions.publishing import publish_book, publish_whole_book
from worldbook.api.base import DRAFT, BookDoor, Pages, values_of
from worldbook.api.serializers import (
    PublishSerializer,
    RevisionSerializer,
    WholeRevisionSerializer,
    refusals,
)
from worldbook.models import Revision
from worldbook.queries.books import revision_book
from worldbook.queries.open_parts import part_for
from worldbook.rules.diff import (
    EntryChange,
    FieldDifference,
    book_differences,
    diff_books,
    entry_differences,
)
from worldbook.rules.entries import Book, book_to_json

NOTHING = "0"


class RevisionsView(BookDoor, generics.GenericAPIView[Revision]):
    """The revisions of a book."""

    pagination_class = Pages
    serializer_class = RevisionSerializer
    queryset = Revision.objects.none()

    @extend_schema(
        operation_id="revisions_list",
        responses={200: RevisionSerializer(many=True), **refusals(404)},
    )
    def get(self, request: Request, book_id: int) -> Response:
        """The newest first, without their bodies."""
        rows = self.book_to_read(book_id).revisions.order_by("-number")
        page = self.paginate_queryset(rows.defer("body").select_related("published_by"))
        return self.get_paginated_response(RevisionSerializer(page, many=True).data)


class RevisionView(BookDoor):
    """One revision."""

    @extend_schema(
        operation_id="revisions_read", responses={200: WholeRevisionSerializer, **refusals(404)}
    )
    def get(self, request: Request, book_id: int, number: int) -> Response:
        """What it says, in native JSON, for those the book is open to: players get their part."""
        rows = self.book_to_open(book_id).revisions.select_related("book", "published_by")
        revision = rows.filter(number=number).first()
        if revision is None:
            raise Http404
        said = revision_book(revision)
        shown = part_for(self.account, revision.book, said)
        if shown is None:
            raise Http404
        if shown is not said:
            revision.body = book_to_json(shown)
        return Response(WholeRevisionSerializer(revision).data)


class PublishView(BookDoor):
    """The next revision."""

    @extend_schema(
        operation_id="books_publish",
        request=PublishSerializer,
        responses={201: RevisionSerializer, **refusals(400, 404, 409)},
    )
    def post(self, request: Request, book_id: int) -> Response:
        """Publish the draft, or a whole book at once.

        409 "revision_conflict" where `expected_revision` is not the latest, with `expected`,
        `latest`, `changed` (entries published since, with their fields) and `book_fields`; with a
        `book`, also `yours`. 409 "draft_conflict" where a `book` would overwrite changes of the
        draft that nobody has published. 400 "lint_errors" with `findings`.
        """
        wish = values_of(PublishSerializer, request.data)
        body, draft = wish.pop("book", None), wish.pop("expected_draft", None)
        if body is None:
            revision = publish_book(by=self.account, book_id=book_id, **wish)
        else:
            revision = publish_whole_book(
                by=self.account, book_id=book_id, body=body, expected_draft=draft, **wish
            )
        return Response(RevisionSerializer(revision).data, status=201)


class PieceSerializer(serializers.Serializer[Any]):
    """A stretch of a text: same, added or removed."""

    op = serializers.ChoiceField(["same", "added", "removed"])
    text = serializers.CharField()


class FieldDifferenceSerializer(serializers.Serializer[Any]):
    """A field that differs: both values; `words` where it is prose."""

    field = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    words = PieceSerializer(many=True, allow_null=True)


class EntryDifferenceSerializer(serializers.Serializer[Any]):
    """An entry that differs."""

    key_id = serializers.CharField()
    title = serializers.CharField(allow_blank=True)
    change = serializers.ChoiceField(["added", "removed", "changed"])
    fields_changed = FieldDifferenceSerializer(many=True)


class DiffSides(serializers.Serializer[Any]):
    """What is compared."""

    before = serializers.RegexField(
        r"^(draft|\d{1,9})$",
        required=False,
        help_text="A revision's number, 0 for the empty book, or `draft`; else the latest revision.",
    )
    after = serializers.RegexField(
        r"^(draft|\d{1,9})$",
        required=False,
        default=DRAFT,
        help_text="As `before`; else the draft.",
    )


class DiffQuery(DiffSides):
    """What is compared, and which page of it is wanted."""

    page = serializers.IntegerField(min_value=1, required=False)
    page_size = serializers.IntegerField(min_value=1, max_value=500, required=False)


class DiffSerializer(serializers.Serializer[Any]):
    """One page of what differs between two states of a book, and how much there is of it."""

    before = serializers.CharField()
    after = serializers.CharField()
    added = serializers.IntegerField()
    removed = serializers.IntegerField()
    changed = serializers.IntegerField()
    book_fields = FieldDifferenceSerializer(many=True)
    count = serializers.IntegerField(help_text="Entries that differ, on all pages.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = EntryDifferenceSerializer(many=True)


def _difference(item: FieldDifference) -> dict[str, Any]:
    words = item.words and [{"op": piece.op, "text": piece.text} for piece in item.words]
    return {"field": item.field, "before": item.before, "after": item.after, "words": words}


def _entries(changes: Iterable[EntryChange], before: Book, after: Book) -> Iterator[dict[str, Any]]:
    old = {entry.key_id: entry for entry in before.entries}
    new = {entry.key_id: entry for entry in after.entries}
    for change in changes:
        both = change.key_id in old and change.key_id in new
        found = entry_differences(old[change.key_id], new[change.key_id]) if both else ()
        yield {
            "key_id": change.key_id,
            "title": change.title,
            "change": change.change,
            "fields_changed": [_difference(item) for item in found],
        }


class DiffView(BookDoor):
    """What differs between two states of a book."""

    pagination_class = Pages

    def _state(self, book_id: int, side: str) -> Book:
        book = self.book_in_state(book_id, side)
        return Book() if side == NOTHING else self.said_in(book, side)

    @extend_schema(
        operation_id="books_diff",
        parameters=[DiffQuery],
        responses={200: DiffSerializer, **refusals(400, 404)},
    )
    def get(self, request: Request, book_id: int) -> Response:
        """Entry by entry and field by field, prose word by word; the draft for editors only."""
        sides = values_of(DiffSides, request.query_params)
        latest = str(self.book_to_read(book_id).latest_revision)
        before_side, after_side = sides.get("before") or latest, sides["after"]
        before, after = self._state(book_id, before_side), self._state(book_id, after_side)
        diff = diff_books(before, after)
        pages = self.pagination_class()
        shown = pages.paginate_queryset(diff.entries, request, view=self)
        kinds = [change.change for change in diff.entries]
        own = book_differences(before, after) if before_side != NOTHING else ()
        answer = {
            "before": before_side,
            "after": after_side,
            **{kind: kinds.count(kind) for kind in ("added", "removed", "changed")},
            "book_fields": [_difference(item) for item in own],
        }
        page = pages.get_paginated_response(list(_entries(shown or (), before, after))).data
        return Response({**answer, **page})
