"""The rows of a draft written by the thousand, each way in one statement; the caller holds the lock.

Whoever calls these also records the step and touches the draft: see `many_entries`.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db import connection

from worldbook.models import Entry, Lorebook
from worldbook.queries.books import ENTRY_FIELDS
from worldbook.rules.compact import whole_entry

Values = Mapping[str, Any]


@lru_cache(maxsize=1)
def _insert_statement() -> str:
    """One INSERT that takes all rows as one JSON parameter, with `version` and perhaps `id` each.

    `bulk_create` sends a parameter for each column of each row, a quarter of a million for 5,000
    entries, and needs several times as long.
    """
    quote = connection.ops.quote_name
    columns = {field.name: field for field in Entry._meta.concrete_fields}
    names = ", ".join(quote(name) for name in ENTRY_FIELDS)
    types = ", ".join(f"{quote(name)} {columns[name].db_type(connection)}" for name in ENTRY_FIELDS)
    table = quote(Entry._meta.db_table)
    next_id = f"nextval(pg_get_serial_sequence('{Entry._meta.db_table}', 'id'))"
    return (
        f"INSERT INTO {table} (id, book_id, version, {names}) "  # noqa: S608 - our own names
        f"SELECT COALESCE(row_id, {next_id}), %s, row_version, {names} "
        f"FROM jsonb_to_recordset(%s::jsonb) "
        f"AS given(row_id bigint, row_version integer, {types}) RETURNING id, key_id"
    )


def insert_rows(book: Lorebook, entries: Iterable[Values]) -> dict[str, int]:
    """Insert rows in native JSON; the id of each by its key id.

    One that was deleted and comes back brings `row_id`, and a `row_version` above its last one.
    """
    rows = [{"row_version": 1, **whole_entry(entry)} for entry in entries]
    if not rows:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_insert_statement(), [book.pk, json.dumps(rows, ensure_ascii=False)])
        return {key_id: row_id for row_id, key_id in cursor.fetchall()}


def update_rows(book: Lorebook, changes: Mapping[int, Values]) -> None:
    """Set the columns named for each row (by id) in one statement, and raise its version.

    A row that only moves keeps its version: that disturbs nobody who edits it.
    """
    names = sorted({name for values in changes.values() for name in values})
    if not names:
        return
    quote = connection.ops.quote_name
    columns = ", ".join(quote(name) for name in names)
    given = [{"id": row_id, "new": values} for row_id, values in changes.items()]
    table = quote(Entry._meta.db_table)
    statement = (
        f"UPDATE {table} AS entry SET "  # noqa: S608 - our own names
        "version = entry.version + (given.new - 'place' <> '{}')::int, "
        "changed_at = CASE WHEN given.new - 'place' = '{}' THEN changed_at ELSE now() END, "
        f"({columns}) = (SELECT {columns} FROM jsonb_populate_record(entry, given.new)) "
        "FROM jsonb_to_recordset(%s::jsonb) AS given(id bigint, new jsonb) "
        "WHERE entry.id = given.id AND entry.book_id = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [json.dumps(given, ensure_ascii=False), book.pk])


def delete_rows(book: Lorebook, ids: Sequence[int]) -> None:
    """Delete rows by id."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM worldbook_entry WHERE book_id = %s AND id = ANY(%s)", [book.pk, list(ids)]
        )
