"""Risu modules (`module.risum`): the lorebook and the scripts that a character brings along.

Layout: the bytes 111 and 0, a length (four bytes, little end first) and that many bytes of JSON,
`{"type": "risuModule", "module": {…}}`; then each asset as the byte 1, a length and its bytes; then
the byte 0. JSON and assets are written through a fixed table that swaps each byte for another; it
is the alphabet of the format and stands here as such.
"""

import struct
from collections.abc import Mapping
from typing import Any

from worldbook.rules.formats.decode import load_text
from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.payload import MAX_TEXT
from worldbook.rules.formats.refusals import refuse
from worldbook.rules.refusal import Refusal

RISUM_START = b"\x6f\x00"
_HEAD = 6

# What stands for the bytes 0, 1, 2… of a file, sixteen to a row.
READ_BYTES = bytes.fromhex(
    "2cf7848bc965fbb69faeb3032d016974 1fe4a3ecee5c3421934a0f6ae262029e"
    "229cfd3cfc71c7c6ad596705706d8a44 12fa24865fafd17a47cefe5063dd5106"
    "6f18e052a8099d56734cb8536cc3a00e 19cf3e0d7e07326846ea48f9992eaba4"
    "49205e5535380cbcd3b1581679280a1a e1f2cdc439dba2ba6072767d95ef7fc8"
    "c0de3794bfb51481922545ace7f566a7 2b365ac113e34b3ae88d831b7c27b09a"
    "42eb87aadc548e7826d25729d4b7f82f 8f8975f04177c21effd81511e5049717"
    "f331d09b00d7cab44f2a3bd9b26bda5d a13f3061bd913d4ee6dfbe4d828c1d23"
    "109864f485337b9043bba988f1d6a51c f6cc6eb95b0b96edd5e9c5cb08a68040"
)


def is_risum(data: bytes) -> bool:
    """Whether a file begins as a module whose text fits into it."""
    if not data.startswith(RISUM_START) or len(data) < _HEAD:
        return False
    (length,) = struct.unpack_from("<I", data, 2)
    return (
        _HEAD + int(length) <= len(data) and data[_HEAD : _HEAD + 1].translate(READ_BYTES) == b"{"
    )


def read_module(data: bytes, notes: list[Note]) -> Mapping[str, Any] | Refusal:
    """The module that a file holds, without its assets."""
    if not is_risum(data):
        return refuse("module_damaged", problem="it does not begin as one")
    (length,) = struct.unpack_from("<I", data, 2)
    if length > MAX_TEXT:
        return refuse("text_too_large", limit=MAX_TEXT)
    try:
        text = data[_HEAD : _HEAD + length].translate(READ_BYTES).decode()
    except UnicodeDecodeError:
        return refuse("module_damaged", problem="its text is not UTF-8")
    value = load_text(text, notes)
    if isinstance(value, Refusal):
        return value
    module = value.get("module") if isinstance(value, Mapping) else None
    if not isinstance(module, Mapping):
        return refuse("module_damaged", problem="no module is in it")
    return module
