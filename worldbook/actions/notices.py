"""Notices to authors, marked as seen (WB-22)."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from worldbook.models import EntryNotice, User
from worldbook.queries.visible import editable_books


@transaction.atomic
def mark_seen(*, by: User, notice_ids: Iterable[int], now: datetime) -> int:
    """Mark notices of books the account may edit as seen; how many were new to it."""
    mine = EntryNotice.objects.filter(pk__in=list(notice_ids), book__in=editable_books(by))
    return mine.filter(seen_at=None).update(seen_at=now)
