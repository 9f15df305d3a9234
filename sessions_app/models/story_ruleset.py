"""Variables of a story and their values, and the checks that are made with dice (VR-1, DC-1)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from sessions_app.models.story_keyed import KeyedRow
from sessions_app.models.story_people import StoryCharacter
from sessions_app.models.story_places import StoryLocation
from sessions_app.models.story_things import StoryItem
from worldbook.models.ruleset import DiceCheck, VariableDef, number_field
from worldbook.models.story_checks import same_story
from worldbook.models.story_rows import StoryKey, StoryRow
from worldbook.models.world_rows import other_key, words_field


class StoryVariableDef(KeyedRow):
    """What a variable is: its kind, whose it is, its range or options, how it is shown (VR-1).

    `options` are texts, `bands` `{"from"?, "to"?, "label"}`, `targets` keys (empty: all of the
    scope). `default` is a JSON value of the kind; `baseline` null means there is none.
    """

    Kind, Scope, Visible = VariableDef.Kind, VariableDef.Scope, VariableDef.Visible

    description = models.TextField(_("description"), blank=True)
    value_kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    scope = models.CharField(_("of"), max_length=10, choices=Scope.choices)
    minimum = number_field(_("least"))
    maximum = number_field(_("most"))
    step = number_field(_("step"))
    options = words_field(_("options"))
    default = models.JSONField(_("default"))
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Visible.choices, default=Visible.PUBLIC
    )
    always = models.BooleanField(_("always shown"), default=False)
    bands = models.JSONField(_("bands"), default=list, blank=True)
    baseline = number_field(_("baseline"))
    targets = words_field(_("only for"))

    class Meta(KeyedRow.Meta):
        verbose_name = _("variable of a story")
        verbose_name_plural = _("variables of stories")


class StoryVariable(StoryRow):
    """A value that differs from its default (VR-1a); without a target it is the world's.

    A built-in variable (VR-2) has no row of its own: `built_in` names it and `definition` is null.
    """

    STORY_ONE_VALUE = True

    definition = StoryKey(StoryVariableDef, null=True, verbose_name=_("variable"))
    built_in = models.CharField(_("built-in variable"), max_length=20, blank=True)
    character = StoryKey(StoryCharacter, null=True, verbose_name=_("character"))
    item = StoryKey(StoryItem, null=True, verbose_name=_("item"))
    location = StoryKey(StoryLocation, null=True, verbose_name=_("place"))
    value = models.JSONField(_("value"))

    class Meta:
        verbose_name = _("value of a variable")
        verbose_name_plural = _("values of variables")
        ordering = ["session", "id"]
        constraints = [
            models.UniqueConstraint(
                name="story_variable_once",
                fields=["session", "definition", "built_in", "character", "item", "location"],
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                name="story_variable_is_of_one",
                condition=models.Q(character=None, item=None)
                | models.Q(character=None, location=None)
                | models.Q(item=None, location=None),
            ),
            models.CheckConstraint(
                name="story_variable_of_a_definition",
                condition=models.Q(definition__isnull=False, built_in="")
                | (models.Q(definition=None) & ~models.Q(built_in="")),
            ),
            same_story("definition", "character", "item", "location"),
        ]

    def __str__(self) -> str:
        return f"{self.definition_id or self.built_in}"


class StoryDiceCheck(KeyedRow):
    """A check of the world (DC-1): dice, how they are read, and what each result means.

    `bands` are `{"from"?, "to"?, "label", "outcome"}` with whole numbers, both ends included;
    `variable` is the key of a variable of the character that is added, rounded down.
    """

    Reading, Comparison = DiceCheck.Reading, DiceCheck.Comparison

    when = models.TextField(_("when to use it"), blank=True)
    dice = models.CharField(_("dice"), max_length=200)
    reading = models.CharField(
        _("reading"), max_length=10, choices=Reading.choices, default=Reading.TOTAL
    )
    comparison = models.CharField(
        _("comparison"), max_length=10, choices=Comparison.choices, default=Comparison.ABSOLUTE
    )
    variable = other_key(_("variable"))
    bands = models.JSONField(_("bands"), default=list)

    class Meta(KeyedRow.Meta):
        verbose_name = _("check of a story")
        verbose_name_plural = _("checks of stories")
