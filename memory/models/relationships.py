"""How characters of a story see each other (KN-1, KN-2)."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from worldbook.models.story_checks import same_story
from worldbook.models.story_rows import StoryKey, StoryRow
from worldbook.models.worlds import degree_field


class Relationship(StoryRow):
    """One character's view of another; none means that it does not know that one.

    `familiarity` and `tension` are from 0 to 1, `trust` and `closeness` from -1 to 1.
    """

    character = StoryKey("sessions_app.StoryCharacter", verbose_name=_("character"))
    other = StoryKey("sessions_app.StoryCharacter", verbose_name=_("towards"))
    label = models.CharField(_("label"), max_length=100, blank=True)
    summary = models.TextField(_("summary"), blank=True)
    familiarity = degree_field(_("familiarity"), low=0)
    trust = degree_field(_("trust"), low=-1)
    closeness = degree_field(_("closeness"), low=-1)
    tension = degree_field(_("tension"), low=0)

    class Meta:
        verbose_name = _("relationship")
        verbose_name_plural = _("relationships")
        ordering = ["session", "character", "id"]
        constraints = [
            models.UniqueConstraint(name="relationship_once", fields=["character", "other"]),
            models.CheckConstraint(name="relationship_two", condition=~Q(character=F("other"))),
            same_story("character", "other"),
        ]

    def __str__(self) -> str:
        return f"{self.character_id} → {self.other_id}"
