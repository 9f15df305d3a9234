"""Worlds as written: worlds, their characters, their openings, and players' personas."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from worldbook.models.accounts import OwnedModel
from worldbook.models.lorebooks import Lorebook, Revision


class World(OwnedModel):
    """A world that stories are started in; what happens in a story never changes it."""

    key = models.SlugField(_("key"), max_length=100, unique=True, allow_unicode=True)
    language = models.CharField(
        _("language"), max_length=10, choices=settings.LANGUAGES, default="en"
    )
    name = models.CharField(_("name"), max_length=200)
    description = models.TextField(_("description"), blank=True)
    cover = models.ImageField(_("cover"), upload_to="worlds/", blank=True)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    created_at = models.DateTimeField(_("created"), db_default=Now(), editable=False)

    class Meta(OwnedModel.Meta):
        verbose_name = _("world")
        verbose_name_plural = _("worlds")
        ordering = ["name", "id"]

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
    """A character of a world."""

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
    place = models.PositiveIntegerField(_("place"), default=0)
    version = models.PositiveIntegerField(_("version"), default=1, editable=False)
    source = models.JSONField(_("as imported"), default=dict, blank=True, editable=False)

    class Meta:
        verbose_name = _("character")
        verbose_name_plural = _("characters")
        ordering = ["world", "place", "id"]
        constraints = [
            models.UniqueConstraint(name="character_key_in_world", fields=["world", "key"])
        ]


class Opening(models.Model):
    """A ready story; a session is started as a copy of one."""

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
    persona_name = models.CharField(_("persona's name"), max_length=200, blank=True)
    persona_text = models.TextField(_("persona"), blank=True)
    place = models.PositiveIntegerField(_("place"), default=0)
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
    place = models.PositiveIntegerField(_("place"), default=0)

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
    place = models.PositiveIntegerField(_("place"), default=0)

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
