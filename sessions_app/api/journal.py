"""The door to a story's journal, for moderators and who has author view of it (ST-4)."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from sessions_app.actions.refusals import refused
from sessions_app.api.base import StoryView
from sessions_app.api.serializers import row_id
from sessions_app.api.stories import checked
from sessions_app.queries.journal import MOST, TABLE_NAMES, journal_json, may_read_journal
from sessions_app.queries.stories import readable_stories
from worldbook.models import JournalRow
from worldbook.queries.looking import note_look_at_story


class JournalSerializer(serializers.Serializer[Any]):
    """Which part of the journal: those before a change, of a take, a table, a row, a cause."""

    before = serializers.IntegerField(min_value=1, max_value=2**32 - 1, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=MOST, default=50)
    take = row_id(required=False)
    table = serializers.ChoiceField(TABLE_NAMES, required=False)
    n = serializers.IntegerField(min_value=1, max_value=2**32 - 1, required=False)
    cause = serializers.ChoiceField(choices=JournalRow.Cause.choices, required=False)


class JournalView(StoryView):
    """What changed in a story, by whom, and why."""

    @extend_schema(
        operation_id="story_journal",
        parameters=[JournalSerializer],
        responses={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, session_id: int) -> Response:
        """The changes, newest first, with the images before and after."""
        story = readable_stories(self.player).filter(pk=session_id).first()
        if story is None:
            raise refused("not_found")
        if not may_read_journal(self.player, story):
            raise refused("not_author")
        note_look_at_story(self.player, story.pk, story.owner_id)
        values = checked(JournalSerializer(data=request.query_params))
        return Response(journal_json(story, **values))
