"""Notices to authors: told once, marked as seen (WB-22)."""

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


def note_once(*, book_id: int, revision: int, key_id: str, kind: str, detail: str = "") -> bool:
    """Tell the author of a book something of an entry; whether it was not told before."""
    _row, created = EntryNotice.objects.get_or_create(
        book_id=book_id,
        revision=revision,
        key_id=key_id,
        kind=kind,
        defaults={"detail": detail[:500]},
    )
    return created
