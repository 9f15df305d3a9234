"""Lorebooks over HTTP: list, read, publish (WB-12)."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from worldbook.actions.publishing import publish_book, publish_whole_book
from worldbook.api.serializers import (
    BookSerializer,
    ErrorSerializer,
    PublishSerializer,
    RevisionSerializer,
    WholeBookSerializer,
    WholeRevisionSerializer,
)
from worldbook.models import Lorebook, Revision
from worldbook.queries.books import with_draft_state
from worldbook.queries.roles import signed_in
from worldbook.queries.visible import editable_books, open_books, visible_books


class BooksView(generics.ListAPIView[Lorebook]):
    """The lorebooks the account may read: own, shared and public ones."""

    key_scope = "author"
    serializer_class = BookSerializer

    def get_queryset(self) -> QuerySet[Lorebook]:
        """Own, shared and public books."""
        return with_draft_state(visible_books(self.request.user)).select_related("owner")


class BookView(generics.RetrieveAPIView[Lorebook]):
    """One lorebook with its revisions and, for its editors, its draft."""

    key_scope = "author"
    serializer_class = WholeBookSerializer

    def get_queryset(self) -> QuerySet[Lorebook]:
        """Own, shared and public books, with their revisions without bodies."""
        books = with_draft_state(visible_books(self.request.user)).select_related("owner")
        return books.prefetch_related("revisions__published_by")

    def get_serializer_context(self) -> dict[str, Any]:
        """Whether the account may edit the book, for the serializer."""
        editable = editable_books(self.request.user).filter(pk=self.kwargs["pk"])
        return {**super().get_serializer_context(), "may_edit": editable.exists()}


class RevisionView(generics.RetrieveAPIView[Revision]):
    """One revision with its body in native JSON, for those the book is open to."""

    key_scope = "author"
    serializer_class = WholeRevisionSerializer

    def get_object(self) -> Revision:
        """The revision by its number."""
        books = open_books(self.request.user)
        rows = Revision.objects.filter(book__in=books, **self.kwargs)
        revision = rows.select_related("published_by").first()
        if revision is None:
            raise Http404
        return revision


class BookParser(JSONParser):
    """JSON, however deep: what is too deep is bad input and no fault."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        """The value of the body."""
        try:
            return super().parse(*args, **kwargs)
        except RecursionError as error:
            raise ParseError(_("Lists and objects stand too deep inside each other.")) from error


class PublishView(APIView):
    """Publish a draft, or a whole book at once, as the next revision."""

    key_scope = "author"
    parser_classes = (BookParser,)

    @extend_schema(
        request=PublishSerializer,
        responses={201: RevisionSerializer, 400: ErrorSerializer, 409: ErrorSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """201 with the revision; 409 where `expected_revision` is not the latest.

        The conflict has `expected`, `latest`, `changed` (entries published since, with their
        fields) and `book_fields`; with a `book`, also `yours`.
        """
        form = PublishSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        wish = dict(form.validated_data)
        body, draft = wish.pop("book", None), wish.pop("expected_draft", None)
        if body is None:
            revision = publish_book(by=signed_in(request.user), book_id=pk, **wish)
        else:
            revision = publish_whole_book(
                by=signed_in(request.user), book_id=pk, body=body, expected_draft=draft, **wish
            )
        return Response(RevisionSerializer(revision).data, status=201)
