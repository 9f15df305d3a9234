"""One door for all formats: the bytes of a file, or a JSON value, become `Parsed` or a `Refusal`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from worldbook.rules.entries import Book, book_from_json, book_to_json
from worldbook.rules.formats import kinds, native, sillytavern
from worldbook.rules.formats.cards import Card, card_from_json, read_card, with_picture
from worldbook.rules.formats.decode import decode_text, load_text, load_value
from worldbook.rules.formats.members import count
from worldbook.rules.formats.pictures import Found, card_text, not_text
from worldbook.rules.formats.refusals import refuse
from worldbook.rules.formats.report import BookReading, Report, report_from_json, report_of
from worldbook.rules.refusal import Refusal

DEFAULTS = ("native", "sillytavern")
MAX_ENTRIES = 5_000
MAX_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was read: a book, a card, or a card with its book, and the report.

    `format` is native, sillytavern, character_book, lorebook_v3, list or chara_card_v1…v3, with
    "png:" or "webp:" before it where it came in a picture.
    """

    format: str
    name: str
    book: Book | None
    card: Card | None
    report: Report

    def to_json(self) -> dict[str, Any]:
        """All of it but the picture, as one JSON value."""
        return {
            "format": self.format,
            "name": self.name,
            "book": book_to_json(self.book) if self.book else None,
            "card": self.card.to_json() if self.card else None,
            "report": self.report.to_json(),
        }


def parsed_from_json(data: Mapping[str, Any], file: bytes | None = None) -> Parsed:
    """What `Parsed.to_json` wrote; `file`, the bytes it was read from, gives the picture back."""
    return Parsed(
        format=data["format"],
        name=data["name"],
        book=book_from_json(data["book"]) if data["book"] else None,
        card=card_from_json(data["card"], file) if data["card"] else None,
        report=report_from_json(data["report"]),
    )


@dataclass(frozen=True, slots=True)
class _Wish:
    """How the caller wants a file read."""

    fallback_name: str
    import_defaults: str
    max_entries: int


def _name_from(file_name: str) -> str:
    """A name for what has none: the file's, without folders and ending."""
    return PurePosixPath(file_name.replace("\\", "/")).stem.strip()[:200] or "Unnamed"


def _too_many(raw: Mapping[str, Any], wish: _Wish) -> Refusal | None:
    """A refusal that names both numbers where a book has too many entries (WB-8)."""
    number = count(raw.get("entries"))
    if number > wish.max_entries:
        return refuse("too_many_entries", count=number, limit=wish.max_entries)
    return None


def _read_book(
    kind: str, raw: Mapping[str, Any], reading: BookReading, wish: _Wish
) -> Book | Refusal:
    """A book of one kind."""
    refusal = _too_many(raw, wish)
    if refusal:
        return refusal
    reader = native.read_book if kind == kinds.NATIVE else sillytavern.read_book
    return reader(raw, reading, import_defaults=wish.import_defaults)


def _card(raw: Mapping[str, Any], reading: BookReading, wish: _Wish) -> Parsed | Refusal:
    """A card, and its book where it has one."""
    card, raw_book = read_card(raw, reading.book_notes, fallback_name=wish.fallback_name)
    book: Book | None = None
    if raw_book is not None:
        read_it = _read_book(kinds.CHARACTER_BOOK, raw_book, reading, wish)
        if isinstance(read_it, Refusal):
            return read_it
        book = read_it
    report = report_of(card.spec, card.name, book, reading)
    return Parsed(card.spec, card.name, book, card, report)


def _as_book(kind: str, value: Any) -> Mapping[str, Any]:
    """The object that holds `entries`."""
    if kind == kinds.BARE_LIST:
        return {"entries": value}
    if kind == kinds.LOREBOOK_V3:
        inner: Mapping[str, Any] = value["data"]
        return inner
    whole: Mapping[str, Any] = value
    return whole


def _read_json(value: Any, reading: BookReading, wish: _Wish) -> Parsed | Refusal:
    """A JSON value of any known kind."""
    kind = kinds.kind_of(value)
    if not kind:
        return refuse("unknown_format")
    if kind in kinds.NOT_READ:
        return refuse("not_read_yet", format=kinds.NOT_READ[kind])
    if kind == kinds.CARD:
        return _card(value, reading, wish)
    book = _read_book(kind, _as_book(kind, value), reading, wish)
    if isinstance(book, Refusal):
        return book
    name = book.name or wish.fallback_name
    return Parsed(kind, name, book, None, report_of(kind, name, book, reading))


def _in_picture(found: Found, data: bytes, reading: BookReading, wish: _Wish) -> Parsed | Refusal:
    """The card that a picture holds, with the picture."""
    value = load_text(found.text, reading.book_notes)
    if isinstance(value, Refusal):
        return value
    if kinds.kind_of(value) != kinds.CARD:
        return refuse("card_damaged", problem="it is no card")
    parsed = _card(value, reading, wish)
    if isinstance(parsed, Refusal):
        return parsed
    name = f"{found.picture}:{parsed.format}"
    report = report_of(name, parsed.name, parsed.book, reading)
    card = with_picture(parsed.card, data) if parsed.card else None
    return Parsed(name, parsed.name, parsed.book, card, report)


def read(
    data: bytes,
    *,
    file_name: str = "",
    import_defaults: str = "native",
    max_entries: int = MAX_ENTRIES,
    max_bytes: int = MAX_BYTES,
) -> Parsed | Refusal:
    """Read a file of any known format; the kind is told by its content.

    `import_defaults` is "native" (substring, 4 messages) or "sillytavern" (whole words, 2).
    `file_name` only names what has no name. Never raises: bad input is a `Refusal`.
    """
    if len(data) > max_bytes:
        return refuse("too_large", size=len(data), limit=max_bytes)
    wish = _Wish(_name_from(file_name), import_defaults, max_entries)
    reading = BookReading()
    found = card_text(data, reading.book_notes)
    if isinstance(found, Refusal):
        return found
    if found is not None:
        return _in_picture(found, data, reading, wish)
    refusal = not_text(data)
    if refusal:
        return refusal
    text = decode_text(data)
    if isinstance(text, Refusal):
        return text
    value = load_text(text, reading.book_notes)
    return value if isinstance(value, Refusal) else _read_json(value, reading, wish)


def read_value(
    value: Any,
    *,
    name: str = "",
    import_defaults: str = "native",
    max_entries: int = MAX_ENTRIES,
) -> Parsed | Refusal:
    """Read a JSON value that came inside a request; the same bounds hold as for a file."""
    reading = BookReading()
    loaded = load_value(value, reading.book_notes)
    if isinstance(loaded, Refusal):
        return loaded
    return _read_json(loaded, reading, _Wish(name or "Unnamed", import_defaults, max_entries))
