"""Worlds as written: worlds, their characters, their openings, and players' personas."""

from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from worldbook.models.accounts import OwnedModel
from worldbook.models.checks import between, one_of
from worldbook.models.lorebooks import Lorebook, Revision


def degree_field(name: Any, low: int) -> models.DecimalField:
    """A column of a number from `low` (0 or -1) to 1, with 4 places."""
    return models.DecimalField(
        name,
        max_digits=5,
        decimal_places=4,
        default=Decimal(0),
        validators=[MinValueValidator(low), MaxValueValidator(1)],
    )


class World(OwnedModel):
    """A world that stories are started in; what happens in a story never changes it.

    `version` guards the world's own fields (compare-and-set); `document_version` rises with every
    change of anything in the world, its places, things, characters and openings too. `festivals`
    are calendar rules by name, `calendar_names` what months, weekdays and the era are called
    (TM-11), `day_parts` when parts of the day begin (TM-10), `rules` sentences (TB-20a);
    `starting_time` is an ISO instant, without offset in `zone`, or empty. `open_to_players` gives
    author view of a story to whoever plays it (AD-2).
    """

    class Hemisphere(models.TextChoices):
        """When seasons are."""

        NORTH = "north", _("north")
        SOUTH = "south", _("south")

    class Clock(models.TextChoices):
        """What moves the time of its stories (TM-2)."""

        SIMULATED = "simulated", _("the story")
        REAL = "real", _("the clock on the wall")
        NONE = "none", _("nothing: there is no time")

    key = models.SlugField(_("key"), max_length=100, unique=True, allow_unicode=True)
    language = models.CharField(
        _("language"), max_length=10, choices=settings.LANGUAGES, default="en"
    )
    name = models.CharField(_("name"), max_length=200)
    description = models.TextField(_("description"), blank=True)
    cover = models.ImageField(_("cover"), upload_to="worlds/", blank=True)
    zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", help_text=_("Such as Europe/Berlin.")
    )
    hemisphere = models.CharField(
        _("hemisphere"), max_length=5, choices=Hemisphere.choices, default=Hemisphere.NORTH
    )
    festivals = models.JSONField(_("festivals"), default=dict, blank=True)
    calendar_names = models.JSONField(_("names of the calendar"), default=dict, blank=True)
    day_parts = models.JSONField(_("parts of the day"), default=dict, blank=True)
    starting_time = models.CharField(
        _("starting time"),
        max_length=40,
        blank=True,
        help_text=_("Such as 1312-03-28T21:40. Empty: when a story is started."),
    )
    clock_mode = models.CharField(
        _("time is moved by"), max_length=10, choices=Clock.choices, default=Clock.SIMULATED
    )
    rules = models.JSONField(
        _("rules"), default=list, blank=True, help_text=_("What holds in this world, one a line.")
    )
    open_to_players = models.BooleanField(
        _("open to players"),
        default=True,
        help_text=_(
            "Who plays here may see all that is hidden in a story of their own, and change it. "
            "Off: only who may edit the world."
        ),
    )
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    document_version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(_("created"), db_default=Now(), editable=False)

    class Meta(OwnedModel.Meta):
        verbose_name = _("world")
        verbose_name_plural = _("worlds")
        ordering = ["name", "id"]
        constraints = [
            *OwnedModel.Meta.constraints,
            one_of("world_hemisphere", "hemisphere", ["north", "south"]),
            one_of("world_clock_mode", "clock_mode", ["simulated", "real", "none"]),
        ]

    def __str__(self) -> str:
        return self.name


class CardFields(models.Model):
    """The fields of a character card, V3 names; shared by authored and story characters."""

    key = models.SlugField(_("key"), max_length=100, allow_unicode=True)
    name = models.CharField(_("name"), max_length=200)
    nickname = models.CharField(_("nickname"), max_length=200, blank=True)
    description = models.TextField(_("description"), blank=True)
    personality = models.TextField(_("personality"), blank=True)
    scenario = models.TextField(_("scenario"), blank=True)
    first_mes = models.TextField(_("greeting"), blank=True)
    alternate_greetings = models.JSONField(_("alternate greetings"), default=list, blank=True)
    group_only_greetings = models.JSONField(_("group greetings"), default=list, blank=True)
    mes_example = models.TextField(_("example dialogue"), blank=True)
    system_prompt = models.TextField(_("system prompt"), blank=True)
    post_history_instructions = models.TextField(_("instructions after history"), blank=True)
    creator = models.CharField(_("creator"), max_length=200, blank=True)
    creator_notes = models.TextField(_("creator's notes"), blank=True)
    character_version = models.CharField(_("card version"), max_length=100, blank=True)
    tags = models.JSONField(_("tags"), default=list, blank=True)
    extensions = models.JSONField(_("extensions"), default=dict, blank=True)
    portrait = models.ImageField(_("portrait"), upload_to="portraits/", blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name


class Character(CardFields):
    """A character of a world: its card, and where and how it is when a story begins (PL-8, VR-2).

    `aliases` is a JSON list of texts; valence, arousal and dominance are its temperament, the
    baseline of its mood.
    """

    class Condition(models.TextChoices):
        """Whether it can act."""

        ACTIVE = "active", _("active")
        UNCONSCIOUS = "unconscious", _("unconscious")
        CAPTIVE = "captive", _("captive")
        AWAY = "away", _("away")
        DEAD = "dead", _("dead")

    world = models.ForeignKey(
        World, models.CASCADE, related_name="characters", verbose_name=_("world")
    )
    lorebook = models.ForeignKey(
        Lorebook,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="characters",
        verbose_name=_("its lorebook"),
    )
    aliases = models.JSONField(_("other names"), default=list, blank=True)
    location = models.ForeignKey(
        "worldbook.Location",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="characters",
        verbose_name=_("is at"),
    )
    condition = models.CharField(
        _("condition"), max_length=12, choices=Condition.choices, default=Condition.ACTIVE
    )
    follows = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="followers",
        verbose_name=_("follows"),
        help_text=_("Goes where that one goes."),
    )
    background = models.BooleanField(
        _("background"), default=False, help_text=_("Part of the scenery; gets no life of its own.")
    )
    group = models.BooleanField(
        _("group"), default=False, help_text=_("Several people who act as one.")
    )
    playable = models.BooleanField(
        _("playable"), default=True, help_text=_("A player may play this character.")
    )
    routine_on = models.BooleanField(
        _("keeps its routine"), default=True, help_text=_("Goes its daily ways by itself.")
    )
    valence = degree_field(_("valence"), low=-1)
    arousal = degree_field(_("arousal"), low=-1)
    dominance = degree_field(_("dominance"), low=-1)
    place = models.PositiveIntegerField(pgettext_lazy("order", "place"), default=0)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    source = models.JSONField(_("as imported"), default=dict, blank=True, editable=False)

    class Meta:
        verbose_name = _("character")
        verbose_name_plural = _("characters")
        ordering = ["world", "place", "id"]
        constraints = [
            models.UniqueConstraint(name="character_key_in_world", fields=["world", "key"]),
            one_of(
                "character_condition",
                "condition",
                ["active", "unconscious", "captive", "away", "dead"],
            ),
            models.CheckConstraint(
                name="character_follows_another",
                condition=~models.Q(follows=models.F("id")),
            ),
            between("character_valence", "valence", -1, 1),
            between("character_arousal", "arousal", -1, 1),
            between("character_dominance", "dominance", -1, 1),
        ]


