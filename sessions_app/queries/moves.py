"""What a move of the head would change, before it is done (ST-1).

MoveJson: {take, turns_left, turns_entered, rows {table: count}, edits, more_edits,
when {from, to}}.
`edits` are the changes by hand that would be undone, newest first and at most `SHOWN`, as EditJson:
{seq, take, table, n, what, name, fields, labels, cause, reason, at}, `what` and `labels` being the
words for table and fields; tables are named as by the state's door (`state_rows.TABLES`);
`more_edits` says how many others there are. Who may not know all of the story (`whole` false, AD-2)
is told neither `rows` nor of changes that others made by hand: these are among the others. Delete
from here on, and edit and replay, are the move before a turn's answer.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection

from sessions_app.models import Session, StoryClock
from sessions_app.queries.row_words import column_words, door_name, name_of, table_words
from sessions_app.queries.tree import move_of
from sessions_app.rules.tree import Move
from worldbook.models import JournalRow
from worldbook.models.story_rows import row_range
from worldbook.queries.story_images import Images, dump_state, moved_images, stretch_columns
from worldbook.rules.stretches import Stretch

Json = dict[str, Any]

SHOWN = 20
BY_HAND = (JournalRow.Cause.PLAYER, JournalRow.Cause.AUTHOR)


def images_of(session_id: int, move: Move) -> Images:
    """What the rows that a move touches become."""
    if not (move.undo or move.redo):
        return {}
    return moved_images(session_id, move.undo, move.redo)


def dump_of_take(story: Session, take_id: int | None) -> bytes:
    """The state that a move to a take would bring, as `dump_state` writes it (ST-6)."""
    return dump_state(story.pk, images_of(story.pk, move_of(story.head_id, take_id)))


_UNDONE = """
WITH part (take, after_seq, upto) AS (
    SELECT * FROM unnest(%(take)s::bigint[], %(after)s::bigint[], %(upto)s::bigint[])
)
SELECT {columns}
FROM part JOIN worldbook_journalrow j ON j.session_id = %(session)s AND j.take_ref = part.take
    AND j.id > %(first)s + part.after_seq AND j.id <= %(first)s + part.upto
{rest}
"""
_COUNTED = _UNDONE.format(columns='j."table", count(DISTINCT j.n)', rest='GROUP BY j."table"')
_EDITS = _UNDONE.format(
    columns="j.id", rest="WHERE j.cause = ANY(%(causes)s) ORDER BY j.id DESC LIMIT %(limit)s"
)
_CLOCK = 'WHERE j."table" = %(table)s ORDER BY j.id {order} LIMIT 1'
_CLOCK_BEFORE = _UNDONE.format(
    columns="(j.before ->> 'now')::bigint", rest=_CLOCK.format(order="ASC")
)
_CLOCK_AFTER = _UNDONE.format(
    columns="(j.after ->> 'now')::bigint", rest=_CLOCK.format(order="DESC")
)


def move_json(story: Session, take_id: int | None, *, whole: bool) -> Json:
    """What a move of the head to a take (None: before the first) would do: MoveJson."""
    move = move_of(story.head_id, take_id)
    edits, more = edits_undone(story.pk, move, whole=whole)
    return {
        "take": take_id,
        "turns_left": len(move.left),
        "turns_entered": len(move.entered),
        "rows": _rows_touched(story.pk, move) if whole else {},
        "edits": edits,
        "more_edits": more,
        "when": _when(story.pk, move),
    }


def edits_undone(session_id: int, move: Move, *, whole: bool) -> tuple[list[Json], int]:
    """The changes by hand that a move undoes, newest first, and how many more there are.

    Not `whole`: only those that the player made are named (AD-2).
    """
    values = {"causes": list(BY_HAND), "limit": None}
    ids = [row[0] for row in _ask(_EDITS, session_id, move.undo, values)]
    named = JournalRow.objects.filter(pk__in=ids).order_by("-pk")
    if not whole:
        named = named.filter(cause=JournalRow.Cause.PLAYER)
    shown = [edit_json(row) for row in named[:SHOWN]]
    return shown, len(ids) - len(shown)


def edit_json(row: JournalRow) -> Json:
    """One change as it is named to somebody: which row, which of its fields."""
    fields = changed_fields(row.before, row.after)
    return {
        "seq": row.seq,
        "take": row.take_ref or None,
        "table": door_name(row.table),
        "n": row.n,
        "what": table_words(row.table),
        "name": name_of(row.after or row.before or {}),
        "fields": fields,
        "labels": column_words(row.table, fields),
        "cause": row.cause,
        "reason": row.reason,
        "at": row.at.isoformat(),
    }


def changed_fields(before: Json | None, after: Json | None) -> list[str]:
    """The columns in which two images differ; none where a row came or went."""
    if before is None or after is None:
        return []
    return sorted(name for name in after if before.get(name) != after[name])


def _rows_touched(session_id: int, move: Move) -> dict[str, int]:
    """How many rows of each table change."""
    counted = dict(_ask(_COUNTED, session_id, move.undo, {}))
    for table, count in _ask(_COUNTED, session_id, move.redo, {}):
        counted[table] = max(count, counted.get(table, 0))
    return {door_name(table): count for table, count in counted.items()}


def _when(session_id: int, move: Move) -> Json:
    """The story's time now and after the move, in UTC milliseconds; null where there is none."""
    now = StoryClock.objects.filter(session_id=session_id).values_list("now", flat=True).first()
    undone = _ask(_CLOCK_BEFORE, session_id, move.undo, {"table": StoryClock._meta.db_table})
    redone = _ask(_CLOCK_AFTER, session_id, move.redo, {"table": StoryClock._meta.db_table})
    found = redone or undone
    return {"from": now, "to": found[0][0] if found else now}


def _ask(
    sql: str, session_id: int, parts: Sequence[Stretch], values: dict[str, Any]
) -> list[tuple[Any, ...]]:
    """Ask the journal about stretches."""
    if not parts:
        return []
    first, _ = row_range(session_id)
    found = {"session": session_id, "first": first, **values, **stretch_columns(parts)}
    with connection.cursor() as cursor:
        cursor.execute(sql, found)
        return cursor.fetchall()
