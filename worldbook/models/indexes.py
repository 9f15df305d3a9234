"""Vector indexes of revisions: what is built, how far it is, and what went wrong (WB-15).

The vectors themselves stand in the table worldbook_indexvector, which only SQL speaks to: narrow
rows (book_id, build_id, entry, piece, hash, emb), in 32 partitions by book. `entry` is the entry's
number in the revision's body. They go with their build, by a trigger.
"""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from worldbook.models.checks import one_of
from worldbook.models.jobs import Job
from worldbook.models.lorebooks import Lorebook, Revision


class IndexBuild(models.Model):
    """The index of one revision in one embedding version; derived, and rebuildable at any time."""

    class State(models.TextChoices):
        """Where a build stands; only a ready one is searched."""

        BUILDING = "building", _("being built")
        READY = "ready", _("ready")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    book = models.ForeignKey(Lorebook, models.CASCADE, related_name="+", verbose_name=_("book"))
    revision = models.ForeignKey(
        Revision, models.CASCADE, related_name="indexes", verbose_name=_("revision")
    )
    embedding = models.CharField(_("embedding"), max_length=200)
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.BUILDING
    )
    pieces = models.PositiveIntegerField(_("pieces"), default=0)
    pieces_done = models.PositiveIntegerField(_("pieces done"), default=0)
    pieces_reused = models.PositiveIntegerField(_("pieces taken over"), default=0)
    error = models.TextField(_("error"), blank=True)
    job = models.ForeignKey(
        Job, models.SET_NULL, null=True, related_name="+", verbose_name=_("job")
    )
    asked_at = models.DateTimeField(_("asked for"), db_default=Now())
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("vector index")
        verbose_name_plural = _("vector indexes")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(name="index_once", fields=["revision", "embedding"]),
            one_of("index_state", "state", ["building", "ready", "failed", "cancelled"]),
        ]

    def __str__(self) -> str:
        return f"{self.revision_id} {self.embedding}"

    @property
    def progress(self) -> int:
        """How much of it is there, in percent."""
        if self.state == self.State.READY:
            return 100
        return min(99, self.pieces_done * 100 // self.pieces) if self.pieces else 0
