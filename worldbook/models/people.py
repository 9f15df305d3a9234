"""What a world's characters begin with: their day, whom they know, what they know, what they want.

AG-1, KN-1, KN-3, KN-4.
"""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from worldbook.models.checks import between, one_of
from worldbook.models.places import Location
from worldbook.models.world_rows import key_field, words_field
from worldbook.models.worlds import Character, degree_field

MOST = 100


class Routine(models.Model):
    """One window of a character's day; the first that matches holds.

    `start` and `end` are "HH:MM" in the story's zone ("24:00" may end; equal ones are 24 hours),
    `days` weekdays ("mon"…; none: every day), `calendar` a calendar rule or {} for none.
    """

    character = models.ForeignKey(
        Character, models.CASCADE, related_name="routines", verbose_name=_("character")
    )
    position = models.PositiveIntegerField(_("position"), default=0)
    start = models.CharField(_("from"), max_length=5)
    end = models.CharField(_("to"), max_length=5)
    days = words_field(_("weekdays"))
    calendar = models.JSONField(_("calendar rule"), default=dict, blank=True)
    location = models.ForeignKey(
        Location,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("place"),
        help_text=_("Empty: wherever the character is."),
    )
    activity = models.CharField(_("activity"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("routine")
        verbose_name_plural = _("routines")
        ordering = ["character", "position", "id"]

    def __str__(self) -> str:
        return f"{self.start}–{self.end} {self.activity}".strip()


class FirstRelationship(models.Model):
    """How a character sees another when a story begins; none: it does not know that one."""

    character = models.ForeignKey(
        Character, models.CASCADE, related_name="relationships", verbose_name=_("character")
    )
    other = models.ForeignKey(
        Character, models.CASCADE, related_name="+", verbose_name=_("towards")
    )
    label = models.CharField(_("label"), max_length=100, blank=True)
    summary = models.TextField(_("summary"), blank=True)
    familiarity = degree_field(_("familiarity"), low=0)
    trust = degree_field(_("trust"), low=-1)
    closeness = degree_field(_("closeness"), low=-1)
    tension = degree_field(_("tension"), low=0)

    class Meta:
        verbose_name = _("first relationship")
        verbose_name_plural = _("first relationships")
        ordering = ["character", "id"]
        constraints = [
            models.UniqueConstraint(name="firstrelationship_once", fields=["character", "other"]),
            models.CheckConstraint(
                name="firstrelationship_two", condition=~Q(character=F("other"))
            ),
            between("firstrelationship_familiarity", "familiarity", 0, 1),
            between("firstrelationship_trust", "trust", -1, 1),
            between("firstrelationship_closeness", "closeness", -1, 1),
            between("firstrelationship_tension", "tension", 0, 1),
        ]

    def __str__(self) -> str:
        return f"{self.character} → {self.other}"


class FirstKnowledge(models.Model):
    """Something that a character knows when a story begins.

    `target_key` is the key of a place or an exit, the kind of an item, or `BOOK:KEY_ID` of lore.
    """

    class Target(models.TextChoices):
        """What is known."""

        LOCATION = "location", _("place")
        ITEM = "item", _("item")
        EXIT = "exit", _("exit")
        LORE = "lore", _("lore")

    character = models.ForeignKey(
        Character, models.CASCADE, related_name="knowledge", verbose_name=_("character")
    )
    target_kind = models.CharField(_("what"), max_length=10, choices=Target.choices)
    target_key = models.CharField(_("which"), max_length=240)

    class Meta:
        verbose_name = _("first knowledge")
        verbose_name_plural = _("first knowledge")
        ordering = ["character", "target_kind", "id"]
        constraints = [
            models.UniqueConstraint(
                name="firstknowledge_once", fields=["character", "target_kind", "target_key"]
            ),
            one_of("firstknowledge_kind", "target_kind", ["location", "item", "exit", "lore"]),
        ]

    def __str__(self) -> str:
        return f"{self.character}: {self.target_key}"


class FirstIntent(models.Model):
    """Something that a character is after when a story begins (AG-1, AG-3).

    `deadline` is an ISO instant (without offset in the world's zone) or empty; `priority` and
    `urgency` are 0 to 100, more is earlier.
    """

    character = models.ForeignKey(
        Character, models.CASCADE, related_name="intents", verbose_name=_("character")
    )
    key = key_field()
    kind = models.CharField(_("kind"), max_length=60, blank=True)
    text = models.TextField(_("what it wants"))
    priority = models.PositiveSmallIntegerField(
        _("priority"), default=0, validators=[MinValueValidator(0), MaxValueValidator(MOST)]
    )
    urgency = models.PositiveSmallIntegerField(
        _("urgency"), default=0, validators=[MinValueValidator(0), MaxValueValidator(MOST)]
    )
    deadline = models.CharField(_("deadline"), max_length=40, blank=True)
    plan = models.TextField(_("plan"), blank=True)

    class Meta:
        verbose_name = _("first intent")
        verbose_name_plural = _("first intents")
        ordering = ["character", "id"]
        constraints = [
            models.UniqueConstraint(name="firstintent_key", fields=["character", "key"]),
            between("firstintent_priority", "priority", 0, MOST),
            between("firstintent_urgency", "urgency", 0, MOST),
        ]

    def __str__(self) -> str:
        return self.text
