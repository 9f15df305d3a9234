"""Archives in bounded memory: the files of a zip that may stand behind a picture (WB-10).

Layout: PKWARE APPNOTE 6.3.10, sections 4.3.7 (local header), 4.3.12 (central directory), 4.3.14
and 4.3.16 (its end, long and short), 4.5.3 (long sizes). Read are stored and deflated files; nothing is ever written to a disk, so that a path
names a file and leads nowhere.
"""

import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from worldbook.rules.formats.refusals import refuse
from worldbook.rules.refusal import Refusal

MAX_UNPACKED = 64 * 1024 * 1024
MAX_FILES = 10_000
ZIP_START = b"PK\x03\x04"

_END, _END_SIZE, _LONGEST_COMMENT = b"PK\x05\x06", 22, 65_535
_ENTRY, _ENTRY_SIZE = b"PK\x01\x02", 46
_LOCAL_SIZE = 30
_LONG_END, _LONG_END_SIZE, _LOCATOR_SIZE = b"PK\x06\x06", 56, 20
_LONG_SIZES, _SEE_EXTRA = 0x0001, 0xFFFFFFFF
_ENCRYPTED, _UTF8 = 0x1, 0x800
_STORED, _DEFLATED = 0, 8


@dataclass(frozen=True, slots=True)
class Packed:
    """One file of an archive: where it stands, how it is packed, how long it says it is."""

    at: int
    packed: int
    unpacked: int
    method: int
    flags: int


@dataclass(frozen=True, slots=True)
class Archive:
    """The files of an archive by their plain paths; `data` is the whole file around it."""

    data: bytes
    files: Mapping[str, Packed]

    def read(self, name: str) -> bytes | Refusal:
        """One file, unpacked; it may not be longer than it says."""
        file = self.files[name]
        if file.flags & _ENCRYPTED:
            return refuse("archive_damaged", problem="it is encrypted")
        start = _start(self.data, file.at)
        packed = self.data[start : start + file.packed] if start else b""
        if not start or len(packed) != file.packed:
            return refuse("archive_damaged", problem="the file ends inside it")
        if file.method == _STORED:
            return packed
        if file.method != _DEFLATED:
            return refuse("archive_damaged", problem="a way of packing that is not known here")
        return _inflated(packed, file.unpacked)


def _start(data: bytes, at: int) -> int:
    """Where the bytes of a file begin; 0 where no local header stands."""
    if data[at : at + 4] != ZIP_START or at + _LOCAL_SIZE > len(data):
        return 0
    name, extra = struct.unpack_from("<HH", data, at + 26)
    return at + _LOCAL_SIZE + int(name) + int(extra)


def _inflated(packed: bytes, length: int) -> bytes | Refusal:
    """A raw deflate stream that must give `length` bytes and not one more."""
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        unpacked = unpacker.decompress(packed, length + 1)
    except zlib.error:
        return refuse("archive_damaged", problem="a file in it cannot be unpacked")
    if len(unpacked) > length:
        return refuse("archive_too_large", limit=MAX_UNPACKED)
    if len(unpacked) < length:
        return refuse("archive_damaged", problem="a file in it is cut off")
    return unpacked


def plain_path(name: str) -> str:
    """A path with forward strokes, without a head; "" where it climbs out of the archive."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
    return "" if ".." in parts else "/".join(parts)


def _directory(data: bytes) -> tuple[int, int, int] | None:
    """Number of files, start of the directory, and what stands before the archive."""
    at = data.rfind(_END, max(0, len(data) - _END_SIZE - _LONGEST_COMMENT))
    if at < 0 or at + _END_SIZE > len(data):
        return None
    count, size, offset = struct.unpack_from("<HII", data, at + 10)
    long = at - _LOCATOR_SIZE - _LONG_END_SIZE
    if long >= 0 and data[long : long + 4] == _LONG_END:
        count, size, offset = struct.unpack_from("<QQQ", data, long + 32)
        at = long
    start = at - size
    return (count, start, start - offset) if start >= max(0, offset) else None


def _long(extra: bytes, sizes: tuple[int, int, int]) -> tuple[int, int, int]:
    """Sizes and place, taken from the extra field where the directory has no room for them."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind == _LONG_SIZES:
            held = extra[at + 4 : at + 4 + length]
            numbers = iter(struct.unpack(f"<{len(held) // 8}Q", held[: len(held) // 8 * 8]))
            first, second, third = (
                next(numbers, size) if size == _SEE_EXTRA else size for size in sizes
            )
            return first, second, third
        at += 4 + length
    return sizes


def _entries(data: bytes, count: int, at: int, before: int) -> dict[str, Packed] | None:
    """The files that the directory names; None where it is cut off."""
    files: dict[str, Packed] = {}
    for _number in range(count):
        if data[at : at + 4] != _ENTRY or at + _ENTRY_SIZE > len(data):
            return None
        flags, method = struct.unpack_from("<HH", data, at + 8)
        packed, unpacked, name, extra, comment = struct.unpack_from("<IIHHH", data, at + 20)
        (local,) = struct.unpack_from("<I", data, at + 42)
        names = at + _ENTRY_SIZE
        raw = data[names : names + name]
        more = data[names + name : names + name + extra]
        unpacked, packed, local = _long(more, (unpacked, packed, local))
        path = plain_path(raw.decode("utf-8" if flags & _UTF8 else "cp437", "replace"))
        if path and not raw.endswith(b"/"):
            files.setdefault(path, Packed(before + local, packed, unpacked, method, flags))
        at += _ENTRY_SIZE + name + extra + comment
    return files


def has_archive(data: bytes) -> bool:
    """Whether an archive ends where the file ends."""
    return _directory(data) is not None


def open_archive(data: bytes) -> Archive | Refusal:
    """The archive in a file, or why it is not read.

    Its files may not be more than MAX_FILES nor, unpacked, longer than MAX_UNPACKED together.
    """
    found = _directory(data)
    if found is None:
        return refuse("archive_damaged", problem="its directory is missing")
    count, at, before = found
    if count > MAX_FILES:
        return refuse("archive_of_many", count=count, limit=MAX_FILES)
    files = _entries(data, count, at, before)
    if files is None:
        return refuse("archive_damaged", problem="its directory is cut off")
    if sum(file.unpacked for file in files.values()) > MAX_UNPACKED:
        return refuse("archive_too_large", limit=MAX_UNPACKED)
    return Archive(data, files)
