"""Sharing a lorebook over HTTP (AD-2)."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.actions.lookup import must_own
from worldbook.actions.sharing import share, unshare
from worldbook.api.base import BookDoor, account_named, values_of
from worldbook.api.serializers import refusals
from worldbook.models import Share


class AccessSerializer(serializers.Serializer[Any]):
    """What a share allows."""

    access = serializers.ChoiceField(choices=Share.Access.choices)


class ShareSerializer(AccessSerializer):
    """One account's access to a book."""

    user = serializers.CharField(source="user.username")


class SharesView(BookDoor):
    """Whom a book is shared with."""

    @extend_schema(
        operation_id="shares_list", responses={200: ShareSerializer(many=True), **refusals(404)}
    )
    def get(self, request: Request, book_id: int) -> Response:
        """All shares, by name; for the book's owner."""
        book = self.book_to_edit(book_id)
        must_own(self.account, book)
        rows = book.shares.select_related("user").order_by("user__username")
        return Response(ShareSerializer(rows, many=True).data)


class ShareView(BookDoor):
    """One account's access."""

    @extend_schema(
        operation_id="shares_put",
        request=AccessSerializer,
        responses={200: ShareSerializer, **refusals(400, 404)},
    )
    def put(self, request: Request, book_id: int, username: str) -> Response:
        """Let an account read or edit the book; a private book becomes shared by it."""
        access = values_of(AccessSerializer, request.data)["access"]
        self.book_to_edit(book_id)
        user = account_named(username)
        given = share(by=self.account, user=user, access=access, lorebook_id=book_id)
        return Response(ShareSerializer(given).data)

    @extend_schema(operation_id="shares_delete", responses={204: None, **refusals(404)})
    def delete(self, request: Request, book_id: int, username: str) -> Response:
        """Take it back; where there is none, nothing happens."""
        self.book_to_edit(book_id)
        unshare(by=self.account, user=account_named(username), lorebook_id=book_id)
        return Response(status=204)
