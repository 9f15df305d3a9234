"""What the commands of a player may carry; lengths are judged by the rules behind the door."""

from typing import Any

from rest_framework import serializers

from sessions_app.rules.next_turn import MOST_NAMED
from sessions_app.rules.scenarios import STRATEGIES
from sessions_app.rules.settings import MAX_BUDGET

LONG = 200_000
"""Far above what the rules allow: a longer text is refused unread."""


def row_id(*, required: bool = True, allow_null: bool = False) -> serializers.IntegerField:
    """The field for the id of a row."""
    return serializers.IntegerField(
        min_value=1, max_value=2**63 - 1, required=required, allow_null=allow_null
    )


class CommandSerializer(serializers.Serializer[Any]):
    """Every command may carry its idempotency key here instead of in the header."""

    key = serializers.CharField(max_length=80, required=False)


class SendSerializer(CommandSerializer):
    """A message."""

    text = serializers.CharField(max_length=LONG, allow_blank=True, trim_whitespace=False)


class StopSerializer(CommandSerializer):
    """Whether stop keeps what was told."""

    keep = serializers.BooleanField(default=True)


class TakeSerializer(CommandSerializer):
    """A command about one version of an answer."""

    take = row_id()


class RegenerateSerializer(TakeSerializer):
    """A new version, with a wish; `undo_edits` lets changes by hand go with the old one."""

    instruction = serializers.CharField(max_length=LONG, allow_blank=True, default="")
    undo_edits = serializers.BooleanField(default=False)


class TurnSerializer(CommandSerializer):
    """A command about one turn."""

    turn = row_id()


class ReplaySerializer(TurnSerializer):
    """A message that takes the place of an old one."""

    text = serializers.CharField(max_length=LONG, allow_blank=True, trim_whitespace=False)


class MessageSerializer(CommandSerializer):
    """A command about one message: the player's (`turn`) or an answer (`take`)."""

    turn = row_id(required=False)
    take = row_id(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of the two."""
        if ("turn" in attrs) == ("take" in attrs):
            raise serializers.ValidationError("turn or take", code="one_of")
        return attrs


class EditSerializer(MessageSerializer):
    """New words for a message."""

    text = serializers.CharField(max_length=LONG, allow_blank=True, trim_whitespace=False)


class UndoSerializer(CommandSerializer):
    """Which command to undo; without it the last that can be."""

    command = row_id(required=False, allow_null=True)


class PinSerializer(CommandSerializer):
    """A book and the revision that is to be read; without it the latest there is."""

    book = row_id()
    revision = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, allow_null=True, default=None
    )


class RepinSerializer(CommandSerializer):
    """Another revision of a pinned book, and the one that was looked at."""

    expected_revision = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    revision = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


class RevisionSerializer(serializers.Serializer[Any]):
    """A revision to compare with (without it the latest there is), and which page of the changes."""

    page = serializers.IntegerField(min_value=1, max_value=100_000, default=1)

    revision = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, allow_null=True, default=None
    )


class OrderSerializer(CommandSerializer):
    """The ids of all pinned books, in their order."""

    books = serializers.ListField(child=row_id(), max_length=1_000)


class ReadingSerializer(serializers.Serializer[Any]):
    """Which part of a pinned book: those entries that have these words, a page of them."""

    q = serializers.CharField(required=False, allow_blank=True, default="", max_length=200)
    page = serializers.IntegerField(min_value=1, max_value=100_000, default=1)


class NextTurnSerializer(CommandSerializer):
    """What holds for the next turn alone; what is absent or null is as in the story."""

    strategy = serializers.ChoiceField(choices=STRATEGIES, allow_null=True, default=None)
    budget = serializers.IntegerField(
        min_value=0, max_value=MAX_BUDGET, allow_null=True, default=None
    )
    force = serializers.ListField(
        child=serializers.CharField(max_length=400), max_length=MOST_NAMED, default=list
    )
    bar = serializers.ListField(
        child=serializers.CharField(max_length=400), max_length=MOST_NAMED, default=list
    )


class UnpinSerializer(CommandSerializer):
    """A book that is to be read no more."""

    book = row_id()


class OwnPersonaSerializer(serializers.Serializer[Any]):
    """A persona written for this story alone."""

    name = serializers.CharField(max_length=200)
    text = serializers.CharField(max_length=20_000, allow_blank=True, default="")


class StartSerializer(CommandSerializer):
    """A new story: an opening, and what the player wants otherwise."""

    opening = row_id()
    persona_id = row_id(required=False, allow_null=True)
    persona = OwnPersonaSerializer(required=False, allow_null=True)
    title = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    pins = PinSerializer(many=True, required=False, allow_null=True)
    scenario = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")
    seed = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")
    settings = serializers.DictField(required=False, default=dict)


class StorySerializer(serializers.Serializer[Any]):
    """What can be changed of a story."""

    title = serializers.CharField(max_length=200, required=False)
    persona_name = serializers.CharField(max_length=200, required=False)
    persona_text = serializers.CharField(max_length=20_000, required=False, allow_blank=True)
    settings = serializers.DictField(required=False)


class WindowSerializer(serializers.Serializer[Any]):
    """Which part of a story's messages: the last ones, or those before a turn."""

    before_turn = row_id(required=False)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=30)
