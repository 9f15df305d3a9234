"""What the doors to worlds share: which world is meant, and how a world is answered."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from worldbook.actions.lookup import not_found, not_yours
from worldbook.models import User, World
from worldbook.queries.looking import note_look
from worldbook.queries.roles import signed_in
from worldbook.queries.visible import editable_worlds, visible_worlds


class WorldSerializer(serializers.ModelSerializer[World]):
    """A world without what stands in it.

    `version` guards its own fields, `document_version` rises with every change of anything in it.
    """

    owner = serializers.CharField(source="owner.username", read_only=True)
    may_edit = serializers.SerializerMethodField()

    class Meta:
        model = World
        fields = (
            "id",
            "key",
            "name",
            "description",
            "language",
            "owner",
            "visibility",
            "open_to_players",
            "version",
            "document_version",
            "created_at",
            "may_edit",
        )

    def get_may_edit(self, world: World) -> bool:
        """Whether the account may change it."""
        return world.pk in self.context["editable"]


class WorldDoor(APIView):
    """A door to worlds; a world that may not be seen does not exist here."""

    key_scope = "author"

    @property
    def account(self) -> User:
        """Who asks; permissions have let only accounts in."""
        return signed_in(self.request.user)

    def world_to_read(self, world_id: int) -> World:
        """A world the account may know of.

        Raises:
            Http404: there is none, or not for the account.
        """
        world = visible_worlds(self.account).select_related("owner").filter(pk=world_id).first()
        if world is None:
            raise Http404
        note_look(self.account, world)
        return world

    def world_to_edit(self, world_id: int) -> World:
        """A world of which the account may read and write everything.

        Raises:
            ActionRefused: "not_found" (404) or "not_yours" (403).
        """
        world = editable_worlds(self.account).select_related("owner").filter(pk=world_id).first()
        if world is not None:
            return world
        seen = visible_worlds(self.account).filter(pk=world_id).exists()
        raise not_yours() if seen else not_found()

    def said_of(self, worlds: list[World]) -> Any:
        """Worlds as every door answers them; one query for all."""
        pks = [world.pk for world in worlds]
        mine = editable_worlds(self.account).filter(pk__in=pks).values_list("pk", flat=True)
        return WorldSerializer(worlds, many=True, context={"editable": set(mine)}).data

    def answer(self, world: World, status: int = 200) -> Response:
        """One world."""
        return Response(self.said_of([world])[0], status=status)
