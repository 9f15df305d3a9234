"""Recording what is done to a draft, and forgetting what was done long ago (WK-15)."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from worldbook.models import DraftStep, Lorebook, User
from worldbook.rules.draft_changes import RowChange

STEPS_KEPT = 100
"""How many steps a book keeps."""
ROWS_KEPT = 50_000
"""How many changed rows the steps of a book keep in all; its last step is kept however long."""
KEPT = timedelta(days=30)

_FORGET = """
WITH old AS ({old}),
cut AS (UPDATE worldbook_draftstep SET twin_id = NULL WHERE twin_id IN (SELECT id FROM old))
DELETE FROM worldbook_draftstep WHERE id IN (SELECT id FROM old)
"""
_SURPLUS = """
SELECT id FROM (
    SELECT id, row_number() OVER newest AS number, sum(row_count) OVER newest AS rows
    FROM worldbook_draftstep WHERE book_id = %s WINDOW newest AS (ORDER BY id DESC)
) AS step WHERE number > %s OR (number > 1 AND rows > %s)
"""
_AGED = "SELECT id FROM worldbook_draftstep WHERE made_at < %s"


def _forget(old: str, values: Iterable[Any]) -> int:
    """Delete the steps that a query names; how many."""
    with connection.cursor() as cursor:
        cursor.execute(_FORGET.format(old=old), list(values))
        return cursor.rowcount


def record_step(
    book: Lorebook,
    *,
    by: User,
    kind: str,
    changes: Iterable[RowChange] = (),
    detail: Mapping[str, Any] | None = None,
    book_fields: Mapping[str, Any] | None = None,
) -> DraftStep | None:
    """Keep one step of a draft, and no more steps than are kept; the caller holds the lock.

    Args:
        book: whose draft it is.
        by: who made the change.
        kind: a code of `queries.step_words`.
        changes: the rows concerned; none, and no `book_fields`, is no step.
        detail: what the sentence of the kind needs.
        book_fields: `{before, after}` of the book's own fields, or nothing.
    """
    rows = [change.to_json() for change in changes]
    if not rows and not book_fields:
        return None
    step = DraftStep.objects.create(
        book=book,
        by=by,
        kind=kind,
        changes=rows,
        row_count=len(rows),
        detail=dict(detail or {}),
        book_fields=dict(book_fields or {}),
    )
    _forget(_SURPLUS, [book.pk, STEPS_KEPT, ROWS_KEPT])
    return step


def forget_old_steps() -> int:
    """Delete the steps that are older than they are kept; how many there were."""
    return _forget(_AGED, [timezone.now() - KEPT])
