"""Doors to stories: list, start, look at, change, delete; their messages, pins and traces."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sessions_app.actions.pins import pin_book, unpin_book
from sessions_app.actions.refusals import refused
from sessions_app.actions.sessions import StartWishes, delete_story, start_story, update_story
from sessions_app.api.base import MessageView, StoryView, key_of
from sessions_app.api.serializers import (
    PinSerializer,
    StartSerializer,
    StorySerializer,
    UnpinSerializer,
    WindowSerializer,
)
from sessions_app.outbox.snapshot import snapshot
from sessions_app.queries.stories import own_stories, pin_json, pins_of, story_json, summary_json
from sessions_app.queries.trace import trace_json

ANSWER = {200: OpenApiTypes.OBJECT}
LISTED = 200


def checked(serializer: Any) -> dict[str, Any]:
    """The values of a serializer; raises ValidationError."""
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values


class StoriesView(MessageView):
    """The player's stories."""

    @extend_schema(operation_id="stories_list", responses=ANSWER)
    def get(self, request: Request) -> Response:
        """The stories, last played first."""
        rows = own_stories(self.player).order_by("-played_at", "-id")[:LISTED]
        return Response({"stories": [summary_json(story) for story in rows]})

    @extend_schema(request=StartSerializer, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request) -> Response:
        """Start a story as a copy of an opening."""
        values = checked(StartSerializer(data=request.data))
        story = start_story(
            by=self.player,
            key=key_of(request),
            opening_id=values["opening"],
            wishes=_wishes(values),
        )
        return Response(story_json(self.own_story(story.pk)), status=201)


def _wishes(values: Mapping[str, Any]) -> StartWishes:
    persona, pins = values.get("persona"), values.get("pins")
    return StartWishes(
        persona_id=values.get("persona_id"),
        persona=None if persona is None else (persona["name"], persona["text"]),
        title=values["title"],
        pins=None if pins is None else [(pin["book"], pin["revision"]) for pin in pins],
        scenario=values["scenario"],
        seed=values["seed"],
        settings=values["settings"],
    )


class OneStoryView(StoryView):
    """One story."""

    @extend_schema(responses=ANSWER)
    def get(self, request: Request, session_id: int) -> Response:
        """Everything but its messages."""
        return Response(story_json(self.own_story(session_id)))

    @extend_schema(request=StorySerializer, responses=ANSWER)
    def patch(self, request: Request, session_id: int) -> Response:
        """Change title, persona or settings."""
        values = checked(StorySerializer(data=request.data, partial=True))
        update_story(by=self.player, session_id=session_id, values=values)
        return Response(story_json(self.own_story(session_id)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, session_id: int) -> Response:
        """Delete it with everything in it."""
        delete_story(by=self.player, session_id=session_id)
        return Response(status=204)


class MessagesView(StoryView):
    """A window of a story's messages."""

    @extend_schema(parameters=[WindowSerializer], responses=ANSWER)
    def get(self, request: Request, session_id: int) -> Response:
        """The last turns, or those before one, and the frame to go on from."""
        story = self.own_story(session_id)
        values = checked(WindowSerializer(data=request.query_params))
        page = snapshot(story.pk, before_turn=values.get("before_turn"), limit=values["limit"])
        return Response(page)


class TraceView(StoryView):
    """Why a turn was answered as it was."""

    @extend_schema(responses=ANSWER)
    def get(self, request: Request, session_id: int, turn_id: int) -> Response:
        """This turn's worldbook and its calls; all of it for who may edit the world."""
        found = trace_json(self.player, self.own_story(session_id), turn_id)
        if found is None:
            raise refused("not_found")
        return Response(found)


class PinsView(StoryView):
    """The books a story reads."""

    @extend_schema(responses=ANSWER)
    def get(self, request: Request, session_id: int) -> Response:
        """The pins in their order."""
        pins = pins_of(self.own_story(session_id))
        return Response({"pins": [pin_json(pin) for pin in pins]})

    @extend_schema(request=PinSerializer, responses=ANSWER)
    def post(self, request: Request, session_id: int) -> Response:
        """Read a book too, at a revision."""
        values = checked(PinSerializer(data=request.data))
        answer = pin_book(
            by=self.player,
            session_id=session_id,
            key=key_of(request),
            book_id=values["book"],
            revision=values["revision"],
        )
        return Response(answer)

    @extend_schema(request=UnpinSerializer, responses=ANSWER)
    def delete(self, request: Request, session_id: int) -> Response:
        """Read a book no more."""
        values = checked(UnpinSerializer(data=request.data))
        answer = unpin_book(
            by=self.player, session_id=session_id, key=key_of(request), book_id=values["book"]
        )
        return Response(answer)
