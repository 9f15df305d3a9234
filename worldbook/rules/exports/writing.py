"""One door for all export formats: a book, or a card with its book, becomes the bytes of a file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from worldbook.rules.entries import Book, book_to_json
from worldbook.rules.exports.cards import into_png, plain_picture, to_card
from worldbook.rules.exports.lorebook_v3 import to_lorebook_v3
from worldbook.rules.exports.sources import deep
from worldbook.rules.exports.world_info import to_world_info
from worldbook.rules.formats.cards import Card
from worldbook.rules.formats.refusals import refuse
from worldbook.rules.refusal import Refusal

NATIVE, WORLD_INFO, LOREBOOK_V3, CARD, CARD_PNG = (
    "native",
    "sillytavern",
    "lorebook_v3",
    "card",
    "card_png",
)
FORMATS = (NATIVE, WORLD_INFO, LOREBOOK_V3, CARD, CARD_PNG)


@dataclass(frozen=True, slots=True)
class Exported:
    """A file that can be handed out: its bytes, the ending of its name, its media type."""

    data: bytes
    ending: str
    media_type: str


def readable(book: Book) -> Book:
    """The book without sources that stand too deep for any file that can be read again."""
    entries = tuple(
        replace(entry, source={}) if deep(entry.source) else entry for entry in book.entries
    )
    source = {} if deep(book.source) else book.source
    return replace(book, entries=entries, source=source)


def to_json_value(
    book: Book | None, format_name: str, card: Card | None = None
) -> Mapping[str, Any]:
    """The JSON value of one of the formats; a card may be without a book."""
    if format_name in (CARD, CARD_PNG) or book is None:
        return to_card(readable(book) if book else None, card)
    writers = {NATIVE: book_to_json, WORLD_INFO: to_world_info, LOREBOOK_V3: to_lorebook_v3}
    return writers[format_name](readable(book))


def export(
    book: Book | None,
    format_name: str,
    *,
    card: Card | None = None,
    picture: bytes | None = None,
) -> Exported | Refusal:
    """The file of a book in one of FORMATS; importing it gives the same entries (WB-11).

    `card` is the character that a card tells of; without one it has the book's name and nothing
    else. `picture` is the PNG that a "card_png" is put into; without one it is a grey square.
    """
    if format_name not in FORMATS:
        return refuse("unknown_export", format=format_name, known=", ".join(FORMATS))
    value = to_json_value(book, format_name, card)
    if format_name == CARD_PNG:
        data = into_png(value, picture or plain_picture())
        return data if isinstance(data, Refusal) else Exported(data, "png", "image/png")
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return Exported(text.encode("utf-8", "replace"), "json", "application/json")
