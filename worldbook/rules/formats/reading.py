"""One door for all formats: the bytes of a file, or a JSON value, become `Parsed` or a `Refusal`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from worldbook.rules.entries import Book, book_from_json, book_to_json
from worldbook.rules.formats import agnai, kinds, native, novelai, risu, sillytavern
from worldbook.rules.formats.archive import ZIP_START, has_archive
from worldbook.rules.formats.cards import Card, card_from_json, read_card, with_picture
from worldbook.rules.formats.charx import card_in_archive, picture_in_archive
from worldbook.rules.formats.decode import decode_text, load_text, load_value
from worldbook.rules.formats.members import count
from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.pictures import JPEG_START, Found, card_text, not_text
from worldbook.rules.formats.refusals import refuse
from worldbook.rules.formats.report import BookReading, Report, report_from_json, report_of
from worldbook.rules.formats.risum import is_risum, read_module
from worldbook.rules.refusal import Refusal

DEFAULTS = ("native", "sillytavern")
MAX_ENTRIES = 5_000
MAX_BYTES = 64 * 1024 * 1024
CHARX, RISUM = "charx", "risum"

BookReader = Callable[..., Book]
READERS: Mapping[str, BookReader] = {
    kinds.NATIVE: native.read_book,
    kinds.NOVELAI: novelai.read_book,
    kinds.RISU: risu.read_book,
    RISUM: risu.read_book,
    kinds.AGNAI: agnai.read_book,
}


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was read: a book, a card, or a card with its book, and the report.

    `format` is native, sillytavern, character_book, lorebook_v3, list, novelai, risu, risum, agnai
    or chara_card_v1…v3, with "png:", "webp:" or "charx:" before it where it came in one.
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
    picture = file
    if file and data["format"].startswith(f"{CHARX}:"):
        picture = picture_in_archive(file)
    return Parsed(
        format=data["format"],
        name=data["name"],
        book=book_from_json(data["book"]) if data["book"] else None,
        card=card_from_json(data["card"], picture) if data["card"] else None,
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
    reader: BookReader = READERS.get(kind, sillytavern.read_book)
    return reader(raw, reading, import_defaults=wish.import_defaults)


def _card(
    raw: Mapping[str, Any],
    reading: BookReading,
    wish: _Wish,
    module: Mapping[str, Any] | None = None,
) -> Parsed | Refusal:
    """A card, and its book where it has one, or else that of its module."""
    card, raw_book = read_card(raw, reading.book_notes, fallback_name=wish.fallback_name)
    kind, raw_book = _book_of_card(raw_book, module or {}, reading)
    book: Book | None = None
    if raw_book is not None:
        read_it = _read_book(kind, raw_book, reading, wish)
        if isinstance(read_it, Refusal):
            return read_it
        book = read_it
    report = report_of(card.spec, card.name, book, reading)
    return Parsed(card.spec, card.name, book, card, report)


def _book_of_card(
    raw_book: Mapping[str, Any] | None, module: Mapping[str, Any], reading: BookReading
) -> tuple[str, Mapping[str, Any] | None]:
    """The card's own book where it has entries; else the lorebook of its Risu module."""
    lore = module.get("lorebook")
    own, more = count(raw_book.get("entries")) if raw_book else 0, count(lore)
    if not more:
        return kinds.CHARACTER_BOOK, raw_book
    if own:
        if own != more:
            detail = {"was": str(more), "now": str(own)}
            reading.book_notes.append(Note("module_differs", "lorebook", detail))
        return kinds.CHARACTER_BOOK, raw_book
    reading.book_notes.append(Note("module_book", "lorebook"))
    return RISUM, {**(raw_book or {}), "entries": lore}


