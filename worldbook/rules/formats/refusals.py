"""Why a file is not read, or not written: one sentence a code, for people who only see the file (WB-10)."""

from collections.abc import Callable
from typing import Any

from worldbook.rules.refusal import Refusal
from worldbook.rules.words import gettext_noop as _

REASONS: dict[str, str] = {
    "empty": _("The file is empty."),
    "too_large": _("The file has %(size)s bytes; at most %(limit)s are read."),
    "wrong_encoding": _("The text is not valid %(encoding)s (at byte %(at)s)."),
    "not_json": _("This is not JSON: %(problem)s (line %(line)s, column %(column)s)."),
    "too_deep": _("Lists and objects stand more than %(limit)s deep inside each other."),
    "too_many_values": _("The file holds more than %(limit)s values."),
    "too_many_entries": _("The file has %(count)s entries; at most %(limit)s are read."),
    "web_page": _("This is not a PNG or JSON file but a web page, perhaps a saved error page."),
    "not_a_png": _("This is not a PNG: the file begins like one, but nothing in it can be read."),
    "no_card": _("There is no character data in this picture."),
    "card_damaged": _("The card data in the image is damaged (%(problem)s)."),
    "text_too_large": _("A text in the picture is larger than %(limit)s bytes when unpacked."),
    "unknown_format": _("This JSON is no lorebook and no character card that is known here."),
    "not_read_yet": _("This is a file of the kind %(format)s, which is not read yet."),
    "picture_without_card": _("A picture of the kind %(format)s cannot hold a card; use PNG."),
    "archive_damaged": _("This archive is damaged (%(problem)s)."),
    "archive_of_many": _("The archive holds %(count)s files; at most %(limit)s are read."),
    "archive_too_large": _("The archive is larger than %(limit)s bytes when unpacked."),
    "archive_without_card": _("There is no card.json in this archive, so it is no CHARX."),
    "module_damaged": _("This Risu module is damaged (%(problem)s)."),
    "picture_no_png": _("The picture is no PNG, so no card can be put into it."),
    "picture_damaged": _("The picture is damaged, so no card can be put into it."),
    "card_too_large": _("The card is too large to be put into a picture."),
    "unknown_export": _("There is no export format %(format)s; there are %(known)s."),
    "webp_without_card": _("There is no character data in this WebP picture; convert it to PNG."),
}


def refuse(code: str, **detail: Any) -> Refusal:
    """A refusal with its English sentence; `detail` also serves translation."""
    return Refusal(code, REASONS[code] % detail, detail)


def reason_in(refusal: Refusal, translate: Callable[[str], str]) -> str:
    """The sentence of a refusal in the reader's language; unknown codes keep their own."""
    known = REASONS.get(refusal.code)
    return translate(known) % dict(refusal.detail) if known else refusal.reason
