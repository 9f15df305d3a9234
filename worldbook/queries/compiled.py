"""Pinned revisions, ready for selection: compiled once in each process and kept (WB-43)."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

from worldbook.models import Revision
from worldbook.rules.entries import book_from_json
from worldbook.rules.selection import CompiledBook, compile_book

# A compiled entry takes about 4 kB (docs/benchmarks.md), so this bounds the cache to 250 MB.
MAX_ENTRIES_KEPT = 60_000


class _Name(NamedTuple):
    """What makes a compiled book what it is."""

    content_hash: str
    key: str
    number: int


class Pinned(NamedTuple):
    """A pinned revision as a story reads it: its id, its hash, its book's key and its number."""

    revision_id: int
    content_hash: str
    key: str
    number: int


class CompiledBooks:
    """Compiled books by content; the least recently used go first, the last one always stays."""

    def __init__(self, max_entries: int = MAX_ENTRIES_KEPT) -> None:
        self.max_entries = max_entries
        self._books: OrderedDict[_Name, CompiledBook] = OrderedDict()
        self._lock = Lock()

    def get(self, name: _Name) -> CompiledBook | None:
        """A kept book, now the most recently used."""
        with self._lock:
            if name in self._books:
                self._books.move_to_end(name)
            return self._books.get(name)

    def keep(self, name: _Name, book: CompiledBook) -> None:
        """Keep a book and let go of what is over the bound."""
        with self._lock:
            self._books[name] = book
            self._books.move_to_end(name)
            while len(self._books) > 1 and self._held() > self.max_entries:
                self._books.popitem(last=False)

    def _held(self) -> int:
        return sum(len(book.entries) for book in self._books.values())


_kept = CompiledBooks()


def compiled_books(pins: Sequence[int], *, kept: CompiledBooks = _kept) -> list[CompiledBook]:
    """The books of pinned revisions (their ids) in the order asked, each ready for selection.

    At most two queries, one of them only for revisions this process has not compiled yet. Not
    scoped to a user: pins were checked when they were made. Raises Revision.DoesNotExist where an
    id is not there, so that a broken pin is never an empty selection (WB-25).
    """
    rows = Revision.objects.filter(pk__in=pins).values_list(
        "pk", "content_hash", "book__key", "number"
    )
    found = {row[0]: Pinned(*row) for row in rows}
    return compiled_pinned([found.get(pin) or Pinned(pin, "", "", 0) for pin in pins], kept=kept)


def compiled_pinned(pins: Sequence[Pinned], *, kept: CompiledBooks = _kept) -> list[CompiledBook]:
    """The same for pins whose revisions were named when they were read: often without a query."""
    named = {pin.revision_id: _Name(pin.content_hash, pin.key, pin.number) for pin in pins}
    books = {pk: book for pk, name in named.items() if (book := kept.get(name)) is not None}
    missing = [pk for pk in named if pk not in books]
    if missing:
        for pk, body in Revision.objects.filter(pk__in=missing).values_list("pk", "body"):
            name = named[pk]
            written = replace(book_from_json(body), key=name.key, revision=name.number)
            books[pk] = compile_book(written)
            kept.keep(name, books[pk])
    gone = [pk for pk in named if pk not in books]
    if gone:
        raise Revision.DoesNotExist(f"no revision {gone[0]}")
    return [books[pin.revision_id] for pin in pins]
