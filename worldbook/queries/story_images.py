"""State as images: what a story's rows are, and what they become in a move (ST-1, ST-6).

An image is a row as JSON text without primary key and session, references as numbers; None stands
for a row that is not there.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import connection

from worldbook.models.story_rows import NUMBERS, StoryRow, row_range, state_keys, story_tables
from worldbook.rules.images import brought_up
from worldbook.rules.stretches import Stretch

Images = Mapping[str, Mapping[int, str | None]]
"""Table name → row number → image."""


_MOVED = """
WITH undo (take, after_seq, upto) AS (
    SELECT * FROM unnest(%(ut)s::bigint[], %(ua)s::bigint[], %(uu)s::bigint[])
),
redo (take, after_seq, upto) AS (
    SELECT * FROM unnest(%(rt)s::bigint[], %(ra)s::bigint[], %(ru)s::bigint[])
),
undone AS (
    SELECT j."table", j.n, min(j.id) AS id
    FROM undo JOIN worldbook_journalrow j ON j.session_id = %(session)s AND j.take_ref = undo.take
        AND j.id > %(first)s + undo.after_seq AND j.id <= %(first)s + undo.upto
    GROUP BY j."table", j.n
),
redone AS (
    SELECT j."table", j.n, max(j.id) AS id
    FROM redo JOIN worldbook_journalrow j ON j.session_id = %(session)s AND j.take_ref = redo.take
        AND j.id > %(first)s + redo.after_seq AND j.id <= %(first)s + redo.upto
    GROUP BY j."table", j.n
)
SELECT j."table", j.n, j.version, j.after::text
FROM redone JOIN worldbook_journalrow j ON j.id = redone.id
UNION ALL
SELECT j."table", j.n, j.version, j.before::text
FROM undone JOIN worldbook_journalrow j ON j.id = undone.id
WHERE NOT EXISTS (SELECT 1 FROM redone r WHERE r."table" = undone."table" AND r.n = undone.n)
"""


def stretch_columns(stretches: Iterable[Stretch]) -> dict[str, list[int]]:
    """Stretches as the journal is asked for them: lists of `take`, `after` and `upto`."""
    asked = list(stretches)
    return {
        "take": [one.take for one in asked],
        "after": [one.after for one in asked],
        "upto": [NUMBERS - 1 if one.upto is None else one.upto for one in asked],
    }


def moved_images(
    session_id: int, undo: Iterable[Stretch], redo: Iterable[Stretch]
) -> dict[str, dict[int, str | None]]:
    """What the rows that a move touches become: first all of `undo` is undone, then `redo` redone."""
    first, _ = row_range(session_id)
    values: dict[str, Any] = {"session": session_id, "first": first}
    for letter, stretches in (("u", undo), ("r", redo)):
        columns = stretch_columns(stretches)
        values |= {f"{letter}{name[0]}": column for name, column in columns.items()}
    present = {model._meta.db_table: model.STORY_VERSION for model in story_tables()}
    found: dict[str, dict[int, str | None]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_MOVED, values)
        for table, n, version, image in cursor.fetchall():
            found.setdefault(table, {})[n] = _now(table, version, image, present[table])
    return found


def _now(table: str, version: int, image: str | None, present: int) -> str | None:
    if image is None or version == present:
        return image
    return json.dumps(brought_up(table, version, json.loads(image), present), ensure_ascii=False)


def rows_of(model: type[StoryRow], session_id: int) -> dict[int, str]:
    """The rows of a table as images by number, in order."""
    table = model._meta.db_table
    first, after = row_range(session_id)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id & 4294967295, story_image(to_jsonb(t), %s)::text"  # noqa: S608
            f' FROM "{table}" t WHERE id >= %s AND id < %s ORDER BY id',
            [state_keys(model), first, after],
        )
        return dict(cursor.fetchall())


def dump_state(session_id: int, changed: Images | None = None) -> bytes:
    """A story's state as canonical JSON (ST-6): equal bytes for equal states.

    `{"format": "rpsite-state", "tables": [{"name", "rows": [{"n", …}]}]}`, UTF-8, sorted keys, no
    white space, tables in declared order, rows by `n`. `changed` lays images over the rows: the
    dump of another take.
    """
    tables = []
    for model in story_tables():
        name = model._meta.db_table
        rows: dict[int, str | None] = {
            **rows_of(model, session_id),
            **(changed or {}).get(name, {}),
        }
        told = [
            {"n": n, **json.loads(image)} for n, image in sorted(rows.items()) if image is not None
        ]
        tables.append({"name": name, "version": model.STORY_VERSION, "rows": told})
    return _canonical({"format": "rpsite-state", "tables": tables})


def _canonical(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode()
