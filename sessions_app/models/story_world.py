"""What a story has once: its copy of the world's calendar and rules, its clock, and the time log."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from worldbook.models.story_checks import same_story
from worldbook.models.story_rows import StoryKey, StoryRow
from worldbook.models.worlds import World


class StoryWorld(StoryRow):
    """The world's own settings, copied (TM-8, TM-10, TM-11, TB-20a), and who the player is.

    A story that was not started from a world has none. `festivals` maps a name to a calendar rule;
    `calendar_names` and `day_parts` are as the world has them, `{}` for the usual ones.
    """

    zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    hemisphere = models.CharField(
        _("hemisphere"), max_length=5, choices=World.Hemisphere.choices, default="north"
    )
    festivals = models.JSONField(_("festivals"), default=dict, blank=True)
    calendar_names = models.JSONField(_("names of months and days"), default=dict, blank=True)
    day_parts = models.JSONField(_("parts of the day"), default=dict, blank=True)
    rules = models.JSONField(_("rules"), default=list, blank=True)
    player = StoryKey(
        "sessions_app.StoryCharacter", null=True, verbose_name=_("player's character")
    )

    class Meta:
        verbose_name = _("world of a story")
        verbose_name_plural = _("worlds of stories")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(name="story_world_once", fields=["session"]),
            same_story("player"),
        ]

    def __str__(self) -> str:
        return self.zone


class StoryClock(StoryRow):
    """The story clock (TM-1, TM-2). Instants are UTC milliseconds; null where there is no clock.

    `cursor` is the instant up to which routines were looked at (AG-5), `own_dates` says that the
    story has dates which real time would contradict.
    """

    Mode = World.Clock

    mode = models.CharField(_("mode"), max_length=10, choices=Mode.choices, default=Mode.SIMULATED)
    now = models.BigIntegerField(_("now"), null=True)
    started = models.BigIntegerField(_("started"), null=True)
    cursor = models.BigIntegerField(null=True)
    own_dates = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("clock")
        verbose_name_plural = _("clocks")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(name="story_clock_once", fields=["session"])]

    def __str__(self) -> str:
        return f"{self.mode} {self.now}"


class TimeLog(StoryRow):
    """One step of story time (TM-5): from `begins` to `ends` in UTC milliseconds.

    `turn` is the turn's number on the line and `round` the round's in it; a step between rounds has
    the number of the last round before it.
    """

    class Kind(models.TextChoices):
        """Why time moved."""

        START = "start", _("start")
        ELAPSED = "elapsed", _("elapsed")
        REAL = "real", _("real")
        SKIP = "skip", _("skip")
        RESYNC = "resync", _("resync")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    begins = models.BigIntegerField(_("begins"))
    ends = models.BigIntegerField(_("ends"))
    turn = models.PositiveIntegerField(_("turn"), default=0)
    round = models.PositiveIntegerField(_("round"), default=0)
    reason = models.TextField(_("reason"), blank=True)
    moved = models.JSONField(_("who went where"), default=list)
    key = models.CharField(max_length=120, blank=True, help_text="Asked again it is the same step.")

    class Meta:
        verbose_name = _("step of time")
        verbose_name_plural = _("time log")
        ordering = ["session", "id"]
        indexes = [models.Index(fields=["session", "turn", "round"])]
        constraints = [
            models.UniqueConstraint(
                name="time_log_key", fields=["session", "key"], condition=~models.Q(key="")
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.turn}/{self.round}"
