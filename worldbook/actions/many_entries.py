"""Writing thousands of entries of a draft at once; the caller holds the book's lock."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import connection

from worldbook.actions.compare import put
from worldbook.actions.drafts import touch_draft
from worldbook.models import Entry, Lorebook
from worldbook.queries.books import ENTRY_FIELDS, entry_columns
from worldbook.rules.compact import whole_entry
from worldbook.rules.entries import Entry as EntryValue


def _insert_statement() -> str:
    """One INSERT that takes all rows as one JSON parameter.

    `bulk_create` sends a parameter for each column of each row, a quarter of a million for 5,000
    entries, and needs several times as long.
    """
    quote = connection.ops.quote_name
    columns = {field.name: field for field in Entry._meta.concrete_fields}
    names = ", ".join(quote(name) for name in ENTRY_FIELDS)
    types = ", ".join(f"{quote(name)} {columns[name].db_type(connection)}" for name in ENTRY_FIELDS)
    table = quote(Entry._meta.db_table)
    return (
        f"INSERT INTO {table} (book_id, version, {names}) "  # noqa: S608 - names of our own table
        f"SELECT %s, 1, {names} FROM jsonb_to_recordset(%s::jsonb) AS given({types})"
    )


def add_entries(book: Lorebook, entries: Iterable[Mapping[str, Any]]) -> None:
    """Add entries in native JSON, checked by the caller, to a draft that has none of their ids."""
    rows = json.dumps([whole_entry(entry) for entry in entries], ensure_ascii=False)
    with connection.cursor() as cursor:
        cursor.execute(_insert_statement(), [book.pk, rows])
    touch_draft(book)


def replace_entries(book: Lorebook, entries: tuple[EntryValue, ...]) -> None:
    """Make the draft say exactly these entries.

    Rows whose id stays keep their row, and their version unless they change.
    """
    old = {row.key_id: row for row in book.entries.all()}
    kept = {entry.key_id for entry in entries}
    book.entries.filter(pk__in=[row.pk for key, row in old.items() if key not in kept]).delete()
    for entry in entries:
        if entry.key_id in old:
            put(old[entry.key_id], entry_columns(entry))
    add_entries(book, [entry_columns(entry) for entry in entries if entry.key_id not in old])
