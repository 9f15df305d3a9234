"""A book's draft as a whole over HTTP: read, replaced, made what a revision was (AP-1, WB-17)."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.actions.restoring import restore_revision
from worldbook.actions.whole_drafts import replace_draft
from worldbook.api.base import LARGE, BookDoor, values_of
from worldbook.api.books import book_answer
from worldbook.api.native import BookJson
from worldbook.api.serializers import OneBookSerializer, refusals
from worldbook.models import Lorebook
from worldbook.queries.books import draft_book
from worldbook.rules.entries import book_to_json


class DraftSerializer(serializers.Serializer[Any]):
    """What a draft says, and the version at which it says so."""

    draft_version = serializers.IntegerField()
    book = BookJson()


class DraftChange(serializers.Serializer[Any]):
    """A whole draft, for one that is still at a version."""

    expected_draft = serializers.IntegerField(
        min_value=0, max_value=LARGE, help_text="The `draft_version` that was read."
    )
    book = serializers.DictField(help_text="Native JSON (BookJson); the draft becomes it.")


class Restoring(serializers.Serializer[Any]):
    """Which revision becomes the draft again."""

    revision = serializers.IntegerField(min_value=1, max_value=LARGE)
    expected_draft = serializers.IntegerField(
        min_value=0, max_value=LARGE, help_text="The `draft_version` that was read."
    )


def _draft(book: Lorebook) -> Response:
    said = {"draft_version": book.draft_version, "book": book_to_json(draft_book(book.pk))}
    return Response(said)


class DraftView(BookDoor):
    """A draft as a whole."""

    @extend_schema(operation_id="draft_read", responses={200: DraftSerializer, **refusals(404)})
    def get(self, request: Request, book_id: int) -> Response:
        """What the draft says, in native JSON; for those who may change the book."""
        return _draft(self.book_to_edit(book_id))

    @extend_schema(
        operation_id="draft_replace",
        request=DraftChange,
        responses={200: DraftSerializer, **refusals(400, 404, 409)},
    )
    def put(self, request: Request, book_id: int) -> Response:
        """Make the draft say this: entries that are not there are deleted.

        409 "draft_conflict" has `draft_version` and `changed`, what it would change now.
        """
        wish = values_of(DraftChange, request.data)
        return _draft(
            replace_draft(
                by=self.account,
                book_id=book_id,
                body=wish["book"],
                expected_draft=wish["expected_draft"],
            )
        )


class RestoreView(BookDoor):
    """The way back to a revision."""

    @extend_schema(
        operation_id="draft_restore",
        request=Restoring,
        responses={200: OneBookSerializer, **refusals(400, 404, 409)},
    )
    def post(self, request: Request, book_id: int) -> Response:
        """Make the draft say what a revision said; nothing is published by it."""
        wish = values_of(Restoring, request.data)
        restore_revision(
            by=self.account,
            book_id=book_id,
            number=wish["revision"],
            expected_draft=wish["expected_draft"],
        )
        return book_answer(self, book_id)
