"""What characters of a story know of its places, exits, things and lore (KN-3)."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from worldbook.models.story_checks import same_story
from worldbook.models.story_rows import StoryKey, StoryRow

_TARGETS = ("location", "item", "exit")


def _only(name: str) -> Q:
    """Of the kinds of what can be known, this one."""
    keys = Q(**{f"{target}__isnull": target != name for target in _TARGETS})
    return keys & (~Q(lore="") if name == "lore" else Q(lore=""))


class EntityKnowledge(StoryRow):
    """An edge from a character to the one thing it can recognise; no edge: it does not know it.

    `lore` is `BOOK:KEY_ID`, which outlives a re-pin where the entry is still there (KN-7).
    """

    character = StoryKey("sessions_app.StoryCharacter", verbose_name=_("character"))
    location = StoryKey("sessions_app.StoryLocation", null=True, verbose_name=_("place"))
    item = StoryKey("sessions_app.StoryItem", null=True, verbose_name=_("item"))
    exit = StoryKey("sessions_app.StoryExit", null=True, verbose_name=_("exit"))
    lore = models.CharField(_("lore"), max_length=240, blank=True)

    class Meta:
        verbose_name = _("knowledge")
        verbose_name_plural = _("knowledge")
        ordering = ["session", "character", "id"]
        constraints = [
            models.UniqueConstraint(
                name="knowledge_once",
                fields=["character", "location", "item", "exit", "lore"],
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                name="knowledge_of_one_thing",
                condition=_only("location") | _only("item") | _only("exit") | _only("lore"),
            ),
            same_story("character", *_TARGETS),
        ]

    def __str__(self) -> str:
        return f"{self.character_id} knows {self.lore or 'a thing'}"
