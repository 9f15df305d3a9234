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
    names = {
        row.pk: _Name(row.content_hash, row.book.key, row.number)
        for row in Revision.objects.filter(pk__in=pins)
        .select_related("book")
        .only("content_hash", "number", "book__key")
    }
    gone = [pin for pin in pins if pin not in names]
    if gone:
        raise Revision.DoesNotExist(f"no revision {gone[0]}")
    books = {pin: book for pin, name in names.items() if (book := kept.get(name)) is not None}
    missing = [pin for pin in pins if pin not in books]
    if missing:
        for pin, body in Revision.objects.filter(pk__in=missing).values_list("pk", "body"):
            name = names[pin]
            written = replace(book_from_json(body), key=name.key, revision=name.number)
            books[pin] = compile_book(written)
            kept.keep(name, books[pin])
    return [books[pin] for pin in pins]
