"""Books as values: what a draft says now, what a revision said, and who uses it (WB-2)."""

import json
from collections.abc import Iterable
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import Count, F, Q, QuerySet

from worldbook.models import Entry, Lorebook, Revision
from worldbook.rules import entries as values

ENTRY_FIELDS = tuple(item.name for item in fields(values.Entry))
BOOK_FIELDS = tuple(
    item.name for item in fields(values.Book) if item.name not in ("revision", "entries")
)


def entry_json(row: Entry) -> dict[str, Any]:
    """A draft row as native JSON (WB-3)."""
    return {name: getattr(row, name) for name in ENTRY_FIELDS}


def entry_value(row: Entry) -> values.Entry:
    """A draft row as a value."""
    return values.entry_from_json(entry_json(row))


def entry_columns(entry: values.Entry) -> dict[str, Any]:
    """The columns of a row that says what the value says."""
    return values.entry_to_json(entry)


def book_value(book: Lorebook, entries: Iterable[Entry], revision: int = 0) -> values.Book:
    """A draft as a value: the book's own fields and the rows given."""
    own = {name: getattr(book, name) for name in BOOK_FIELDS}
    own["constant_budget_ratio"] = float(own["constant_budget_ratio"])
    own["tags"] = tuple(own["tags"])
    return values.Book(**own, revision=revision, entries=tuple(map(entry_value, entries)))


@lru_cache(maxsize=1)
def _draft_statement() -> str:
    """One SELECT that gives all rows of a draft as one JSON text.

    Read row by row, 5,000 entries are 60,000 JSON columns to decode one at a time.
    """
    quote = connection.ops.quote_name
    names = ", ".join(quote(name) for name in ENTRY_FIELDS)
    table = quote(Entry._meta.db_table)
    return (
        f"SELECT json_agg(entry) FROM (SELECT {names} FROM {table} "  # noqa: S608 - our own names
        "WHERE book_id = %s ORDER BY place, id) AS entry"
    )


def draft_entries(book_id: int) -> list[dict[str, Any]]:
    """What the entries of a draft say now, in native JSON (WB-3), in their order; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_draft_statement(), [book_id])
        (found,) = cursor.fetchone()
    rows: list[dict[str, Any]] = json.loads(found) if isinstance(found, str) else found or []
    return rows


def draft_book(book_id: int) -> values.Book:
    """What a book's draft says now, as revision 0; two queries.

    Raises:
        Lorebook.DoesNotExist: there is no such book.
    """
    book = book_value(Lorebook.objects.get(pk=book_id), ())
    entries = tuple(map(values.entry_from_json, draft_entries(book_id)))
    return replace(book, entries=entries)


def revision_book(revision: Revision) -> values.Book:
    """What a revision says."""
    return values.book_from_json(revision.body)


def published_book(book_id: int, number: int) -> values.Book:
    """What a book said at a revision; an empty book where there was none yet (number 0)."""
    revision = Revision.objects.filter(book_id=book_id, number=number).first()
    return values.Book() if revision is None else revision_book(revision)


def with_draft_state(books: QuerySet[Lorebook]) -> QuerySet[Lorebook]:
    """Add `entry_count` and `draft_differs` (the draft says something that is not published)."""
    return books.annotate(
        entry_count=Count("entries", distinct=True),
        draft_differs=Q(draft_version__gt=F("published_version")),
    )


def pinned_by_sessions(book_id: int) -> int:
    """How many stories pin the book, at whatever revision."""
    return (
        Lorebook.objects.filter(pk=book_id, session_pins__isnull=False)
        .values("session_pins")
        .count()
    )


def opening_names(book_id: int) -> list[str]:
    """The openings that pin the book, as "world: opening"."""
    rows = Lorebook.objects.filter(pk=book_id, opening_pins__isnull=False).values_list(
        "opening_pins__opening__world__name", "opening_pins__opening__name"
    )
    return [f"{world}: {opening}" for world, opening in rows]


def used_by(book_id: int) -> dict[int, int]:
    """How many stories pin each revision of the book, by revision number."""
    rows = (
        Revision.objects.filter(book_id=book_id)
        .annotate(stories=Count("session_pins"))
        .values_list("number", "stories")
    )
    return {number: stories for number, stories in rows if stories}
