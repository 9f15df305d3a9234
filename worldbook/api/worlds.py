"""Worlds over HTTP: list, make, look at, share, delete (AD-1)."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.actions.world_documents import create_world_document
from worldbook.actions.worlds import delete_world, update_world
from worldbook.api.base import LARGE, Pages, values_of
from worldbook.api.serializers import refusals
from worldbook.api.world_base import WorldDoor, WorldSerializer
from worldbook.models import Visibility, World
from worldbook.queries.visible import visible_worlds


class NewWorld(serializers.Serializer[Any]):
    """A world to make."""

    document = serializers.DictField(help_text="The world's document (docs/authoring/worlds.md).")
    visibility = serializers.ChoiceField(Visibility.choices, default=Visibility.PRIVATE)


class WorldChange(serializers.Serializer[Any]):
    """Who may see a world, and all of a story in it; what it says is changed in its document."""

    expected_version = serializers.IntegerField(min_value=0, max_value=LARGE)
    visibility = serializers.ChoiceField(Visibility.choices, required=False)
    open_to_players = serializers.BooleanField(
        required=False, help_text="Whether who plays a story has author view of it."
    )


class WorldsView(WorldDoor, generics.GenericAPIView[World]):
    """The worlds the account may see."""

    pagination_class = Pages
    serializer_class = WorldSerializer
    queryset = World.objects.none()

    @extend_schema(
        operation_id="worlds_list",
        responses={200: WorldSerializer(many=True), **refusals(404)},
    )
    def get(self, request: Request) -> Response:
        """Own, shared and public worlds, page by page."""
        rows = visible_worlds(self.account).select_related("owner").order_by("name", "id")
        page = list(self.paginate_queryset(rows) or ())
        return self.get_paginated_response(self.said_of(page))

    @extend_schema(
        operation_id="worlds_create",
        request=NewWorld,
        responses={201: WorldSerializer, **refusals(400, 409)},
    )
    def post(self, request: Request) -> Response:
        """Make a world of one's own out of a document; 400 "invalid" tells every fault."""
        wish = values_of(NewWorld, request.data)
        world = create_world_document(
            by=self.account, document=wish["document"], visibility=wish["visibility"]
        )
        return self.answer(world, status=201)


class WorldView(WorldDoor):
    """One world."""

    @extend_schema(operation_id="worlds_read", responses={200: WorldSerializer, **refusals(404)})
    def get(self, request: Request, world_id: int) -> Response:
        """The world's own fields, and at which version its document stands."""
        return self.answer(self.world_to_read(world_id))

    @extend_schema(
        operation_id="worlds_change",
        request=WorldChange,
        responses={200: WorldSerializer, **refusals(400, 404, 409)},
    )
    def patch(self, request: Request, world_id: int) -> Response:
        """Say who may see it, and whether players may see all of their own stories."""
        wish = values_of(WorldChange, request.data)
        world = update_world(by=self.account, world_id=world_id, **wish)
        return self.answer(world)

    @extend_schema(operation_id="worlds_delete", responses={204: None, **refusals(404)})
    def delete(self, request: Request, world_id: int) -> Response:
        """Delete the world with all that stands in it; stories keep their copies."""
        delete_world(by=self.account, world_id=world_id)
        return Response(status=204)
