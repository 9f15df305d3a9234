"""A session (players see "story") and the log of commands given to it."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Session(models.Model):
    """One story of one player; its head is a take, its line the path to it (ST-1)."""

    STORY_KIND = "log"

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="sessions", verbose_name=_("owner")
    )
    title = models.CharField(_("title"), max_length=200)
    world = models.ForeignKey(
        "worldbook.World",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="sessions",
        verbose_name=_("world"),
    )
    language = models.CharField(_("language"), max_length=10, default="en")
    scenario_id = models.CharField(_("scenario"), max_length=60)
    seed = models.CharField(_("seed"), max_length=64)
    seed_given = models.BooleanField(
        _("seed given by hand"),
        default=False,
        help_text=_("Then rolls of the dice follow from it; else they are true chance."),
    )
    timeline = models.PositiveIntegerField(_("timeline"), default=1)
    head = models.ForeignKey(
        "sessions_app.Take", models.SET_NULL, null=True, related_name="+", verbose_name=_("head")
    )
    persona_name = models.CharField(_("persona's name"), max_length=200, blank=True)
    persona_text = models.TextField(_("persona"), blank=True)
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    next_turn = models.JSONField(
        _("for the next turn"),
        default=dict,
        blank=True,
        help_text=_("What an author gives for the next selection of lore; it is used once."),
    )
    branched_from = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="branches",
        verbose_name=_("branched from"),
    )
    branched_turn = models.PositiveIntegerField(_("branched at turn"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), db_default=Now())
    played_at = models.DateTimeField(_("last played"), db_default=Now())

    class Meta:
        verbose_name = _("story")
        verbose_name_plural = _("stories")
        ordering = ["-played_at", "-id"]
        indexes = [models.Index(fields=["owner", "-played_at"])]

    def __str__(self) -> str:
        return self.title


class Command(models.Model):
    """What a player told a session to do: answered the same when sent again, undone when asked."""

    STORY_KIND = "log"

    session = models.ForeignKey(Session, models.CASCADE, related_name="commands")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    idempotency_key = models.CharField(max_length=80)
    name = models.CharField(max_length=30)
    arguments = models.JSONField(default=dict)
    result = models.JSONField(default=dict)
    undo = models.JSONField(null=True, help_text="What puts it back; null where nothing can.")
    undone_at = models.DateTimeField(null=True)
    given_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("command")
        verbose_name_plural = _("commands")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(name="command_once", fields=["session", "idempotency_key"])
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.id}"