def _as_book(kind: str, value: Any) -> Mapping[str, Any]:
    """The object that holds `entries`."""
    if kind == kinds.BARE_LIST or (kind == kinds.RISU and isinstance(value, list)):
        return {"entries": value}
    if kind == kinds.RISU and "entries" not in value:
        return {**value, "entries": value.get("data")}
    if kind == kinds.LOREBOOK_V3:
        inner: Mapping[str, Any] = value["data"]
        return inner
    whole: Mapping[str, Any] = value
    return novelai.inner_book(value) or whole if kind == kinds.NOVELAI else whole


def _book(kind: str, raw: Mapping[str, Any], reading: BookReading, wish: _Wish) -> Parsed | Refusal:
    """A book that stands by itself."""
    book = _read_book(kind, raw, reading, wish)
    if isinstance(book, Refusal):
        return book
    name = book.name or wish.fallback_name
    return Parsed(kind, name, book, None, report_of(kind, name, book, reading))


def _read_json(value: Any, reading: BookReading, wish: _Wish) -> Parsed | Refusal:
    """A JSON value of any known kind."""
    kind = kinds.kind_of(value)
    if not kind:
        return refuse("unknown_format")
    if kind in kinds.NOT_READ:
        return refuse("not_read_yet", format=kinds.NOT_READ[kind])
    if kind == kinds.CARD:
        return _card(value, reading, wish)
    return _book(kind, _as_book(kind, value), reading, wish)


def _wrapped(parsed: Parsed | Refusal, wrapping: str, picture: bytes | None) -> Parsed | Refusal:
    """What was read, with the name of what it came in and the picture of the character."""
    if isinstance(parsed, Refusal):
        return parsed
    name = f"{wrapping}:{parsed.format}"
    card = with_picture(parsed.card, picture) if parsed.card and picture else parsed.card
    report = replace(parsed.report, format=name)
    return replace(parsed, format=name, card=card, report=report)


def _in_picture(found: Found, data: bytes, reading: BookReading, wish: _Wish) -> Parsed | Refusal:
    """The card or the NovelAI lorebook that a picture holds, with the picture."""
    value = load_text(found.text, reading.book_notes)
    if isinstance(value, Refusal):
        return value
    if kinds.kind_of(value) not in (kinds.CARD, kinds.NOVELAI):
        return refuse("card_damaged", problem="it is no card")
    return _wrapped(_read_json(value, reading, wish), found.picture, data)


def _in_archive(data: bytes, reading: BookReading, wish: _Wish) -> Parsed | Refusal:
    """The card of a CHARX with its picture and its module."""
    found = card_in_archive(data, reading.book_notes)
    if isinstance(found, Refusal):
        return found
    raw, module = found
    if kinds.kind_of(raw) != kinds.CARD:
        return refuse("card_damaged", problem="it is no card")
    return _wrapped(_card(raw, reading, wish, module), CHARX, picture_in_archive(data))


def _module(data: bytes, reading: BookReading, wish: _Wish) -> Parsed | Refusal:
    """The lorebook of a Risu module that stands by itself."""
    module = read_module(data, reading.book_notes)
    if isinstance(module, Refusal):
        return module
    for name in ("regex", "trigger"):
        if module.get(name):
            reading.book_notes.append(Note("card_scripts", name))
    about = {name: value for name, value in module.items() if name != "lorebook"}
    return _book(RISUM, {**about, "entries": module.get("lorebook")}, reading, wish)


def _binary(data: bytes, reading: BookReading, wish: _Wish) -> Parsed | Refusal | None:
    """A file that is no text; None where it may be one."""
    found = card_text(data, reading.book_notes)
    if isinstance(found, Refusal):
        cardless = found.code in ("no_card", "webp_without_card") and has_archive(data)
        behind = _in_archive(data, BookReading(), wish) if cardless else found
        return found if isinstance(behind, Refusal) else behind
    if found is not None:
        return _in_picture(found, data, reading, wish)
    if data.startswith(ZIP_START) or (data.startswith(JPEG_START) and has_archive(data)):
        return _in_archive(data, reading, wish)
    return _module(data, reading, wish) if is_risum(data) else not_text(data)


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
    binary = _binary(data, reading, wish)
    if binary is not None:
        return binary
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
