"""Vector indexes over HTTP: how one stands, have it built, call it off (WB-15, WB-16)."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from worldbook.actions.indexes import cancel_index, request_index
from worldbook.api.serializers import ErrorSerializer
from worldbook.models import Revision
from worldbook.queries.indexes import index_status
from worldbook.queries.roles import signed_in
from worldbook.queries.visible import visible_books


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


class IndexView(APIView):
    """The vector index of one revision."""

    key_scope = "author"

    @extend_schema(responses={200: IndexSerializer, 404: ErrorSerializer})
    def get(self, request: Request, book_id: int, number: int) -> Response:
        """How it stands; for all who may read the book."""
        return _status(request, book_id, number)

    @extend_schema(
        request=BuildSerializer,
        responses={
            202: IndexSerializer,
            403: ErrorSerializer,
            404: ErrorSerializer,
            409: ErrorSerializer,
        },
    )
    def post(self, request: Request, book_id: int, number: int) -> Response:
        """Have it built; one that is ready stays unless `force`."""
        form = BuildSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        request_index(
            by=signed_in(request.user),
            book_id=book_id,
            number=number,
            force=form.validated_data["force"],
        )
        return _status(request, book_id, number, status=202)

    @extend_schema(
        request=None,
        responses={
            200: IndexSerializer,
            403: ErrorSerializer,
            404: ErrorSerializer,
            409: ErrorSerializer,
        },
    )
    def delete(self, request: Request, book_id: int, number: int) -> Response:
        """Call a build off; 409 where none is under way."""
        cancel_index(by=signed_in(request.user), book_id=book_id, number=number)
        return _status(request, book_id, number)


def _status(request: Request, book_id: int, number: int, status: int = 200) -> Response:
    books = visible_books(request.user).filter(pk=book_id)
    revision = Revision.objects.defer("body").filter(book__in=books, number=number).first()
    if revision is None:
        raise Http404
    return Response(IndexSerializer(index_status(revision)).data, status=status)
