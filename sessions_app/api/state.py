"""Doors to a story's state: what its player may see, all of it for its author, and edits by hand."""

from typing import Any

from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sessions_app.actions.edit_variables import VariableEdit, edit_variable
from sessions_app.actions.edits import Edit, edit_state
from sessions_app.actions.refusals import refused
from sessions_app.api.base import StoryView, key_of
from sessions_app.api.serializers import CommandSerializer
from sessions_app.api.stories import checked
from sessions_app.queries.state_marks import seen_with_marks
from sessions_app.queries.state_rows import TABLES, changed_rows, state_tables
from sessions_app.queries.trace import is_author_of

ANSWER = {200: OpenApiTypes.OBJECT}


class StateSerializer(serializers.Serializer[Any]):
    """What of the state is wanted: `tables` only of an author's view, none named: all."""

    view = serializers.ChoiceField(["player", "author"], default="player")
    tables = serializers.MultipleChoiceField(choices=sorted(TABLES), required=False)


class EditStateSerializer(CommandSerializer):
    """One value and what was seen there: a row's field, or a variable of a target."""

    table = serializers.ChoiceField(sorted(TABLES))
    n = serializers.IntegerField(min_value=1, max_value=2**32 - 1, required=False)
    field = serializers.CharField(max_length=100, required=False)
    of = serializers.DictField(required=False)
    variable = serializers.CharField(max_length=200, required=False)
    seen = serializers.JSONField(allow_null=True)
    value = serializers.JSONField(allow_null=True)
    reason = serializers.CharField(max_length=2_000, allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A row is named by n and field, a variable by of and variable."""
        names = ("of", "variable") if attrs["table"] == "variables" else ("n", "field")
        for name in names:
            if name not in attrs:
                raise serializers.ValidationError({name: "required"}, code="required")
        return attrs


class StateView(StoryView):
    """The state of one story."""

    @extend_schema(operation_id="story_state_read", parameters=[StateSerializer], responses=ANSWER)
    def get(self, request: Request, session_id: int) -> Response:
        """What the player's character knows of it; `view=author`: every row, for who may edit."""
        story = self.own_story(session_id)
        values = checked(StateSerializer(data=request.query_params))
        if values["view"] == "player":
            return Response(seen_with_marks(story, get_language() or story.language))
        if not is_author_of(self.player, story):
            raise refused("not_author")
        wanted = values.get("tables") or ()
        names = tuple(name for name in TABLES if name in wanted)
        return Response(
            {
                "timeline": story.timeline,
                "tables": dict(state_tables(story.pk, names)),
                "changed": changed_rows(story),
            }
        )

    @extend_schema(operation_id="story_state_edit", request=EditStateSerializer, responses=ANSWER)
    def patch(self, request: Request, session_id: int) -> Response:
        """Change one value by hand; 409 `value_changed` shows both where it was changed since."""
        values = checked(EditStateSerializer(data=request.data))
        common: dict[str, Any] = {
            "by": self.player,
            "session_id": session_id,
            "key": key_of(request),
        }
        same: dict[str, Any] = {name: values[name] for name in ("seen", "value", "reason")}
        if values["table"] == "variables":
            edit = VariableEdit(of=values["of"], variable=values["variable"], **same)
            return Response(edit_variable(**common, edit=edit))
        row = Edit(table=values["table"], n=values["n"], field=values["field"], **same)
        return Response(edit_state(**common, edit=row))
