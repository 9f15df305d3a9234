"""Background jobs as rows: written by an action, sent by task name after commit."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from worldbook.models.checks import one_of


class Job(models.Model):
    """One piece of background work and how far it is."""

    class State(models.TextChoices):
        """Where a job stands."""

        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    kind = models.CharField(_("kind"), max_length=60)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="+",
        verbose_name=_("owner"),
    )
    arguments = models.JSONField(_("arguments"), default=dict, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.QUEUED)
    progress = models.PositiveSmallIntegerField(_("progress (%)"), default=0)
    cancel_requested = models.BooleanField(_("cancel requested"), default=False)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    error = models.TextField(_("error"), blank=True)
    created_at = models.DateTimeField(_("created"), db_default=Now())
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["-id"]
        constraints = [
            one_of("job_state", "state", ["queued", "running", "done", "failed", "cancelled"]),
            models.CheckConstraint(
                name="job_progress_percent", condition=models.Q(progress__lte=100)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
