"""Rows of one story copied into another, a set at a time (ST-2).

Turns, takes and what hangs on them get ids of their own, told by maps from old id to new. State rows
and journal keep their numbers: only the session's part of their keys changes (ST-0a).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection, models

from sessions_app.rules.tree import NO_TAKE
from worldbook.models import JournalRow
from worldbook.models.story_rows import (
    NUMBER_BITS,
    NUMBERS,
    StoryRow,
    row_range,
    state_keys,
    story_tables,
)

Ids = Mapping[int, int]
"""Old id → new id."""


def new_ids(model: type[models.Model], old: Sequence[int]) -> dict[int, int]:
    """An id of its own for each of these rows, in the same order."""
    ids = sorted(set(old))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [model._meta.db_table, len(ids)],
        )
        return dict(zip(ids, sorted(row[0] for row in cursor.fetchall()), strict=True))


def copy_rows(
    model: type[models.Model],
    *,
    by: str,
    ids: Ids,
    refs: Mapping[str, Ids] | None = None,
    values: Mapping[str, Any] | None = None,
) -> None:
    """Copy the rows whose column `by` is in a map, with the new id there.

    `refs` are other columns to be mapped (null where what they refer to is not in the map),
    `values` fields that get a value of their own. Where `by` is not the id, ids are given anew.
    """
    table = model._meta.db_table
    fields = [field for field in model._meta.concrete_fields if by == "id" or not field.primary_key]
    own = {field.column: values[field.name] for field in fields if values and field.name in values}
    maps = {by: ids, **(refs or {})}
    chosen, given = [], []
    for field in fields:
        if field.column in own:
            chosen.append(f"CAST(%s AS {field.cast_db_type(connection)})")
            given.append(own[field.column])
        elif field.column in maps:
            chosen.append(f'"to_{field.column}".new_id')
        else:
            chosen.append(f'r."{field.column}"')
    columns = ", ".join(f'"{field.column}"' for field in fields)
    sql = f'INSERT INTO "{table}" ({columns}) SELECT {", ".join(chosen)} FROM "{table}" r'  # noqa: S608
    for column, mapped in maps.items():
        sql += (
            f" {'' if column == by else 'LEFT '}JOIN unnest(%s::bigint[], %s::bigint[])"
            f' AS "to_{column}" (old_id, new_id) ON "to_{column}".old_id = r."{column}"'
        )
        given += [list(mapped), list(mapped.values())]
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} ORDER BY r.id", given)


def copy_state(source: int, target: int) -> None:
    """Copy all state rows of a session into another, as they are; inside its `story_write`."""
    for model in story_tables():
        _copy_table(model, source, target)


def _copy_table(model: type[StoryRow], source: int, target: int) -> None:
    own = {"id": _rebased("id"), "session_id": "%(target)s::bigint"}
    own |= {column: _rebased(column) for column in state_keys(model)}
    columns = _columns(model)
    first, after = row_range(source)
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{model._meta.db_table}" ({_quoted(columns)})'  # noqa: S608
            f" SELECT {', '.join(own.get(column, _of_row(column)) for column in columns)}"
            f' FROM "{model._meta.db_table}" r WHERE r.id >= %(first)s AND r.id < %(after)s'
            " ORDER BY r.id",
            {"target": target, "first": first, "after": after},
        )


def copy_journal(source: int, target: int, takes: Ids, turns: Ids) -> None:
    """Copy the changes that belong to copied takes, and those from before the first."""
    own = {
        "id": _rebased("id"),
        "session_id": "%(target)s::bigint",
        "take_ref": "take.new_id",
        "turn_ref": "coalesce(turn.new_id, 0)",
    }
    columns = _columns(JournalRow)
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{JournalRow._meta.db_table}" ({_quoted(columns)})'  # noqa: S608
            f" SELECT {', '.join(own.get(column, _of_row(column)) for column in columns)}"
            f' FROM "{JournalRow._meta.db_table}" r'
            " JOIN unnest(%(old_takes)s::bigint[], %(new_takes)s::bigint[]) AS take (old_id, new_id)"
            " ON take.old_id = r.take_ref"
            " LEFT JOIN unnest(%(old_turns)s::bigint[], %(new_turns)s::bigint[])"
            " AS turn (old_id, new_id) ON turn.old_id = r.turn_ref"
            " WHERE r.session_id = %(source)s",
            {
                "source": source,
                "target": target,
                "old_takes": [NO_TAKE, *takes],
                "new_takes": [NO_TAKE, *takes.values()],
                "old_turns": list(turns),
                "new_turns": list(turns.values()),
            },
        )


def _rebased(column: str) -> str:
    """A key of the target with the row's own number."""
    number = f'(r."{column}" & {NUMBERS - 1})'
    return f"((%(target)s::bigint << {NUMBER_BITS}) | {number})"


def _columns(model: type[models.Model]) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


def _quoted(columns: Sequence[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _of_row(column: str) -> str:
    return f'r."{column}"'
