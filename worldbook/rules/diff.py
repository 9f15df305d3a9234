"""What differs between two states of a book, entry by entry (WB-12, WB-17)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from worldbook.rules.entries import Book, Entry, book_to_json, entry_to_json
from worldbook.rules.entry_order import moved_among
from worldbook.rules.word_diff import Piece, word_diff

# Fields that hold prose and are compared word by word.
_PROSE = ("title", "content", "comment", "name", "description")
# What says where a book is, not what it says.
_NOT_COMPARED = ("key", "revision", "entries")


@dataclass(frozen=True, slots=True)
class EntryChange:
    """One entry that differs; `change` is "added", "removed" or "changed".

    `fields` names what differs, in the order of WB-3, and is empty unless it was changed.
    """

    key_id: str
    title: str
    change: str
    fields: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The form that a conflict's answer carries."""
        return {
            "key_id": self.key_id,
            "title": self.title,
            "change": self.change,
            "fields": list(self.fields),
        }


@dataclass(frozen=True, slots=True)
class BookDiff:
    """What must be done to `before` to get `after`: fields of the book, and entries."""

    fields: tuple[str, ...] = ()
    entries: tuple[EntryChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.fields or self.entries)


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """One field that differs: both values in native JSON; of a text also the `words` that differ."""

    field: str
    before: Any
    after: Any
    words: tuple[Piece, ...] | None = None


def changed_fields(before: Entry, after: Entry) -> tuple[str, ...]:
    """The names of the fields in which two entries differ, in the order of WB-3."""
    old, new = entry_to_json(before), entry_to_json(after)
    return tuple(name for name in old if old[name] != new[name])


def _told(before: Entry, after: Entry, moved: frozenset[str]) -> tuple[str, ...]:
    """The fields in which two entries differ; their place only if it is the entry that moved."""
    if before == after:
        return ()
    names = changed_fields(before, after)
    return names if after.key_id in moved else tuple(name for name in names if name != "place")


def _order(book: Book) -> list[str]:
    return [entry.key_id for entry in sorted(book.entries, key=lambda entry: entry.place)]


def diff_books(before: Book, after: Book) -> BookDiff:
    """Compare two states of a book; entries are told apart by `key_id`.

    Changes are in the order of `after`, then what was removed, in the order of `before`. Of places
    only the order counts: the fewest entries that must move for it are said to differ in `place`.
    """
    old = {entry.key_id: entry for entry in before.entries}
    new = {entry.key_id: entry for entry in after.entries}
    moved = moved_among(_order(before), _order(after))
    changes = []
    for key_id, entry in new.items():
        if key_id not in old:
            changes.append(EntryChange(key_id, entry.title, "added"))
        elif names := _told(old[key_id], entry, moved):
            changes.append(EntryChange(key_id, entry.title, "changed", names))
    changes += [
        EntryChange(key_id, entry.title, "removed")
        for key_id, entry in old.items()
        if key_id not in new
    ]
    return BookDiff(
        fields=tuple(
            item.name
            for item in fields(Book)
            if item.name not in _NOT_COMPARED
            and getattr(before, item.name) != getattr(after, item.name)
        ),
        entries=tuple(changes),
    )


def entry_differences(before: Entry, after: Entry) -> tuple[FieldDifference, ...]:
    """The fields in which two states of an entry differ, in the order of WB-3 (WB-17)."""
    return _differences(entry_to_json(before), entry_to_json(after), changed_fields(before, after))


def book_differences(before: Book, after: Book) -> tuple[FieldDifference, ...]:
    """The book's own fields in which two states of it differ."""
    names = diff_books(replace(before, entries=()), replace(after, entries=())).fields
    return _differences(book_to_json(before), book_to_json(after), names)


def _differences(
    old: Mapping[str, Any], new: Mapping[str, Any], names: tuple[str, ...]
) -> tuple[FieldDifference, ...]:
    return tuple(
        FieldDifference(
            name, old[name], new[name], word_diff(old[name], new[name]) if name in _PROSE else None
        )
        for name in names
    )
