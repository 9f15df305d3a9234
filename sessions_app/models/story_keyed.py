"""What most story rows share: a key that is unique in the story, and an order."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from worldbook.models.story_rows import StoryRow


class KeyedRow(StoryRow):
    """A story row that rules and proposals name by `key`, copied from a row of the world."""

    key = models.SlugField(_("key"), max_length=120, allow_unicode=True, db_index=False)
    name = models.CharField(_("name"), max_length=200, blank=True)
    position = models.PositiveIntegerField(_("position"), default=0)

    class Meta:
        abstract = True
        ordering = ["session", "position", "id"]
        constraints = [models.UniqueConstraint(name="%(class)s_key", fields=["session", "key"])]

    def __str__(self) -> str:
        return self.key
