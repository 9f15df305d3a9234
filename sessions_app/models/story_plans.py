"""What characters do when nobody is looking: routines, engagements, intents (AG-1)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from sessions_app.models.story_people import StoryCharacter
from sessions_app.models.story_places import StoryLocation
from worldbook.models.story_checks import same_story
from worldbook.models.story_rows import StoryKey, StoryRow


class StoryRoutine(StoryRow):
    """A window of a character's day; the first that holds wins.

    `start` and `end` are `HH:MM` of the story's zone, `days` short names of weekdays (empty: all),
    `calendar` a calendar rule (`{}`: none).
    """

    character = StoryKey(StoryCharacter, verbose_name=_("character"))
    position = models.PositiveIntegerField(_("position"), default=0)
    start = models.CharField(_("from"), max_length=5)
    end = models.CharField(_("to"), max_length=5)
    days = models.JSONField(_("weekdays"), default=list, blank=True)
    calendar = models.JSONField(_("calendar rule"), default=dict, blank=True)
    location = StoryKey(StoryLocation, null=True, verbose_name=_("place"))
    activity = models.TextField(_("activity"), blank=True)

    class Meta:
        verbose_name = _("routine of a story")
        verbose_name_plural = _("routines of stories")
        ordering = ["session", "character", "position", "id"]
        constraints = [same_story("character", "location")]

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


class StoryEngagement(StoryRow):
    """Something that a character is to do at a date; instants are UTC milliseconds."""

    class Status(models.TextChoices):
        """What became of it."""

        PENDING = "pending", _("pending")
        KEPT = "kept", _("kept")
        MISSED = "missed", _("missed")
        CANCELLED = "cancelled", _("cancelled")

    key = models.SlugField(_("key"), max_length=120, allow_unicode=True, db_index=False)
    character = StoryKey(StoryCharacter, verbose_name=_("character"))
    title = models.TextField(_("title"))
    location = StoryKey(StoryLocation, null=True, verbose_name=_("place"))
    begins = models.BigIntegerField(_("begins"))
    ends = models.BigIntegerField(_("ends"), null=True)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.PENDING
    )

    class Meta:
        verbose_name = _("engagement")
        verbose_name_plural = _("engagements")
        ordering = ["session", "begins", "id"]
        constraints = [
            models.UniqueConstraint(name="story_engagement_key", fields=["session", "key"]),
            same_story("character", "location"),
        ]

    def __str__(self) -> str:
        return self.key


class StoryIntent(StoryRow):
    """A goal of a character; `deadline` is in UTC milliseconds, null where there is none."""

    class Status(models.TextChoices):
        """Whether it still has it."""

        ACTIVE = "active", _("active")
        DONE = "done", _("done")
        DROPPED = "dropped", _("dropped")

    key = models.SlugField(_("key"), max_length=120, allow_unicode=True, db_index=False)
    character = StoryKey(StoryCharacter, verbose_name=_("character"))
    kind = models.CharField(_("kind"), max_length=60, blank=True)
    text = models.TextField(_("goal"))
    priority = models.IntegerField(_("priority"), default=0)
    urgency = models.IntegerField(_("urgency"), default=0)
    deadline = models.BigIntegerField(_("deadline"), null=True)
    plan = models.TextField(_("plan"), blank=True)
    status = models.CharField(
        _("status"), max_length=8, choices=Status.choices, default=Status.ACTIVE
    )

    class Meta:
        verbose_name = _("intent")
        verbose_name_plural = _("intents")
        ordering = ["session", "id"]
        constraints = [
            models.UniqueConstraint(
                name="story_intent_key", fields=["session", "character", "key"]
            ),
            same_story("character"),
        ]

    def __str__(self) -> str:
        return self.key
