"""What the commands of a player may carry; lengths are judged by the rules behind the door."""

from typing import Any

from rest_framework import serializers

BIG_ID = {"min_value": 1, "max_value": 2**63 - 1}
LONG = 200_000
"""Far above what the rules allow: a longer text is refused unread."""


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

    take = serializers.IntegerField(**BIG_ID)


class RegenerateSerializer(TakeSerializer):
    """A new version, with a wish."""

    instruction = serializers.CharField(max_length=LONG, allow_blank=True, default="")


class TurnSerializer(CommandSerializer):
    """A command about one turn."""

    turn = serializers.IntegerField(**BIG_ID)


class ReplaySerializer(TurnSerializer):
    """A message that takes the place of an old one."""

    text = serializers.CharField(max_length=LONG, allow_blank=True, trim_whitespace=False)


class MessageSerializer(CommandSerializer):
    """A command about one message: the player's (`turn`) or an answer (`take`)."""

    turn = serializers.IntegerField(**BIG_ID, required=False)
    take = serializers.IntegerField(**BIG_ID, required=False)

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

    command = serializers.IntegerField(**BIG_ID, required=False, allow_null=True)


class PinSerializer(CommandSerializer):
    """A book and the revision that is to be read; without it the latest there is."""

    book = serializers.IntegerField(**BIG_ID)
    revision = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, allow_null=True, default=None
    )


class UnpinSerializer(CommandSerializer):
    """A book that is to be read no more."""

    book = serializers.IntegerField(**BIG_ID)


class OwnPersonaSerializer(serializers.Serializer[Any]):
    """A persona written for this story alone."""

    name = serializers.CharField(max_length=200)
    text = serializers.CharField(max_length=20_000, allow_blank=True, default="")


class StartSerializer(CommandSerializer):
    """A new story: an opening, and what the player wants otherwise."""

    opening = serializers.IntegerField(**BIG_ID)
    persona_id = serializers.IntegerField(**BIG_ID, required=False, allow_null=True)
    persona = OwnPersonaSerializer(required=False, allow_null=True)
    title = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    pins = PinSerializer(many=True, required=False, allow_null=True)
    scenario = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")
    seed = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")


class StorySerializer(serializers.Serializer[Any]):
    """What can be changed of a story."""

    title = serializers.CharField(max_length=200, required=False)
    persona_name = serializers.CharField(max_length=200, required=False)
    persona_text = serializers.CharField(max_length=20_000, required=False, allow_blank=True)
    settings = serializers.DictField(required=False)


class WindowSerializer(serializers.Serializer[Any]):
    """Which part of a story's messages: the last ones, or those before a turn."""

    before_turn = serializers.IntegerField(**BIG_ID, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=30)
