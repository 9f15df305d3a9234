"""Cards inside WebP pictures: the JSON text of the EXIF chunk."""

import struct

import pytest

from tests.worldbook.rules.formats.helpers import as_file, card
from worldbook.rules.formats import read


def webp(*chunks):
    body = b"".join(
        struct.pack("<4sI", kind, len(data)) + data + b"\0" * (len(data) & 1)
        for kind, data in chunks
    )
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


@pytest.mark.spec("WB-6")
@pytest.mark.parametrize("before", [b"", b"ASCII\0\0\0", b"Exif\0\0II*\0\x08\0\0\0"])
def test_a_card_in_exif_is_read_with_any_header(before):
    data = webp((b"VP8X", b"\x08" + b"\0" * 9), (b"EXIF", before + as_file(card("Ann Ж"))))
    result = read(data)
    assert (result.card.name, result.format) == ("Ann Ж", "webp:chara_card_v2")
    assert result.report.book_notes == ()


@pytest.mark.spec("WB-10")
@pytest.mark.parametrize("data", [webp(), webp((b"EXIF", b"nothing")), webp()[:14]])
def test_a_webp_without_a_card_is_refused_with_advice(data):
    assert read(data).code == "webp_without_card"
    assert "PNG" in read(data).reason


@pytest.mark.spec("WB-10")
def test_a_damaged_card_in_exif_is_refused():
    assert read(webp((b"EXIF", b'{"spec": }'))).code == "not_json"
