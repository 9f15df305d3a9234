"""Cards inside WebP pictures: the JSON text in the EXIF chunk, as SillyTavern once wrote it.

Container layout: WebP container specification (RIFF). The text is looked for in the chunk by its
shape, because programs wrote it with and without a TIFF header around it.
"""

import struct
from collections.abc import Iterator

from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.payload import MAX_TEXT, payload_text
from worldbook.rules.formats.refusals import refuse
from worldbook.rules.refusal import Refusal

MAX_CHUNKS = 10_000


def is_webp(data: bytes) -> bool:
    """Whether a file begins as a WebP."""
    return data[:4] == b"RIFF" and data[8:12] == b"WEBP"


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Four letters and data of every chunk; a length beyond the end means what is left."""
    at = 12
    for _number in range(MAX_CHUNKS):
        if at + 8 > len(data):
            return
        kind, length = struct.unpack_from("<4sI", data, at)
        yield kind, data[at + 8 : at + 8 + length]
        at += 8 + length + (length & 1)


def _json_part(exif: bytes) -> bytes:
    """From the first brace to the last one."""
    start, end = exif.find(b"{"), exif.rfind(b"}")
    return exif[start : end + 1] if 0 <= start < end else b""


def card_in_webp(data: bytes, notes: list[Note]) -> str | Refusal:
    """The JSON text of the card in a WebP picture."""
    for kind, exif in _chunks(data):
        if kind == b"EXIF":
            if len(exif) > MAX_TEXT:
                return refuse("text_too_large", limit=MAX_TEXT)
            text = _json_part(exif)
            if text:
                return payload_text(text, notes, base64_usual=False)
    return refuse("webp_without_card")
