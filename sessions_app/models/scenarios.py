"""Scenarios: how a turn is made (SC-1)."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Scenario(models.Model):
    """One way of making turns, chosen by the session and never guessed."""

    STORY_KIND = "config"

    class Kind(models.TextChoices):
        """The shape of the turn."""

        ACTOR = "actor", _("actor")
        TABLE = "table", _("table")
        STORY = "story", _("story")
        ILLUSTRATED = "illustrated", _("illustrated")

    id = models.SlugField(primary_key=True, max_length=60)
    name = models.CharField(_("name"), max_length=100)
    description = models.TextField(_("description"), blank=True)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    enabled = models.BooleanField(_("enabled"), default=True)
    version = models.PositiveIntegerField(_("shipped version"), default=0, editable=False)
    edited = models.BooleanField(_("edited here"), default=False, editable=False)
    strategy = models.CharField(_("worldbook strategy"), max_length=10, default="rules")
    worldbook_budget = models.PositiveIntegerField(_("worldbook budget (tokens)"), default=1500)
    share_worldbook = models.BooleanField(_("planners see the worldbook"), default=True)
    share_memory = models.BooleanField(_("planners see the memory"), default=True)
    share_instructions = models.BooleanField(_("planners see instructions"), default=True)
    memory_sources = models.JSONField(_("memory sources"), default=list, blank=True)
    slow_lane = models.BooleanField(_("slow lane"), default=False)
    foreground_loop = models.BooleanField(_("foreground loop"), default=False)
    compact = models.BooleanField(_("compact"), default=False)
    memory_hook = models.BooleanField(_("external memory hook"), default=False)
    gates = models.JSONField(_("gates"), default=list, blank=True)
    tools = models.JSONField(_("tools"), default=list, blank=True)
    prompts = models.JSONField(_("prompts"), default=dict, blank=True)
    routes = models.JSONField(
        _("model routes"), default=dict, blank=True, help_text=_("Role to route name.")
    )
    assembly = models.CharField(_("assembly"), max_length=20, default="closed_loop")

    class Meta:
        verbose_name = _("scenario")
        verbose_name_plural = _("scenarios")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name
