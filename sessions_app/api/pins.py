"""Doors to what a story reads: a pinned book, its step to another revision, order, the next turn."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from sessions_app.actions.next_turn import give_next_turn
from sessions_app.actions.pins import order_pins, repin_book
from sessions_app.actions.refusals import refused
from sessions_app.api.base import StoryView, key_of
from sessions_app.api.serializers import (
    NextTurnSerializer,
    OrderSerializer,
    ReadingSerializer,
    RepinSerializer,
    RevisionSerializer,
)
from sessions_app.models import Session
from sessions_app.queries.next_turn import next_turn_json
from sessions_app.queries.pins import find_step, step_json
from sessions_app.queries.reading import read_pin, reading_json
from sessions_app.queries.trace import is_author_of
from worldbook.rules.refusal import Refusal

ANSWER = {200: OpenApiTypes.OBJECT}


def checked(serializer: Any) -> dict[str, Any]:
    """The values of a serializer; raises ValidationError."""
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values


class OnePinView(StoryView):
    """One book that a story reads."""

    @extend_schema(
        operation_id="story_lorebook_read", parameters=[ReadingSerializer], responses=ANSWER
    )
    def get(self, request: Request, session_id: int, book_id: int) -> Response:
        """The pinned revision as this reader may see it: parameters, index, entries."""
        values = checked(ReadingSerializer(data=request.query_params))
        reading = read_pin(self.player, self.own_story(session_id), book_id, values["q"])
        if reading is None:
            raise refused("not_pinned")
        return Response(reading_json(reading, values["page"]))

    @extend_schema(operation_id="story_lorebook_repin", request=RepinSerializer, responses=ANSWER)
    def patch(self, request: Request, session_id: int, book_id: int) -> Response:
        """Read another revision; nothing is done where the pin is not at `expected_revision`."""
        values = checked(RepinSerializer(data=request.data))
        answer = repin_book(
            by=self.player,
            session_id=session_id,
            key=key_of(request),
            book_id=book_id,
            expected_revision=values["expected_revision"],
            revision=values["revision"],
        )
        return Response(answer)


class PinDiffView(StoryView):
    """What another revision of a pinned book would change."""

    @extend_schema(
        operation_id="story_lorebook_diff", parameters=[RevisionSerializer], responses=ANSWER
    )
    def get(self, request: Request, session_id: int, book_id: int) -> Response:
        """Entry by entry, field by field, with the words of texts; as far as the reader may see."""
        values = checked(RevisionSerializer(data=request.query_params))
        story = self.own_story(session_id)
        step = find_step(self.player, story, book_id, values["revision"])
        if isinstance(step, Refusal):
            raise refused(step.code, **step.detail)
        return Response(step_json(step, values["page"]))


class OrderView(StoryView):
    """The order of a story's books."""

    @extend_schema(operation_id="story_lorebooks_order", request=OrderSerializer, responses=ANSWER)
    def put(self, request: Request, session_id: int) -> Response:
        """Put all pinned books in this order."""
        values = checked(OrderSerializer(data=request.data))
        answer = order_pins(
            by=self.player, session_id=session_id, key=key_of(request), books=values["books"]
        )
        return Response(answer)


class NextTurnView(StoryView):
    """What an author gives a story for its next turn (WB-37b)."""

    @extend_schema(operation_id="story_next_turn", responses=ANSWER)
    def get(self, request: Request, session_id: int) -> Response:
        """What is given and was not used yet."""
        return Response(next_turn_json(self.player, self._own_authored(session_id)))

    @extend_schema(
        operation_id="story_next_turn_give", request=NextTurnSerializer, responses=ANSWER
    )
    def put(self, request: Request, session_id: int) -> Response:
        """Give all of it anew; an empty body takes back what was given."""
        values = checked(NextTurnSerializer(data=request.data))
        answer = give_next_turn(
            by=self.player,
            session_id=session_id,
            key=key_of(request),
            **{name: values[name] for name in ("strategy", "budget", "force", "bar")},
        )
        return Response(answer)

    def _own_authored(self, session_id: int) -> Session:
        story = self.own_story(session_id)
        if not is_author_of(self.player, story):
            raise refused("not_author")
        return story
