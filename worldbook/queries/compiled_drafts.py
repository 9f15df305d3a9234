"""Drafts ready for selection: compiled when they have changed, and only changed rows are read (WB-39)."""

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock

from django.db import connection

from worldbook.models import Entry, Lorebook
from worldbook.queries.books import book_value, entry_value
from worldbook.rules import entries as values
from worldbook.rules.selection import CompiledBook, compile_book

MOST_KEPT = 4
"""Books whose draft is kept in this process, those last asked for: 20 MB for 5,000 entries."""

_MARKS = (
    "SELECT id, xmin::text || ctid::text FROM worldbook_entry WHERE book_id = %s ORDER BY place, id"
)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A draft at a version: its rows by id, each with PostgreSQL's mark of the row as it is written.

    `tried` is what was made last with an unsaved entry.
    """

    version: int
    rows: dict[int, tuple[str, values.Entry]]
    compiled: CompiledBook
    tried: tuple[values.Entry, CompiledBook] | None = None


_kept: OrderedDict[int, _Kept] = OrderedDict()
_lock = Lock()


def compiled_draft(book: Lorebook, unsaved: values.Entry | None = None) -> CompiledBook:
    """What a book's draft says now, as revision 0, ready for selection.

    Only the first look after a change compiles: `draft_version` rises with every change, and is
    read before the rows, so that what is kept is never older than it. With `unsaved`, the draft as
    it would be with that entry in the place of its namesake, or at its end. One query where the
    version is known. Not scoped to a user.

    Raises:
        Lorebook.DoesNotExist: there is no such book.
    """
    now = Lorebook.objects.get(pk=book.pk)
    with _lock:
        kept = _kept.get(book.pk)
    if kept is None or kept.version != now.draft_version:
        kept = _keep(book.pk, _read(now, {} if kept is None else kept.rows))
    if unsaved is None:
        return kept.compiled
    if kept.tried is None or kept.tried[0] != unsaved:
        tried = unsaved, compile_book(_with(kept.compiled, unsaved))
        kept = _keep(book.pk, replace(kept, tried=tried))
    assert kept.tried is not None
    return kept.tried[1]


def _keep(book_id: int, kept: _Kept) -> _Kept:
    with _lock:
        _kept[book_id] = kept
        _kept.move_to_end(book_id)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return kept


def _read(book: Lorebook, known: dict[int, tuple[str, values.Entry]]) -> _Kept:
    """The draft, taking over the rows that nobody has written since."""
    with connection.cursor() as cursor:
        cursor.execute(_MARKS, [book.pk])
        marks: list[tuple[int, str]] = cursor.fetchall()
    missing = [pk for pk, mark in marks if known.get(pk, ("",))[0] != mark]
    stored = Entry.objects.filter(book_id=book.pk)
    stored = stored.filter(pk__in=missing) if known else stored
    new = {row.pk: entry_value(row) for row in stored}
    rows = {
        pk: (mark, new[pk] if pk in new else known[pk][1])
        for pk, mark in marks
        if pk in new or pk in known
    }
    entries = tuple(entry for _mark, entry in rows.values())
    compiled = compile_book(replace(book_value(book, ()), entries=entries))
    return _Kept(book.draft_version, rows, compiled)


def _with(compiled: CompiledBook, entry: values.Entry) -> values.Book:
    entries = list(compiled.entries)
    at = compiled.number.get(entry.key_id)
    if at is None:
        entries.append(entry)
    else:
        entries[at] = entry
    return replace(compiled.book, entries=tuple(entries))
