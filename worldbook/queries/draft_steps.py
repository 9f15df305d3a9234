"""The steps of a draft as its authors read them (WK-15)."""

from collections.abc import Sequence

from django.db import connection
from django.db.models import QuerySet

from worldbook.models import DraftStep, Lorebook


def steps_of(book: Lorebook) -> QuerySet[DraftStep]:
    """The steps of a book's draft, the latest first, without what they have changed."""
    rows = DraftStep.objects.filter(book=book).select_related("by", "turned_by", "twin__book")
    return rows.defer("changes", "twin__changes").order_by("-id")


_SINCE = """
SELECT DISTINCT (change->>'id')::bigint, account.username
FROM worldbook_draftstep AS step
CROSS JOIN jsonb_array_elements(step.changes) AS change
JOIN worldbook_user AS account ON account.id = COALESCE(step.turned_by_id, step.by_id)
WHERE step.book_id = %s AND (change->>'id')::bigint = ANY(%s)
  AND (step.id > %s OR step.turned_at > %s) AND step.id <> %s
ORDER BY 1, 2
"""


def changed_since_by(step: DraftStep, row_ids: Sequence[int]) -> dict[int, list[str]]:
    """Who has made, undone or redone later steps that concern some rows, by row id."""
    found: dict[int, list[str]] = {}
    if not row_ids:
        return found
    at = step.turned_at or step.made_at
    with connection.cursor() as cursor:
        cursor.execute(_SINCE, [step.book_id, list(row_ids), step.pk, at, step.pk])
        for row_id, name in cursor.fetchall():
            found.setdefault(row_id, []).append(name)
    return found
