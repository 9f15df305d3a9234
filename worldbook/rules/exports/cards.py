"""A character card V3 as JSON, and both its forms inside a PNG."""

import base64
import json
import struct
import zlib
from collections.abc import Mapping
from typing import Any

from worldbook.rules.entries import Book
from worldbook.rules.exports.lorebook_v3 import to_character_book
from worldbook.rules.formats.cards import TEXTS, Card
from worldbook.rules.formats.payload import MAX_TEXT
from worldbook.rules.formats.png import (
    NEWER,
    OLDER,
    PNG_SIGNATURE,
    TEXT_CHUNKS,
    Chunk,
    chunks,
    keyword_of,
)
from worldbook.rules.formats.refusals import refuse
from worldbook.rules.refusal import Refusal

_LISTS = ("alternate_greetings", "group_only_greetings", "tags")
_ONLY_V3 = ("nickname", "group_only_greetings", "assets", "creation_date", "modification_date")
_INSIDE = ("embeded://", "embedded://", "__asset:")
_SIDE = 256


def _outside(source: Mapping[str, Any]) -> dict[str, Any]:
    """What the card said, without assets that stood in the archive it came in."""
    assets = source.get("assets")
    if not isinstance(assets, list):
        return dict(source)
    kept = [
        asset
        for asset in assets
        if not (isinstance(asset, Mapping) and str(asset.get("uri", "")).startswith(_INSIDE))
    ]
    return {**source, "assets": kept}


def to_card(book: Book | None, card: Card | None) -> dict[str, Any]:
    """A V3 card with its book; without a card one that only has the book's name."""
    card = card or Card(spec="", name=(book.name if book else "") or "Lorebook")
    data: dict[str, Any] = {
        **_outside(card.source),
        "name": card.name,
        **{name: getattr(card, name) for name in TEXTS},
        **{name: list(getattr(card, name)) for name in _LISTS},
        "extensions": dict(card.extensions),
    }
    if book is not None:
        data["character_book"] = to_character_book(book)
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": data}


def _older(card: Mapping[str, Any]) -> dict[str, Any]:
    """The same card as V2, for programs that know no V3."""
    data = {name: value for name, value in card["data"].items() if name not in _ONLY_V3}
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(data, zlib.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


def _text(keyword: bytes, card: Mapping[str, Any]) -> bytes:
    packed = json.dumps(card, ensure_ascii=False, separators=(",", ":")).encode()
    return keyword + b"\x00" + base64.b64encode(packed)


def plain_picture(side: int = _SIDE) -> bytes:
    """A quiet grey square, for what has no picture of its own."""
    rows = (b"\x00" + b"\x8c" * side) * side
    return (
        PNG_SIGNATURE
        + _chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
        + _chunk(b"IDAT", zlib.compress(rows, 9))
        + _chunk(b"IEND", b"")
    )


def _is_card(chunk: Chunk) -> bool:
    return chunk.kind in TEXT_CHUNKS and keyword_of(chunk) in (NEWER, OLDER)


def into_png(card: Mapping[str, Any], picture: bytes) -> bytes | Refusal:
    """The picture with the card in `ccv3` and `chara`; cards that were in it before are gone."""
    if not picture.startswith(PNG_SIGNATURE):
        return refuse("picture_no_png")
    texts = [_text(NEWER, card), _text(OLDER, _older(card))]
    if any(len(text) > MAX_TEXT for text in texts):
        return refuse("card_too_large")
    parts = [PNG_SIGNATURE]
    for chunk in chunks(picture):
        if not chunk.whole:
            break
        if chunk.kind == b"IEND":
            parts += [_chunk(b"tEXt", text) for text in texts]
            return b"".join([*parts, _chunk(b"IEND", b"")])
        if not _is_card(chunk):
            parts.append(_chunk(chunk.kind, chunk.data))
    return refuse("picture_damaged")
