"""The steps of a draft as its authors read them (WK-15)."""

from collections.abc import Collection, Mapping

from django.db import connection
from django.db.models import QuerySet

from worldbook.models import DraftStep, Lorebook


def steps_of(book: Lorebook) -> QuerySet[DraftStep]:
    """The steps of a book's draft, the latest first, without what they have changed."""
    rows = DraftStep.objects.filter(book=book).select_related("by", "turned_by", "twin__book")
    return rows.defer("changes", "twin__changes").order_by("-id")


_SINCE = """
SELECT (change->>'id')::bigint, account.username,
    CASE WHEN jsonb_typeof(change->'before') = 'object' AND jsonb_typeof(change->'after') = 'object'
        THEN ARRAY(SELECT jsonb_object_keys(change->'after')) END
FROM worldbook_draftstep AS step
CROSS JOIN jsonb_array_elements(step.changes) AS change
JOIN worldbook_user AS account ON account.id = COALESCE(step.turned_by_id, step.by_id)
WHERE step.book_id = %s AND (change->>'id')::bigint = ANY(%s)
  AND (step.id > %s OR step.turned_at > %s) AND step.id <> %s
ORDER BY account.username
"""


def changed_since_by(
    step: DraftStep, fields: Mapping[int, Collection[str]]
) -> dict[int, list[str]]:
    """Who has made, undone or redone later steps that concern some fields of some rows, by row id.

    Where no fields are named any change of the row counts; adding or deleting it always does.
    """
    found: dict[int, list[str]] = {}
    at = step.turned_at or step.made_at
    with connection.cursor() as cursor:
        cursor.execute(_SINCE, [step.book_id, list(fields), step.pk, at, step.pk])
        for row_id, name, changed in cursor.fetchall():
            wanted, names = fields[row_id], found.setdefault(row_id, [])
            concerned = not wanted or changed is None or set(changed).intersection(wanted)
            if concerned and name not in names:
                names.append(name)
    return found
