"""Cards inside PNG and APNG pictures: text chunks `ccv3`, `chara` and `naidata`, in bounded memory.

Chunk layout: PNG specification, section 5.3 (length, type, data, CRC) and 11.3.4 (text chunks).
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from worldbook.rules.formats.cards import tells_the_same
from worldbook.rules.formats.decode import parse_json
from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.payload import MAX_TEXT, payload_text
from worldbook.rules.formats.refusals import refuse
from worldbook.rules.refusal import Refusal

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
MAX_CHUNKS = 100_000
TEXT_CHUNKS = (b"tEXt", b"zTXt", b"iTXt")
NEWER, OLDER, NOVELAI = b"ccv3", b"chara", b"naidata"
_STEP = 1 << 16


@dataclass(frozen=True, slots=True)
class Chunk:
    """One chunk: its four letters, its data, and whether it is whole and its checksum right."""

    kind: bytes
    data: bytes
    whole: bool
    sound: bool


def chunks(data: bytes) -> Iterator[Chunk]:
    """The chunks of a PNG in order, until the end, nonsense, or too many of them."""
    at = len(PNG_SIGNATURE)
    for _number in range(MAX_CHUNKS):
        if at + 8 > len(data):
            return
        length, kind = struct.unpack_from(">I4s", data, at)
        if not kind.isalpha():
            return
        body = data[at + 8 : at + 8 + length]
        end = at + 8 + length
        whole = end + 4 <= len(data)
        said = struct.unpack_from(">I", data, end)[0] if whole else 0
        yield Chunk(kind, body, whole, whole and said == zlib.crc32(body, zlib.crc32(kind)))
        if kind == b"IEND" or not whole:
            return
        at = end + 4


def inflate(packed: bytes) -> bytes | Refusal:
    """Unpack a deflate stream; one that grows over MAX_TEXT is refused before it is kept."""
    for keep in (False, True):
        unpacker = zlib.decompressobj()
        parts: list[bytes] = []
        total = 0
        rest = packed
        try:
            while rest and not unpacker.eof:
                part = unpacker.decompress(rest, _STEP)
                rest = unpacker.unconsumed_tail
                total += len(part)
                if total > MAX_TEXT:
                    return refuse("text_too_large", limit=MAX_TEXT)
                if keep:
                    parts.append(part)
        except zlib.error:
            return refuse("card_damaged", problem="a packed text cannot be unpacked")
        if not unpacker.eof:
            return refuse("card_damaged", problem="a packed text is cut off")
    return b"".join(parts)


def _international(rest: bytes) -> bytes | Refusal:
    """The text of an iTXt chunk after its keyword: flags, language, translated keyword, text."""
    packed, rest = rest[:1] == b"\x01", rest[2:]
    _language, _zero, rest = rest.partition(b"\x00")
    _keyword, _zero, text = rest.partition(b"\x00")
    return inflate(text) if packed else text


def _text(chunk: Chunk) -> bytes | Refusal:
    """The text of a text chunk as bytes."""
    _keyword, _zero, rest = chunk.data.partition(b"\x00")
    if not chunk.whole:
        return refuse("card_damaged", problem="the file ends inside it")
    if chunk.kind == b"zTXt":
        return inflate(rest[1:])
    return _international(rest) if chunk.kind == b"iTXt" else rest


def keyword_of(chunk: Chunk) -> bytes:
    """The keyword of a text chunk, lower-case."""
    return chunk.data[:80].partition(b"\x00")[0].lower()


def _decoded(chunk: Chunk, notes: list[Note]) -> str | Refusal:
    """The JSON text in a chunk."""
    payload = _text(chunk)
    return payload if isinstance(payload, Refusal) else payload_text(payload, notes)


def _choose(texts: dict[bytes, list[Chunk]], notes: list[Note]) -> str | Refusal:
    """The newer card where both are there; the older one where the newer is damaged.

    What NovelAI put there counts where there is no card.
    """
    for keyword, found in texts.items():
        if len(found) > 1 and any(item.data != found[0].data for item in found):
            notes.append(Note("several_cards", keyword.decode()))
    newer = _decoded(texts[NEWER][0], notes) if texts[NEWER] else None
    if isinstance(newer, str):
        if texts[OLDER]:
            older = _decoded(texts[OLDER][0], [])
            if isinstance(older, Refusal) or not tells_the_same(
                parse_json(newer), parse_json(older)
            ):
                notes.append(Note("card_differs"))
        return newer
    if not texts[OLDER]:
        novelai = _decoded(texts[NOVELAI][0], notes) if texts[NOVELAI] else None
        return novelai or newer or refuse("no_card")
    if isinstance(newer, Refusal):
        notes.append(Note("newer_damaged"))
    return _decoded(texts[OLDER][0], notes)


def card_in_png(data: bytes, notes: list[Note]) -> str | Refusal:
    """The JSON text of the card in a PNG; a damaged picture around it is only a warning."""
    texts: dict[bytes, list[Chunk]] = {NEWER: [], OLDER: [], NOVELAI: []}
    kinds: set[bytes] = set()
    sound = whole = True
    for chunk in chunks(data):
        kinds.add(chunk.kind)
        sound &= chunk.sound or not chunk.whole
        whole &= chunk.whole
        if chunk.kind in TEXT_CHUNKS:
            keyword = keyword_of(chunk)
            if keyword in texts:
                texts[keyword].append(chunk)
    if not kinds:
        return refuse("not_a_png")
    if not any(texts.values()):
        return refuse("no_card")
    if not sound:
        notes.append(Note("bad_crc"))
    if not whole or not {b"IHDR", b"IDAT", b"IEND"} <= kinds:
        notes.append(Note("picture_cut"))
    return _choose(texts, notes)
