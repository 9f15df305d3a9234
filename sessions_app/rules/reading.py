"""A pinned revision as a list: in which order it is read, and what a search finds (WB-37a)."""

from collections.abc import Iterable, Sequence

from worldbook.rules.entries import Entry
from worldbook.rules.folding import folded


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