class Opening(models.Model):
    """A ready story; a session is started as a copy of one.

    `variable_values` are `[{"of": {"kind", "key"?}, "variable", "value"}]`, `item_changes` what is
    done to things before it begins, in the form of a round's (IC-1).
    """

    world = models.ForeignKey(
        World, models.CASCADE, related_name="openings", verbose_name=_("world")
    )
    key = models.SlugField(_("key"), max_length=100, allow_unicode=True)
    name = models.CharField(_("name"), max_length=200)
    blurb = models.TextField(_("blurb"), blank=True)
    scenario_id = models.CharField(_("scenario"), max_length=60, default="worldbook")
    greeting = models.TextField(
        _("greeting"), blank=True, help_text=_("Empty: the first character's own greeting.")
    )
    alternate_greetings = models.JSONField(_("alternate greetings"), default=list, blank=True)
    player = models.ForeignKey(
        Character,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("player's character"),
        help_text=_("Empty: the player plays a persona."),
    )
    persona_name = models.CharField(_("persona's name"), max_length=200, blank=True)
    persona_text = models.TextField(_("persona"), blank=True)
    location = models.ForeignKey(
        "worldbook.Location",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("begins at"),
        help_text=_("Where the player begins. Empty: where the character is."),
    )
    starting_time = models.CharField(
        _("starting time"), max_length=40, blank=True, help_text=_("Empty: as the world says.")
    )
    variable_values = models.JSONField(_("variable values"), default=list, blank=True)
    item_changes = models.JSONField(_("item changes"), default=list, blank=True)
    place = models.PositiveIntegerField(pgettext_lazy("order", "place"), default=0)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)

    class Meta:
        verbose_name = _("opening")
        verbose_name_plural = _("openings")
        ordering = ["world", "place", "id"]
        constraints = [
            models.UniqueConstraint(name="opening_key_in_world", fields=["world", "key"])
        ]

    def __str__(self) -> str:
        return self.name


class OpeningCharacter(models.Model):
    """Who plays in an opening; the first one speaks ({{char}})."""

    opening = models.ForeignKey(Opening, models.CASCADE, related_name="cast")
    character = models.ForeignKey(
        Character, models.CASCADE, related_name="+", verbose_name=_("character")
    )
    place = models.PositiveIntegerField(pgettext_lazy("order", "place"), default=0)

    class Meta:
        verbose_name = _("member of the cast")
        verbose_name_plural = _("cast")
        ordering = ["place", "id"]
        constraints = [
            models.UniqueConstraint(name="opening_cast_once", fields=["opening", "character"])
        ]

    def __str__(self) -> str:
        return str(self.character)


class OpeningPin(models.Model):
    """A book that a story from this opening pins; no revision means the latest at the start."""

    opening = models.ForeignKey(Opening, models.CASCADE, related_name="pins")
    book = models.ForeignKey(
        Lorebook, models.CASCADE, related_name="opening_pins", verbose_name=_("book")
    )
    revision = models.ForeignKey(
        Revision,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("revision"),
    )
    place = models.PositiveIntegerField(pgettext_lazy("order", "place"), default=0)

    class Meta:
        verbose_name = _("pinned book")
        verbose_name_plural = _("pinned books")
        ordering = ["place", "id"]
        constraints = [models.UniqueConstraint(name="opening_pin_once", fields=["opening", "book"])]

    def __str__(self) -> str:
        return str(self.book)


class Persona(models.Model):
    """Who a player plays; its text is copied into a session."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="personas", verbose_name=_("owner")
    )
    name = models.CharField(_("name"), max_length=200)
    text = models.TextField(_("description"), blank=True)

    class Meta:
        verbose_name = _("persona")
        verbose_name_plural = _("personas")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name
