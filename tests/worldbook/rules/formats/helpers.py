"""Files made by hand for these tests."""

import base64
import io
import json
import struct
import zipfile
import zlib

from worldbook.rules.formats import read
from worldbook.rules.formats.risum import READ_BYTES

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def world_info(*entries, **book):
    """A SillyTavern world info file with these entries, each with a body and a key."""
    return {
        **book,
        "entries": {
            str(number): {"uid": number, "key": ["a"], "content": "Lore.", **entry}
            for number, entry in enumerate(entries)
        },
    }


def as_file(value):
    return json.dumps(value, ensure_ascii=False).encode()


def parsed(value, **options):
    """What a JSON value as a file is read as."""
    return read(as_file(value), **options)


def entry_of(**entry):
    """The one entry of a world info file."""
    return parsed(world_info(entry)).book.entries[0]


def codes(report, field=None):
    """The codes of all notes on entries, or of those on one field."""
    return [
        note.code
        for _key_id, notes in report.entries
        for note in notes
        if field is None or note.field == field
    ]


def card(name="Ann", **data):
    """A V2 card."""
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": name, **data}}


def chunk(kind, data, crc=None):
    crc = zlib.crc32(kind + data) if crc is None else crc
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)


def text_chunk(keyword, value, kind=b"tEXt"):
    """A text chunk of one of the three kinds with a card in base64."""
    text = base64.b64encode(as_file(value))
    bodies = {
        b"tEXt": keyword + b"\0" + text,
        b"zTXt": keyword + b"\0\0" + zlib.compress(text),
        b"iTXt": keyword + b"\0\1\0en\0Wort\0" + zlib.compress(text),
    }
    return chunk(kind, bodies[kind])


def png(*texts):
    """A picture of one pixel with these text chunks."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(b"\0\0"))
    return SIGNATURE + header + b"".join(texts) + pixels + chunk(b"IEND", b"")


def zipped(files, method=zipfile.ZIP_DEFLATED):
    """An archive with these files, by name."""
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data if isinstance(data, bytes) else as_file(data))
    return box.getvalue()


def risum(module, assets=()):
    """A Risu module file with these assets."""
    written = bytes(READ_BYTES.index(number) for number in range(256))
    text = as_file({"type": "risuModule", "module": module}).translate(written)
    parts = [b"\x6f\x00", struct.pack("<I", len(text)), text]
    for asset in assets:
        parts += [b"\x01", struct.pack("<I", len(asset)), asset.translate(written)]
    return b"".join([*parts, b"\x00"])
