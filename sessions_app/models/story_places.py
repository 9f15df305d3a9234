"""Places of a story: regions, locations, their features, and the exits between them (PL-1, PL-9)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from sessions_app.models.story_keyed import KeyedRow
from worldbook.models.places import Exit
from worldbook.models.story_checks import same_story
from worldbook.models.story_rows import StoryKey
from worldbook.models.world_rows import other_key, words_field


class StoryRegion(KeyedRow):
    """A part of the world that places lie in; regions nest."""

    description = models.TextField(_("description"), blank=True)
    aliases = words_field(_("other names"))
    parent = StoryKey("self", null=True, verbose_name=_("lies in"))

    class Meta(KeyedRow.Meta):
        verbose_name = _("region of a story")
        verbose_name_plural = _("regions of stories")
        constraints = [*KeyedRow.Meta.constraints, same_story("parent")]


class StoryLocation(KeyedRow):
    """A place; `x` and `y` are where it stands on the map, null where nobody put it (PL-9)."""

    description = models.TextField(_("description"), blank=True)
    aliases = words_field(_("other names"))
    tags = words_field(_("tags"))
    region = StoryKey(StoryRegion, null=True, verbose_name=_("region"))
    x = models.IntegerField(_("x on the map"), null=True)
    y = models.IntegerField(_("y on the map"), null=True)

    class Meta(KeyedRow.Meta):
        verbose_name = _("place of a story")
        verbose_name_plural = _("places of stories")
        constraints = [*KeyedRow.Meta.constraints, same_story("region")]


class StoryFeature(KeyedRow):
    """Something to look at in a place that is no item."""

    location = StoryKey(StoryLocation, verbose_name=_("place"))
    description = models.TextField(_("description"), blank=True)
    aliases = words_field(_("other names"))

    class Meta(KeyedRow.Meta):
        verbose_name = _("feature of a story")
        verbose_name_plural = _("features of stories")
        constraints = [
            models.UniqueConstraint(name="storyfeature_key", fields=["location", "key"]),
            same_story("location"),
        ]


class StoryExit(KeyedRow):
    """A way from one place to another. Exits with the same `door` change state together (PL-1).

    `travel_seconds` null is 0; `see_through` and `hear_through` null are as PL-9 has it.
    """

    State = Exit.State

    origin = StoryKey(StoryLocation, verbose_name=_("from"))
    target = StoryKey(StoryLocation, verbose_name=_("to"))
    description = models.TextField(_("description"), blank=True)
    aliases = words_field(_("other names"))
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.OPEN)
    opener = other_key(_("opener"))
    door = other_key(_("door"))
    hidden = models.BooleanField(_("hidden"), default=False)
    travel_seconds = models.PositiveIntegerField(_("travel time (s)"), null=True)
    see_through = models.BooleanField(_("one can see through"), null=True)
    hear_through = models.BooleanField(_("one can hear through"), null=True)

    class Meta(KeyedRow.Meta):
        verbose_name = _("exit of a story")
        verbose_name_plural = _("exits of stories")
        constraints = [*KeyedRow.Meta.constraints, same_story("origin", "target")]
