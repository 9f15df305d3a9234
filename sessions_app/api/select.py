"""What a message would bring into the prompt of a story, before it is sent (WB-42)."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sessions_app.api.base import StoryView
from sessions_app.engine.trying import choose_next
from sessions_app.queries.failures import REASONS
from sessions_app.queries.trace import edits_world_of
from sessions_app.rules.messages import MAX_MESSAGE
from worldbook.actions.errors import ActionRefused
from worldbook.api.serializers import refusals
from worldbook.queries.bench import answer_json
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection.requests import player_answer


class SelectForStorySerializer(serializers.Serializer[Any]):
    """A message that is not sent."""

    text = serializers.CharField(max_length=MAX_MESSAGE, allow_blank=True, trim_whitespace=False)
    all = serializers.BooleanField(
        default=False, help_text="For authors: tell also what nothing called."
    )


class SelectForStoryView(StoryView):
    """Choose for a story as its next turn would: its pins, history, state and timed state."""

    key_reading = ("POST",)
    throttle_scope = "select"

    @extend_schema(
        operation_id="story_select",
        request=SelectForStorySerializer,
        responses={200: OpenApiTypes.OBJECT, **refusals(400, 404, 409)},
    )
    def post(self, request: Request, session_id: int) -> Response:
        """What the message would bring into the prompt; nothing is saved and no model is asked.

        Who may edit the world gets all of it, as from `/api/worldbook/select/` for a saved book;
        a player what players are shown: `selected`, and the number that is `hidden`.
        """
        story = self.own_story(session_id)
        form = SelectForStorySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        trial = choose_next(story.pk, form.validated_data["text"])
        author = edits_world_of(self.player, story)
        if isinstance(trial, Refusal):
            words = str(REASONS.get(trial.code, trial.reason))
            detail = dict(trial.detail) if author else {}
            raise ActionRefused(trial.code, words, 409, detail)
        assert not isinstance(trial.selection, Refusal)
        if not author:
            return Response(player_answer(trial.selection, ms=trial.ms))
        every = form.validated_data["all"]
        return Response(answer_json(trial, trial.selection, saved=True, every=every))
