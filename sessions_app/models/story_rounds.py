"""What happened at the table: rounds that were resolved, and every roll of the dice (PL-3, DC-2)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from sessions_app.models.story_people import StoryCharacter
from sessions_app.models.story_places import StoryLocation
from sessions_app.models.story_ruleset import StoryDiceCheck
from worldbook.models.story_checks import same_story
from worldbook.models.story_rows import StoryKey, StoryRow


class StoryRound(StoryRow):
    """One pass of acts, as it was accepted.

    `key` is the proposal's idempotency key. `at` maps the number `n` of a character to that of the
    place it was in at the beginning (null: nowhere); `moved` lists `{"who", "from", "to", "how",
    "exits", "seconds"}` with such numbers; `left_out` are variable changes that were refused (VR-4),
    `character_changes` conditions and whom somebody follows (PL-8); `outcomes` maps a character's
    `n` to the text. `begins` and `ends` are UTC milliseconds; `pending` rounds wait for the
    recorder.
    """

    turn = models.PositiveIntegerField(_("turn"))
    number = models.PositiveIntegerField(_("number"))
    key = models.CharField(max_length=120)
    location = StoryKey(StoryLocation, null=True, verbose_name=_("place"))
    at = models.JSONField(_("who was where"), default=dict)
    moved = models.JSONField(_("who went where"), default=list)
    outcomes = models.JSONField(_("outcomes"), default=dict)
    item_changes = models.JSONField(_("changes of items"), default=list)
    variable_changes = models.JSONField(_("changes of variables"), default=list)
    left_out = models.JSONField(_("refused changes of variables"), default=list)
    character_changes = models.JSONField(_("changes of characters"), default=list)
    cause = models.CharField(_("cause"), max_length=20, default="master")
    begins = models.BigIntegerField(_("begins"), null=True)
    ends = models.BigIntegerField(_("ends"), null=True)
    new_phase = models.BooleanField(_("a new phase begins"), default=False)
    pending = models.BooleanField(_("waits for the recorder"), default=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["session", "turn", "number", "id"]
        constraints = [
            models.UniqueConstraint(name="story_round_key", fields=["session", "key"]),
            models.UniqueConstraint(
                name="story_round_number", fields=["session", "turn", "number"]
            ),
            same_story("location"),
        ]

    def __str__(self) -> str:
        return f"{self.turn}/{self.number}"


class DiceRoll(StoryRow):
    """One roll (DC-2): every die, what was added, and how it was read.

    `dice` is as the dice language gives it, `modifiers` a list of `{"name", "value"}`;
    `dice_check` null is a plain roll. `value` is what was read (total or successes, with modifiers),
    `rolled_when` the story's time in UTC milliseconds.
    """

    class AskedBy(models.TextChoices):
        """Who wanted it."""

        AGENT = "agent", _("agent")
        PLAYER = "player", _("player")

    turn = models.PositiveIntegerField(_("turn"))
    round = models.PositiveIntegerField(_("round"), default=0)
    dice_check = StoryKey(StoryDiceCheck, null=True, verbose_name=_("check"))
    expression = models.CharField(_("dice"), max_length=200)
    dice = models.JSONField(_("every die"), default=list)
    modifiers = models.JSONField(_("modifiers"), default=list)
    target = models.IntegerField(_("target"), null=True)
    total = models.BigIntegerField(_("total"))
    value = models.BigIntegerField(_("value read"))
    band = models.CharField(_("band"), max_length=200, blank=True)
    outcome = models.TextField(_("outcome"), blank=True)
    reason = models.TextField(_("reason"), blank=True)
    character = StoryKey(StoryCharacter, null=True, verbose_name=_("character"))
    hidden = models.BooleanField(_("hidden"), default=False)
    asked_by = models.CharField(_("asked by"), max_length=8, choices=AskedBy.choices)
    rolled_when = models.BigIntegerField(_("rolled"), null=True)
    truncated = models.BooleanField(_("cut off"), default=False)
    key = models.CharField(max_length=120, blank=True, help_text="Asked again it is the same roll.")

    class Meta:
        verbose_name = _("roll")
        verbose_name_plural = _("rolls")
        ordering = ["session", "id"]
        indexes = [models.Index(fields=["session", "turn"])]
        constraints = [
            models.UniqueConstraint(
                name="dice_roll_key", fields=["session", "key"], condition=~models.Q(key="")
            ),
            same_story("dice_check", "character"),
        ]

    def __str__(self) -> str:
        return f"{self.expression} = {self.total}"
