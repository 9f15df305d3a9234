"""Which books a story reads, at which revision (WB-13)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from sessions_app.models.sessions import Session
from worldbook.models.story_rows import StoryRow


class SessionPin(StoryRow):
    """A book at a revision that a session reads; one pin per book. It points to authored rows:
    what a story reads cannot be deleted under it."""

    session = models.ForeignKey(Session, models.DO_NOTHING, related_name="pins")
    book = models.ForeignKey("worldbook.Lorebook", models.PROTECT, related_name="session_pins")
    revision = models.ForeignKey("worldbook.Revision", models.PROTECT, related_name="session_pins")
    place = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("pin")
        verbose_name_plural = _("pins")
        ordering = ["session", "place", "id"]
        constraints = [models.UniqueConstraint(name="pin_book_once", fields=["session", "book"])]

    def __str__(self) -> str:
        return f"{self.book_id}:{self.revision_id}"
