"""Lorebooks that say already what a file says, among those the account works with (WB-9b)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from worldbook.models import ImportPreview, Lorebook, Revision, User
from worldbook.queries.books import draft_entries
from worldbook.queries.imports import book_to_save
from worldbook.queries.visible import editable_books, work_books
from worldbook.rules.recognition import content_digest

FILE, DRAFT = "file", "draft"
MOST_COMPARED, MOST_ENTRIES = 40, 40_000
"""How many drafts and revisions of the same number of entries are looked into, newest first, and
how many entries in all: recognising takes about a second at most."""


@dataclass(frozen=True, slots=True)
class Known:
    """A book that has the content: `where` is "draft", "file" (the same file was imported into it),
    or "revision" with its number."""

    book: Lorebook
    where: str
    revision: int | None = None

    def to_json(self) -> dict[str, Any]:
        """As an API answers it."""
        return {
            "book": self.book.pk,
            "name": self.book.name,
            "where": self.where,
            "revision": self.revision,
        }


def known_content(user: User, preview: ImportPreview) -> tuple[Known, ...]:
    """The books that say what a preview says, each once; none where nothing was read."""
    if preview.parsed["book"] is None:
        return ()
    entries = book_to_save(preview)["entries"]
    found: dict[int, Known] = {}
    for known in _candidates(user, preview, len(entries), content_digest(entries)):
        found.setdefault(known.book.pk, known)
    return tuple(found.values())


def _candidates(user: User, preview: ImportPreview, count: int, digest: str) -> Iterator[Known]:
    if count:
        most = max(1, min(MOST_COMPARED, MOST_ENTRIES // count))
        yield from _drafts(user, count, digest, most)
        yield from _revisions(user, count, digest, most)
    imported = editable_books(user).filter(content_hash=preview.file_hash)
    for book in imported.order_by("-id")[:MOST_COMPARED]:
        yield Known(book, FILE)


def _drafts(user: User, count: int, digest: str, most: int) -> Iterator[Known]:
    books = editable_books(user).annotate(size=Count("entries")).filter(size=count)
    for book in books.order_by("-draft_changed_at")[:most]:
        if content_digest(draft_entries(book.pk)) == digest:
            yield Known(book, DRAFT)


def _revisions(user: User, count: int, digest: str, most: int) -> Iterator[Known]:
    rows = Revision.objects.filter(book__in=work_books(user), entry_count=count)
    for revision in rows.select_related("book").order_by("-id")[:most].iterator(5):
        if content_digest(revision.body["entries"]) == digest:
            yield Known(revision.book, "revision", revision.number)
