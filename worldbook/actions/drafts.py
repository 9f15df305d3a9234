"""What every change of a draft leaves in its book."""

from django.db.models import F
from django.db.models.functions import Now

from worldbook.models import Lorebook


def touch_draft(book: Lorebook) -> None:
    """Note that the draft says something new; the caller holds the book's lock."""
    Lorebook.objects.filter(pk=book.pk).update(
        draft_version=F("draft_version") + 1, draft_changed_at=Now()
    )
    book.refresh_from_db(fields=["draft_version", "draft_changed_at"])
