"""What a world lets its stories count and ask: variables and checks (VR-1, VR-1a, DC-1)."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from worldbook.models.checks import one_of
from worldbook.models.world_rows import WorldRow, other_key, words_field


def number_field(name: Any, help_text: Any = "") -> models.DecimalField:
    """A column of a variable's number, or nothing: at most 4 places (VR-1a)."""
    return models.DecimalField(
        name, max_digits=14, decimal_places=4, null=True, blank=True, help_text=help_text
    )


class VariableDef(WorldRow):
    """Something that each character, item or location, or the world, has a value of.

    `options` are texts, `bands` `[{"from"?, "to"?, "label"}]` over numbers, `targets` the keys of
    those it is for (none: all of its scope), `default` a JSON value of the kind, or null: the least
    number, false, the first option, no text.
    """

    class Kind(models.TextChoices):
        """What its values are."""

        NUMBER = "number", _("number")
        FLAG = "flag", _("yes or no")
        CHOICE = "choice", _("choice")
        TEXT = "text", _("text")

    class Scope(models.TextChoices):
        """What has a value of it."""

        CHARACTER = "character", _("characters")
        ITEM = "item", _("items")
        LOCATION = "location", _("places")
        WORLD = "world", _("the world")

    class Visible(models.TextChoices):
        """Who is told its values besides whom they belong to."""

        PUBLIC = "public", _("those who see it")
        PRIVATE = "private", _("only itself")

    description = models.TextField(_("description"), blank=True)
    value_kind = models.CharField(
        _("kind"), max_length=10, choices=Kind.choices, default=Kind.NUMBER
    )
    scope = models.CharField(
        _("what has it"), max_length=10, choices=Scope.choices, default=Scope.CHARACTER
    )
    minimum = number_field(_("least"))
    maximum = number_field(_("most"))
    step = number_field(_("step"), _("Values are whole multiples of it from the least one."))
    options = words_field(_("options"))
    default = models.JSONField(_("default"), null=True, blank=True)
    visibility = models.CharField(
        _("told to"), max_length=10, choices=Visible.choices, default=Visible.PUBLIC
    )
    always = models.BooleanField(
        _("always shown"), default=False, help_text=_("Also while it has its default.")
    )
    bands = models.JSONField(_("bands"), default=list, blank=True)
    baseline = number_field(_("baseline"), _("What it can be set back to."))
    targets = words_field(_("only for"))

    class Meta(WorldRow.Meta):
        verbose_name = _("variable")
        verbose_name_plural = _("variables")
        constraints = [
            *WorldRow.Meta.constraints,
            one_of("variabledef_kind", "value_kind", ["number", "flag", "choice", "text"]),
            one_of("variabledef_scope", "scope", ["character", "item", "location", "world"]),
            one_of("variabledef_visibility", "visibility", ["public", "private"]),
            models.CheckConstraint(
                name="variabledef_step", condition=Q(step__isnull=True) | Q(step__gt=0)
            ),
        ]


class DiceCheck(WorldRow):
    """A question to the dice; `bands` are `[{"from"?, "to"?, "label", "outcome"}]`, ends inclusive."""

    class Reading(models.TextChoices):
        """What is read of a roll."""

        TOTAL = "total", _("the total")
        SUCCESSES = "successes", _("the successes")

    class Comparison(models.TextChoices):
        """What is looked up in the bands."""

        ABSOLUTE = "absolute", _("the value itself")
        OVER = "over", _("value − target")
        UNDER = "under", _("target − value")

    when = models.TextField(_("when to use it"), blank=True)
    dice = models.CharField(_("dice"), max_length=200)
    reading = models.CharField(
        _("reading"), max_length=10, choices=Reading.choices, default=Reading.TOTAL
    )
    comparison = models.CharField(
        _("comparison"), max_length=10, choices=Comparison.choices, default=Comparison.ABSOLUTE
    )
    variable = other_key(_("variable"), _("A number of the character that is added."))
    bands = models.JSONField(_("bands"), default=list, blank=True)

    class Meta(WorldRow.Meta):
        verbose_name = _("check")
        verbose_name_plural = _("checks")
        constraints = [
            *WorldRow.Meta.constraints,
            one_of("dicecheck_reading", "reading", ["total", "successes"]),
            one_of("dicecheck_comparison", "comparison", ["absolute", "over", "under"]),
        ]
