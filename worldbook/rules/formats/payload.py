"""The text that a picture carries: unwrapped from base64 and decoded, or called damaged."""

import base64
import binascii

from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.refusals import refuse
from worldbook.rules.refusal import Refusal

MAX_TEXT = 32 * 1024 * 1024
_STARTS = (b"{", b"[", b"\xef\xbb\xbf{")


def _unwrapped(payload: bytes) -> bytes | None:
    """The bytes inside base64; missing padding and the URL alphabet are forgiven, no more."""
    packed = (
        payload.translate(None, b" \t\r\n\v\f").replace(b"-", b"+").replace(b"_", b"/").rstrip(b"=")
    )
    try:
        return base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def payload_text(payload: bytes, notes: list[Note], *, base64_usual: bool = True) -> str | Refusal:
    """The JSON text of a card as a picture carries it."""
    if len(payload) > MAX_TEXT:
        return refuse("text_too_large", limit=MAX_TEXT)
    raw: bytes | None = payload.strip(b"\x00 \t\r\n")
    if raw and raw.startswith(_STARTS):
        if base64_usual:
            notes.append(Note("not_base64"))
    else:
        raw = _unwrapped(payload.rstrip(b"\x00"))
    if not raw:
        return refuse("card_damaged", problem="the base64 text cannot be unwrapped")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        notes.append(Note("not_utf8"))
        return raw.decode("latin-1")
