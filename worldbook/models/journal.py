"""The journal of a story's state, and the counters of its numbers (ST-4). Written by triggers."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from worldbook.models.story_rows import row_number


class StoryCounter(models.Model):
    """The next number of a session's rows and of its journal; neither is ever set back."""

    STORY_KIND = "log"

    session = models.OneToOneField(
        "sessions_app.Session", models.CASCADE, primary_key=True, related_name="+"
    )
    next_n = models.BigIntegerField(default=1)
    next_seq = models.BigIntegerField(default=1)

    class Meta:
        verbose_name = _("story counter")
        verbose_name_plural = _("story counters")

    def __str__(self) -> str:
        return f"{self.session_id}: {self.next_n}, {self.next_seq}"


class JournalRow(models.Model):
    """One change of one state row: its images before and after, and what caused it.

    `id` is session × 2³² + seq, so that a session's changes lie in their order. `take_ref` is the
    take that the change belongs to (0: none, from before the first). Images are the row as JSON
    without key and session, references as `n`; `before` is null for a new row, `after` for one
    that went.
    """

    STORY_KIND = "log"

    class Cause(models.TextChoices):
        """Who or what wanted a change."""

        PLAYER = "player", _("the player")
        AUTHOR = "author", _("the author")
        MASTER = "master", _("the game master")
        RECORDER = "recorder", _("the recorder")
        JOB = "job", _("a background job")
        TRIGGER = "trigger", _("a trigger")
        CATCH_UP = "catch_up", _("passing time")
        ATTEMPT = "attempt", _("another attempt")

    id = models.BigIntegerField(primary_key=True, editable=False)
    session = models.ForeignKey(
        "sessions_app.Session",
        models.CASCADE,
        related_name="+",
        db_index=False,
        db_constraint=False,  # Whoever writes has locked the session: no row asks for it again.
    )
    table = models.CharField(_("table"), max_length=63)
    n = models.BigIntegerField(_("number"))
    version = models.PositiveSmallIntegerField(_("version of the table"))
    take_ref = models.BigIntegerField(_("take"), default=0)
    turn_ref = models.BigIntegerField(_("turn"), default=0)
    round = models.IntegerField(_("round"), default=0)
    attempt = models.IntegerField(_("attempt"), default=0)
    cause = models.CharField(_("cause"), max_length=20, choices=Cause.choices)
    reason = models.TextField(_("reason"), blank=True)
    at = models.DateTimeField(_("when"))
    before = models.JSONField(_("before"), null=True)
    after = models.JSONField(_("after"), null=True)

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("journal")
        ordering = ["id"]
        indexes = [models.Index(name="journal_take", fields=["session", "take_ref", "id"])]

    def __str__(self) -> str:
        return f"{self.session_id}#{self.seq} {self.table} {self.n}"

    @property
    def seq(self) -> int:
        """The number of the change in its session."""
        return row_number(self.pk)
