"""Vector indexes over HTTP: how one stands, have it built, call it off (WB-15, WB-16)."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.actions.indexes import cancel_index, request_index
from worldbook.api.base import BookDoor, values_of
from worldbook.api.serializers import refusals
from worldbook.queries.indexes import index_status


class BuildSerializer(serializers.Serializer[Any]):
    """How an index is built."""

    force = serializers.BooleanField(default=False, help_text="Make all vectors anew.")


class IndexSerializer(serializers.Serializer[Any]):
    """How the index of a revision stands, in the site's embedding."""

    embedding = serializers.CharField(help_text="Model, release and dimensions; empty: none.")
    state = serializers.ChoiceField(["none", "building", "ready", "failed", "cancelled"])
    progress = serializers.IntegerField(help_text="Percent.")
    pieces = serializers.IntegerField()
    pieces_done = serializers.IntegerField()
    pieces_reused = serializers.IntegerField(help_text="Taken over from earlier revisions.")
    error = serializers.CharField()
    asked_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    job = serializers.DictField(allow_null=True, help_text="The id and state of the job.")


class IndexView(BookDoor):
    """The vector index of one revision."""

    @extend_schema(operation_id="index_read", responses={200: IndexSerializer, **refusals(404)})
    def get(self, request: Request, book_id: int, number: int) -> Response:
        """How it stands; for all who may read the book."""
        return self._status(book_id, number)

    @extend_schema(
        operation_id="index_build",
        request=BuildSerializer,
        responses={202: IndexSerializer, **refusals(400, 404, 409)},
    )
    def post(self, request: Request, book_id: int, number: int) -> Response:
        """Have it built; one that is ready stays unless `force`."""
        force = values_of(BuildSerializer, request.data)["force"]
        request_index(by=self.account, book_id=book_id, number=number, force=force)
        return self._status(book_id, number, status=202)

    @extend_schema(
        operation_id="index_cancel",
        request=None,
        responses={200: IndexSerializer, **refusals(404, 409)},
    )
    def delete(self, request: Request, book_id: int, number: int) -> Response:
        """Call a build off; 409 where none is under way."""
        cancel_index(by=self.account, book_id=book_id, number=number)
        return self._status(book_id, number)

    def _status(self, book_id: int, number: int, status: int = 200) -> Response:
        rows = self.book_to_read(book_id).revisions.defer("body")
        revision = rows.filter(number=number).first()
        if revision is None:
            raise Http404
        return Response(IndexSerializer(index_status(revision)).data, status=status)
