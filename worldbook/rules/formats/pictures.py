"""Files that are no text: the card inside a picture, and clear words for all the others (WB-10)."""

from dataclasses import dataclass

from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.png import PNG_SIGNATURE, card_in_png
from worldbook.rules.formats.refusals import refuse
from worldbook.rules.formats.webp import card_in_webp, is_webp
from worldbook.rules.refusal import Refusal

JPEG_START = b"\xff\xd8\xff"
_OTHER_PICTURES = ((JPEG_START, "JPEG"), (b"GIF8", "GIF"), (b"BM", "BMP"))
_PAGE_STARTS = (b"<!doctype html", b"<html", b"<head", b"<!--")


@dataclass(frozen=True, slots=True)
class Found:
    """The JSON text of a card and the kind of picture it was in."""

    picture: str
    text: str


def card_text(data: bytes, notes: list[Note]) -> Found | Refusal | None:
    """The card's text in a PNG, APNG or WebP; None where the file is no such picture."""
    for picture, known, reader in (
        ("png", data.startswith(PNG_SIGNATURE), card_in_png),
        ("webp", is_webp(data), card_in_webp),
    ):
        if known:
            text = reader(data, notes)
            return text if isinstance(text, Refusal) else Found(picture, text)
    return None


def not_text(data: bytes) -> Refusal | None:
    """Say what a file is that cannot be text."""
    if data.startswith(b"\x89PN"):
        return refuse("not_a_png")
    for start, name in _OTHER_PICTURES:
        if data.startswith(start):
            return refuse("picture_without_card", format=name)
    head = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return refuse("web_page") if head.startswith(_PAGE_STARTS) else None
