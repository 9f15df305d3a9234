"""Doors for authors to what happened in a story, and to let it: rounds, and time (AD-5, TM-5)."""

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sessions_app.actions.by_hand import propose_round, propose_time
from sessions_app.actions.refusals import refused
from sessions_app.api.base import StoryView, key_of
from sessions_app.api.serializers import CommandSerializer
from sessions_app.api.stories import checked
from sessions_app.queries.rounds import recorded_rounds, time_log
from sessions_app.queries.trace import is_author_of

ANSWER = {200: OpenApiTypes.OBJECT}


class ProposalSerializer(CommandSerializer):
    """A proposal, judged by the rules of the world behind the door."""

    proposal = serializers.DictField()


class RecordWindowSerializer(serializers.Serializer[Any]):
    """How many are wanted, and before which number."""

    before = serializers.IntegerField(min_value=1, max_value=2**32 - 1, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=200, default=50)


class ProposalView(StoryView):
    """What happened, and a step by hand; 409 `step_refused` names every reason."""

    act: ClassVar[Callable[..., dict[str, Any]]]

    def answer(self, request: Request, session_id: int) -> Response:
        """Propose, and tell what became true."""
        values = checked(ProposalSerializer(data=request.data))
        told = type(self).act(
            by=self.player,
            session_id=session_id,
            key=key_of(request),
            proposal=values["proposal"],
        )
        return Response(told)

    def window(self, request: Request, session_id: int) -> dict[str, Any]:
        """What of the story's record is asked for; only by its author."""
        story = self.own_story(session_id)
        if not is_author_of(self.player, story):
            raise refused("not_author")
        values = checked(RecordWindowSerializer(data=request.query_params))
        return {"session_id": story.pk, "before": values.get("before"), "limit": values["limit"]}


class RoundsView(ProposalView):
    """The rounds of a story."""

    act = staticmethod(propose_round)

    @extend_schema(
        operation_id="story_rounds_read", parameters=[RecordWindowSerializer], responses=ANSWER
    )
    def get(self, request: Request, session_id: int) -> Response:
        """The last rounds with who was where and what changed, newest first."""
        return Response({"rounds": recorded_rounds(**self.window(request, session_id))})

    @extend_schema(operation_id="story_round_propose", request=ProposalSerializer, responses=ANSWER)
    def post(self, request: Request, session_id: int) -> Response:
        """Let a round become true: outcomes, moves, changes of things and variables, its time."""
        return self.answer(request, session_id)


class TimeView(ProposalView):
    """The time of a story."""

    act = staticmethod(propose_time)

    @extend_schema(
        operation_id="story_time_read", parameters=[RecordWindowSerializer], responses=ANSWER
    )
    def get(self, request: Request, session_id: int) -> Response:
        """The last steps of its time, newest first."""
        return Response({"time": time_log(**self.window(request, session_id))})

    @extend_schema(operation_id="story_time_propose", request=ProposalSerializer, responses=ANSWER)
    def post(self, request: Request, session_id: int) -> Response:
        """Let time pass: by minutes, or until a time of the day, with a reason."""
        return self.answer(request, session_id)
