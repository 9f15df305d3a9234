"""What was done to a draft, step by step, so that it can be undone (WK-15)."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from worldbook.models.lorebooks import Lorebook


class DraftStep(models.Model):
    """One change of a draft: who made it, when, and the rows before and after.

    `changes` is a list of `{id, key_id, title, before, after}`: the row's id in the table of
    entries, what it was called, and the fields that differ (native JSON). A row that was added has
    `before` null and in `after` all fields that are not the native default; a deleted one the other
    way round. `book_fields` is `{}` or `{before, after}` of the book's own fields.

    Kinds are the codes of `queries.step_words`, `detail` what their sentences need.
    """

    book = models.ForeignKey(Lorebook, models.CASCADE, related_name="steps", verbose_name=_("book"))
    kind = models.CharField(_("kind"), max_length=30)
    detail = models.JSONField(_("detail"), default=dict, blank=True)
    changes = models.JSONField(_("changes"), default=list, blank=True)
    book_fields = models.JSONField(_("fields of the book"), default=dict, blank=True)
    row_count = models.PositiveIntegerField(_("entries"))
    twin = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("the same step in the other book"),
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("by"),
    )
    made_at = models.DateTimeField(_("made"), db_default=Now())
    undone = models.BooleanField(_("undone"), default=False)
    turned_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("undone or redone by"),
    )
    turned_at = models.DateTimeField(_("undone or redone"), null=True, blank=True)

    class Meta:
        verbose_name = _("step of a draft")
        verbose_name_plural = _("steps of drafts")
        ordering = ["-id"]
        indexes = [models.Index(fields=["made_at"])]

    def __str__(self) -> str:
        return f"{self.book_id}: {self.kind}"
