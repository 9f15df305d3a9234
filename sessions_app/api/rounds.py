"""Doors for authors to let something happen in a story: a round, or time that passes (AD-5)."""

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sessions_app.actions.by_hand import propose_round, propose_time
from sessions_app.api.base import StoryView, key_of
from sessions_app.api.serializers import CommandSerializer
from sessions_app.api.stories import checked

ANSWER = {200: OpenApiTypes.OBJECT}


class ProposalSerializer(CommandSerializer):
    """A proposal, judged by the rules of the world behind the door."""

    proposal = serializers.DictField()


class ProposalView(StoryView):
    """A step by hand; 409 `step_refused` names every reason."""

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


class RoundsView(ProposalView):
    """Rounds by hand."""

    act = staticmethod(propose_round)

    @extend_schema(operation_id="story_round_propose", request=ProposalSerializer, responses=ANSWER)
    def post(self, request: Request, session_id: int) -> Response:
        """Let a round become true: outcomes, moves, changes of things and variables, its time."""
        return self.answer(request, session_id)


class TimeView(ProposalView):
    """Time by hand."""

    act = staticmethod(propose_time)

    @extend_schema(operation_id="story_time_propose", request=ProposalSerializer, responses=ANSWER)
    def post(self, request: Request, session_id: int) -> Response:
        """Let time pass: by minutes, or until a time of the day, with a reason."""
        return self.answer(request, session_id)
