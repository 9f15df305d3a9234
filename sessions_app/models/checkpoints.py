"""Checkpoints: takes that a player has given a name, to come back to (ST-1)."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from sessions_app.models.sessions import Session
from sessions_app.models.turns import Take


class Checkpoint(models.Model):
    """A name for a take of a story; the take and all that it goes on from are kept (ST-1).

    `take` null is the story before its first take.
    """

    STORY_KIND = "text"

    session = models.ForeignKey(Session, models.CASCADE, related_name="checkpoints")
    take = models.ForeignKey(Take, models.CASCADE, null=True, related_name="checkpoints")
    name = models.CharField(_("name"), max_length=120)
    created_at = models.DateTimeField(_("made"), db_default=Now())

    class Meta:
        verbose_name = _("checkpoint")
        verbose_name_plural = _("checkpoints")
        ordering = ["session", "id"]
        constraints = [
            models.UniqueConstraint(name="checkpoint_name_once", fields=["session", "name"])
        ]

    def __str__(self) -> str:
        return self.name
