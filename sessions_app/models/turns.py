"""Turns, their takes (one playing of the answer = a swipe), and the passages of a take."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from sessions_app.models.sessions import Session


class Turn(models.Model):
    """A player's message and all that answers it. The greeting is turn 0.

    `number` may be used again after a rewind; `id` never is. `selection_input`, `selection`,
    `trace` and `timed` are frozen at the first preparation and kept for retries (WB-35, WB-37). Of a
    selection that failed the input and a trace are there, and no selection (WB-25).
    """

    STORY_KIND = "text"

    class Status(models.TextChoices):
        """Where a turn stands; TB-3 says what may follow what."""

        WAITING = "waiting", _("waiting")
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DELIVERED = "delivered", _("delivered")
        STOPPED = "stopped", _("stopped")
        FAILED = "failed", _("failed")
        INTERRUPTED = "interrupted", _("interrupted")
        WITHDRAWN = "withdrawn", _("withdrawn")
        SKIPPED = "skipped", _("skipped")

    session = models.ForeignKey(Session, models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField(_("number"), null=True, help_text="Null while it waits.")
    idempotency_key = models.CharField(max_length=80)
    player_text = models.TextField(_("message"), blank=True)
    player_edited_at = models.DateTimeField(null=True)
    player_deleted_at = models.DateTimeField(null=True)
    status = models.CharField(
        _("status"), max_length=12, choices=Status.choices, default=Status.QUEUED
    )
    selection_input = models.JSONField(null=True)
    selection = models.JSONField(null=True)
    trace = models.JSONField(null=True)
    timed = models.JSONField(null=True)
    created_at = models.DateTimeField(_("sent"), db_default=Now())

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        ordering = ["session", "id"]
        constraints = [
            models.UniqueConstraint(
                name="turn_idempotency_key", fields=["session", "idempotency_key"]
            )
        ]
        indexes = [
            models.Index(fields=["session", "number"]),
            models.Index(
                name="turn_unfinished",
                fields=["status", "id"],
                condition=models.Q(status__in=["waiting", "queued", "running"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number}"


class Take(models.Model):
    """One version of a turn's answer; its parent is the take it continues (null: the root)."""

    STORY_KIND = "text"

    class Status(models.TextChoices):
        """Where a take stands."""

        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DELIVERED = "delivered", _("delivered")
        STOPPED = "stopped", _("stopped")
        FAILED = "failed", _("failed")
        INTERRUPTED = "interrupted", _("interrupted")
        SKIPPED = "skipped", _("skipped")

    class Mode(models.TextChoices):
        """What the next attempt does with the text so far."""

        FRESH = "fresh", _("writes anew")
        APPEND = "append", _("goes on from the text so far")

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="takes")
    number = models.PositiveIntegerField(_("number"))
    parent = models.ForeignKey("self", models.SET_NULL, null=True, related_name="children")
    status = models.CharField(
        _("status"), max_length=12, choices=Status.choices, default=Status.QUEUED
    )
    attempt = models.PositiveIntegerField(
        _("attempt"), default=0, help_text="Rises each time a runner takes it up."
    )
    own_starts = models.PositiveSmallIntegerField(
        default=0, help_text="Attempts since the player last asked; at most 2 start by themselves."
    )
    claimed_by = models.CharField(
        max_length=32, blank=True, help_text="The runner's word for its claim of this attempt."
    )
    mode = models.CharField(max_length=8, choices=Mode.choices, default=Mode.FRESH)
    kept_text = models.TextField(
        blank=True, help_text="Where it goes on from a text: that text, as the player last had it."
    )
    instruction = models.TextField(_("instruction"), blank=True)
    timeline = models.PositiveIntegerField(default=1, help_text="The session's when it began.")
    stop_requested_at = models.DateTimeField(null=True)
    keep_partial = models.BooleanField(default=True, help_text="What stop does with the text.")
    checkpoint_frame = models.CharField(
        max_length=40, blank=True, help_text="The last frame whose words are in the passages."
    )
    announced = models.BooleanField(
        default=True, help_text="False between the commit of an end and its frame (TB-2)."
    )
    base = models.BigIntegerField(
        null=True,
        help_text="The story's last change that it goes on from; null until it changes something.",
    )
    left_at = models.DateTimeField(null=True, help_text="Since when it is off the line (ST-1).")
    kept_edits = models.JSONField(
        default=list, blank=True, help_text="Edits by hand that met what an attempt had changed."
    )
    truncated = models.BooleanField(_("cut by the output limit"), default=False)
    usage = models.JSONField(_("usage"), default=dict, blank=True)
    error = models.JSONField(_("error"), null=True)
    deleted_at = models.DateTimeField(null=True)
    edited_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("take")
        verbose_name_plural = _("takes")
        ordering = ["turn", "number"]
        constraints = [
            models.UniqueConstraint(name="take_number_in_turn", fields=["turn", "number"])
        ]
        indexes = [
            models.Index(
                name="take_unfinished",
                fields=["status", "id"],
                condition=models.Q(status__in=["queued", "running"]) | models.Q(announced=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.turn_id}.{self.number}"


class Passage(models.Model):
    """A stretch of a take's text by one speaker; several a take in later kinds."""

    STORY_KIND = "text"

    take = models.ForeignKey(Take, models.CASCADE, related_name="passages")
    position = models.PositiveIntegerField(default=0)
    speaker = models.CharField(_("speaker"), max_length=100, blank=True)
    text = models.TextField(_("text"), blank=True)
    reasoning = models.TextField(blank=True)

    class Meta:
        verbose_name = _("passage")
        verbose_name_plural = _("passages")
        ordering = ["take", "position"]
        constraints = [
            models.UniqueConstraint(name="passage_position", fields=["take", "position"])
        ]

    def __str__(self) -> str:
        return f"{self.take_id}#{self.position}"
