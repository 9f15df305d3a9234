"""The map of a world as written: regions, locations, their features, and exits (PL-1, PL-9)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from worldbook.models.checks import one_of
from worldbook.models.world_rows import WorldRow, key_field, other_key, words_field

LONGEST_WALK = 30 * 24 * 3600
"""Seconds of the longest exit: as long as the longest skip (TM-3)."""


class Region(WorldRow):
    """A part of the map that locations lie in; regions nest."""

    description = models.TextField(_("description"), blank=True)
    aliases = words_field(_("other names"))
    parent = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="parts",
        verbose_name=_("part of"),
    )

    class Meta(WorldRow.Meta):
        verbose_name = _("region")
        verbose_name_plural = _("regions")


class Location(WorldRow):
    """A place where characters can be and things can lie; `x`, `y` as drawn on the map."""

    description = models.TextField(_("description"), blank=True)
    aliases = words_field(_("other names"))
    tags = words_field(_("tags"))
    region = models.ForeignKey(
        Region,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="locations",
        verbose_name=_("region"),
    )
    x = models.IntegerField(null=True, blank=True)
    y = models.IntegerField(null=True, blank=True)

    class Meta(WorldRow.Meta):
        verbose_name = _("place")
        verbose_name_plural = _("places")


class Feature(models.Model):
    """What a place has that can be looked at and not be taken; keys are unique in their place."""

    location = models.ForeignKey(
        Location, models.CASCADE, related_name="features", verbose_name=_("place")
    )
    key = key_field()
    name = models.CharField(_("name"), max_length=200)
    description = models.TextField(_("description"), blank=True)
    aliases = words_field(_("other names"))
    position = models.PositiveIntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("feature")
        verbose_name_plural = _("features")
        ordering = ["location", "position", "id"]
        constraints = [
            models.UniqueConstraint(name="feature_key_in_location", fields=["location", "key"])
        ]

    def __str__(self) -> str:
        return self.name


class Exit(WorldRow):
    """A way from one place to another, one direction; exits of one `door` change state together."""

    class State(models.TextChoices):
        """Whether one gets through."""

        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")
        LOCKED = "locked", _("locked")
        BLOCKED = "blocked", _("blocked")

    origin = models.ForeignKey(
        Location, models.CASCADE, related_name="exits", verbose_name=_("from")
    )
    target = models.ForeignKey(
        Location, models.CASCADE, related_name="entrances", verbose_name=_("to")
    )
    description = models.TextField(_("description"), blank=True)
    aliases = words_field(_("other names"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    opener = other_key(_("opener"), _("The kind of item that locks and unlocks it."))
    door = other_key(
        _("door"), _("Exits that have the same one are two sides of one door: they open together.")
    )
    hidden = models.BooleanField(
        _("hidden"), default=False, help_text=_("Only those who know it see and use it.")
    )
    travel_seconds = models.PositiveIntegerField(
        _("way (seconds)"), null=True, blank=True, help_text=_("Empty: no time.")
    )
    see_through = models.BooleanField(
        _("one sees through"), null=True, blank=True, help_text=_("Unknown: no.")
    )
    hear_through = models.BooleanField(
        _("one hears through"), null=True, blank=True, help_text=_("Unknown: while it is open.")
    )

    class Meta(WorldRow.Meta):
        verbose_name = _("exit")
        verbose_name_plural = _("exits")
        constraints = [
            *WorldRow.Meta.constraints,
            one_of("exit_state", "state", ["open", "closed", "locked", "blocked"]),
            models.CheckConstraint(
                name="exit_travel_seconds",
                condition=models.Q(travel_seconds__lte=LONGEST_WALK),
            ),
        ]
