"""Memory books of Agnai: `{"kind": "memory", "name", "entries": [{"keywords", "entry", …}]}`.

`priority` says who stays where room is short, `weight` who stands nearer to the end.
"""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.entries import Book
from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.report import BookReading
from worldbook.rules.formats.sillytavern import book_of
from worldbook.rules.formats.translated import Foreign, translated

NAMES = {
    "name": "comment",
    "comment": "name",
    "entry": "content",
    "keywords": "key",
    "priority": "priority",
    "weight": "order",
    "enabled": "enabled",
    "id": "id",
    "constant": "constant",
    "selective": "selective",
    "secondaryKeys": "keysecondary",
    "position": "position",
}


def _change(raw: Mapping[str, Any], values: dict[str, Any], notes: list[Note]) -> None:
    """A lean entry has its text in `content`."""
    if "entry" not in raw and "content" in raw:
        values["content"] = raw["content"]
        notes.append(Note("read_as", "content", {"now": "entry"}))


FOREIGN = Foreign(NAMES, _change, known=frozenset({"content", "_id"}))


def read_book(raw: Mapping[str, Any], reading: BookReading, *, import_defaults: str) -> Book:
    """A memory book."""
    entries = translated(raw.get("entries"), FOREIGN, reading)
    return book_of(raw, entries, reading, import_defaults=import_defaults)
