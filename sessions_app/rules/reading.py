"""Which entries of a pinned revision a player may read, and which of them a search finds (WB-37a)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum

from worldbook.rules.entries import Book, Entry
from worldbook.rules.folding import folded
from worldbook.rules.selection.eligibility import audience_of


class Reach(StrEnum):
    """How far a reader sees into a book: all of it, what players may read, or nothing."""

    ALL = "all"
    PLAYER = "player"
    NOTHING = "nothing"


def is_open(entry: Entry) -> bool:
    """Whether a player may read an entry at all.

    Secrets are what does not address the actor (WB-37) and what waits for something in the story's
    state; an entry that is switched off or blocked is told to nobody.
    """
    if not entry.enabled or entry.blocked or entry.conditions:
        return False
    return "actor" in audience_of(entry, shared=True)


def open_part(book: Book, reach: Reach) -> Book:
    """The book as a reader may see it; notes of the author's own are for authors alone."""
    if reach is Reach.ALL:
        return book
    shown = () if reach is Reach.NOTHING else tuple(filter(is_open, book.entries))
    without = tuple(replace(entry, comment="", source={}, tags=(), color="") for entry in shown)
    return replace(book, entries=without, source={}, tags=())


def in_order(entries: Iterable[Entry]) -> list[Entry]:
    """The entries in the order of the book."""
    return sorted(entries, key=lambda entry: entry.place)


def found(entries: Sequence[Entry], text: str) -> list[Entry]:
    """The entries that have every word of a text in title, id, keys or body; all for an empty text.

    Nothing is asked of a model or an index: the list is only made shorter.
    """
    words = folded(text).split()
    return [entry for entry in entries if _has_all(entry, words)] if words else list(entries)


def _has_all(entry: Entry, words: Sequence[str]) -> bool:
    where = folded(
        "\n".join((entry.title, entry.key_id, *entry.keys, *entry.secondary_keys, entry.content))
    )
    return all(word in where for word in words)
