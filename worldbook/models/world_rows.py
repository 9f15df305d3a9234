"""What every authored row of a world has: its world, a key that names it there, a name, a place.

Keys are unique in their world and kind. Stories copy these rows when they start and never point to
them, so that an author may delete any of them.
"""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from worldbook.models.worlds import World

KEY_LENGTH = 100


def key_field() -> models.SlugField:
    """The column of a key: letters of any script, digits, hyphens and underscores."""
    return models.SlugField(
        _("key"),
        max_length=KEY_LENGTH,
        allow_unicode=True,
        help_text=_("Names it in rules. Left empty, it is made from the name."),
    )


def words_field(name: Any, help_text: Any = "") -> models.JSONField:
    """A column of words: a JSON list of texts."""
    return models.JSONField(name, default=list, blank=True, help_text=help_text)


def other_key(name: Any, help_text: Any = "") -> models.CharField:
    """A column that names something by its key, or nothing."""
    return models.CharField(name, max_length=KEY_LENGTH, blank=True, help_text=help_text)


class WorldRow(models.Model):
    """One thing of a world; `aliases` and `tags` of subclasses are JSON lists of text."""

    world = models.ForeignKey(
        World, models.CASCADE, related_name="%(class)ss", verbose_name=_("world")
    )
    key = key_field()
    name = models.CharField(_("name"), max_length=200)
    position = models.PositiveIntegerField(_("position"), default=0)

    class Meta:
        abstract = True
        ordering = ["world", "position", "id"]
        constraints = [
            models.UniqueConstraint(name="%(class)s_key_in_world", fields=["world", "key"])
        ]

    def __str__(self) -> str:
        return self.name


__all__ = ["KEY_LENGTH", "WorldRow", "key_field", "other_key", "words_field"]
