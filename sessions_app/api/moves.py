"""Doors to the moves of a story's head: rewind and its preview, checkpoints, branches (ST-1, ST-2)."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sessions_app.actions.branching import branch_story
from sessions_app.actions.checkpoints import (
    MAX_NAME,
    make_checkpoint,
    remove_checkpoint,
    rename_checkpoint,
)
from sessions_app.actions.rewinding import preview_rewind, rewind
from sessions_app.api.base import StoryView, key_of
from sessions_app.api.serializers import CommandSerializer, row_id
from sessions_app.api.stories import checked
from sessions_app.queries.checkpoints import checkpoints_json, left_json
from sessions_app.queries.trace import is_author_of
from sessions_app.rules.messages import MAX_TITLE

ANSWER = {200: OpenApiTypes.OBJECT}


class PlaceSerializer(serializers.Serializer[Any]):
    """A place of a story, named in one of three ways: after an answer, before a message's answer,
    or a checkpoint."""

    take = row_id(required=False)
    turn = row_id(required=False)
    checkpoint = row_id(required=False)


class RewindSerializer(CommandSerializer, PlaceSerializer):
    """Where to rewind to."""


class BranchSerializer(RewindSerializer):
    """Where to branch, and what the new story is called."""

    title = serializers.CharField(
        max_length=MAX_TITLE, required=False, allow_blank=True, default=""
    )


class NameSerializer(CommandSerializer):
    """The name of a checkpoint; how long it may be is the rule's to say."""

    name = serializers.CharField(max_length=MAX_NAME * 10, allow_blank=True)


class CheckpointSerializer(NameSerializer):
    """A name for a take; without one, for where the story stands."""

    take = row_id(required=False)


def place_of(values: dict[str, Any]) -> dict[str, int | None]:
    """A place as actions take it."""
    return {f"{name}_id": values.get(name) for name in ("take", "turn", "checkpoint")}


class RewindView(StoryView):
    """The head goes elsewhere."""

    @extend_schema(
        operation_id="story_rewind_preview", parameters=[PlaceSerializer], responses=ANSWER
    )
    def get(self, request: Request, session_id: int) -> Response:
        """What a rewind would do: turns, rows, edits by hand that would be undone, story time."""
        values = checked(PlaceSerializer(data=request.query_params))
        story = self.own_story(session_id)
        whole = is_author_of(self.player, story)
        return Response(preview_rewind(story, whole=whole, **place_of(values)))

    @extend_schema(operation_id="story_rewind", request=RewindSerializer, responses=ANSWER)
    def post(self, request: Request, session_id: int) -> Response:
        """Let the story stand at a place again; undone by the command of the answer."""
        values = checked(RewindSerializer(data=request.data))
        answer = rewind(
            by=self.player, session_id=session_id, key=key_of(request), **place_of(values)
        )
        return Response(answer)


class BranchView(StoryView):
    """A story out of a story."""

    @extend_schema(
        operation_id="story_branch",
        request=BranchSerializer,
        responses={201: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, session_id: int) -> Response:
        """Begin another story from a place of this one; `session` is its id."""
        values = checked(BranchSerializer(data=request.data))
        answer = branch_story(
            by=self.player,
            session_id=session_id,
            key=key_of(request),
            title=values["title"],
            **place_of(values),
        )
        return Response(answer, status=201)


class CheckpointsView(StoryView):
    """The places of a story that have a name."""

    @extend_schema(operation_id="story_checkpoints", responses=ANSWER)
    def get(self, request: Request, session_id: int) -> Response:
        """The checkpoints, and the ends of lines that were left, newest first."""
        story = self.own_story(session_id)
        return Response({"checkpoints": checkpoints_json(story), "left": left_json(story)})

    @extend_schema(
        operation_id="story_checkpoint_make",
        request=CheckpointSerializer,
        responses={201: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, session_id: int) -> Response:
        """Give a take a name."""
        values = checked(CheckpointSerializer(data=request.data))
        answer = make_checkpoint(
            by=self.player,
            session_id=session_id,
            key=key_of(request),
            name=values["name"],
            take_id=values.get("take"),
        )
        return Response(answer, status=201)


class CheckpointView(StoryView):
    """One checkpoint."""

    @extend_schema(operation_id="story_checkpoint_rename", request=NameSerializer, responses=ANSWER)
    def patch(self, request: Request, session_id: int, checkpoint_id: int) -> Response:
        """Give it another name."""
        values = checked(NameSerializer(data=request.data))
        answer = rename_checkpoint(
            by=self.player,
            session_id=session_id,
            key=key_of(request),
            checkpoint_id=checkpoint_id,
            name=values["name"],
        )
        return Response(answer)

    @extend_schema(
        operation_id="story_checkpoint_remove", request=CommandSerializer, responses=ANSWER
    )
    def delete(self, request: Request, session_id: int, checkpoint_id: int) -> Response:
        """Take it away; the story stays where it is."""
        answer = remove_checkpoint(
            by=self.player,
            session_id=session_id,
            key=key_of(request),
            checkpoint_id=checkpoint_id,
        )
        return Response(answer)
