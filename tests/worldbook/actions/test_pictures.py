import io
import struct
import zlib

import pytest
from PIL import Image

from tests.worldbook.files import picture
from worldbook.actions.errors import ActionRefused
from worldbook.actions.pictures import LONGEST_SIDE, clean_picture


def encoded(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def test_a_picture_loses_its_metadata():
    kept = clean_picture(picture())
    assert b"taken at home" not in kept.data
    again = Image.open(io.BytesIO(kept.data))
    assert (again.format, again.size, dict(again.getexif())) == ("WEBP", (40, 30), {})


def test_a_picture_is_turned_as_its_camera_was_held():
    meta = Image.Exif()
    meta[0x0112] = 6
    kept = clean_picture(encoded(Image.new("RGB", (40, 30)), "JPEG", exif=meta))
    assert (kept.width, kept.height) == (30, 40)


def test_what_is_transparent_stays_so():
    kept = clean_picture(encoded(Image.new("RGBA", (8, 8), (255, 0, 0, 0)), "PNG"))
    assert Image.open(io.BytesIO(kept.data)).convert("RGBA").getpixel((4, 4))[3] == 0


def test_a_large_picture_is_made_smaller():
    kept = clean_picture(encoded(Image.new("RGB", (4000, 1000)), "PNG"))
    assert (kept.width, kept.height) == (LONGEST_SIDE, LONGEST_SIDE // 4)


def png_that_says(width, height):
    """A PNG whose header promises far more than the file holds."""

    def chunk(kind, body):
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 1000)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    )


@pytest.mark.spec("SF-1")
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.4",
        b"\x89PNG\r\n\x1a\n",
        png_that_says(60_000, 60_000),
        png_that_says(8_000, 8_000),
        png_that_says(100, 100),
        encoded(Image.new("RGB", (500, 500), "red"), "JPEG")[:600],
        encoded(Image.new("RGB", (5, 5)), "BMP"),
        b"\0" * (21 * 1024 * 1024),
    ],
)
def test_what_is_no_picture_or_too_much_is_refused(data):
    with pytest.raises(ActionRefused) as refused:
        clean_picture(data)
    assert (refused.value.code, refused.value.status) == ("bad_picture", 400)
