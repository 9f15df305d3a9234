"""Telling authors, once, that a pattern of theirs ran too long in a turn (WB-22)."""

from collections.abc import Iterable

from worldbook.models import EntryNotice, Lorebook

SLOW_PATTERN = "slow_pattern"


def note_slow_patterns(found: Iterable[tuple[str, int, str]]) -> None:
    """Write a notice for each (book key, revision, key_id) that has none yet."""
    wanted = list(found)
    books = dict(
        Lorebook.objects.filter(key__in={book for book, _, _ in wanted}).values_list("key", "id")
    )
    EntryNotice.objects.bulk_create(
        [
            EntryNotice(book_id=books[book], revision=revision, key_id=key_id, kind=SLOW_PATTERN)
            for book, revision, key_id in wanted
            if book in books
        ],
        ignore_conflicts=True,
    )
