"""Doors to the dice of a story: roll, roll a check, and which checks its world has (DC-5)."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sessions_app.actions.rolls import check_by_player, roll_by_player
from sessions_app.api.base import StoryView, key_of
from sessions_app.api.serializers import LONG, CommandSerializer
from sessions_app.api.stories import checked
from sessions_app.queries.checks import checks_json
from sessions_app.rules.rolling import MOST_ADDED

ANSWER = {200: OpenApiTypes.OBJECT}


class RollSerializer(CommandSerializer):
    """Dice (`expression`), or a check of the world by key and perhaps a target."""

    expression = serializers.CharField(
        max_length=LONG, required=False, allow_blank=True, trim_whitespace=False
    )
    check = serializers.CharField(max_length=100, required=False)
    target = serializers.IntegerField(
        min_value=-MOST_ADDED, max_value=MOST_ADDED, required=False, allow_null=True, default=None
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of the two; only checks have targets."""
        if ("expression" in attrs) == ("check" in attrs):
            raise serializers.ValidationError("expression or check", code="one_of")
        if "expression" in attrs and attrs["target"] is not None:
            raise serializers.ValidationError("target without check", code="one_of")
        return attrs


class RollsView(StoryView):
    """The dice of a story."""

    @extend_schema(operation_id="story_checks", responses=ANSWER)
    def get(self, request: Request, session_id: int) -> Response:
        """The checks that can be rolled."""
        return Response({"checks": checks_json(self.own_story(session_id))})

    @extend_schema(operation_id="story_roll", request=RollSerializer, responses=ANSWER)
    def post(self, request: Request, session_id: int) -> Response:
        """Roll after the last turn; the roll is told at the next one. No model is called."""
        values = checked(RollSerializer(data=request.data))
        given: dict[str, Any] = {
            "by": self.player,
            "session_id": session_id,
            "key": key_of(request),
        }
        if "expression" in values:
            return Response(roll_by_player(**given, expression=values["expression"]))
        return Response(check_by_player(**given, check=values["check"], target=values["target"]))
