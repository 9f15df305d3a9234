"""Import previews that are still there, and their reports in the reader's language (WB-8, WB-9)."""

from typing import Any

from django.db.models.functions import Now
from django.utils.translation import gettext

from worldbook.models import ImportPreview, Lorebook, User
from worldbook.queries.books import BOOK_FIELDS, book_value
from worldbook.rules.compact import whole_entry
from worldbook.rules.entries import book_to_json
from worldbook.rules.formats import Parsed, parsed_from_json
from worldbook.rules.formats.accepting import accept
from worldbook.rules.formats.notes import say
from worldbook.rules.formats.offers import offer_from_json
from worldbook.rules.validation import cut_to_fit

SUMS = ("blocked_because", "coerced", "mapped", "unsupported", "warnings")


def live_preview(user: User, preview_id: Any) -> ImportPreview | None:
    """The account's preview, unless it is past its hour; without the file's bytes."""
    previews = ImportPreview.objects.filter(owner=user, expires_at__gt=Now())
    return previews.filter(pk=preview_id).defer("file").first()


def parsed_of(preview: ImportPreview) -> Parsed:
    """What was read of the file."""
    return parsed_from_json(preview.parsed | {"report": preview.report}, bytes(preview.file))


def book_to_save(preview: ImportPreview) -> dict[str, Any]:
    """The book that a preview would be saved as, in native JSON: offers that were confirmed are
    taken over, and short texts cut to what can be kept (WB-9a)."""
    offers = [offer_from_json(offer) for offer in preview.report.get("offers", ())]
    accepted = preview.report.get("accepted", ())
    return cut_to_fit(accept(preview.parsed["book"], offers, accepted))


# What a file of another program may say of a book beside its entries.
MATCHING = ("scan_depth", "case_sensitive", "whole_words", "max_passes", "source")
NATIVE = "native"


def draft_of_import(preview: ImportPreview, book: Lorebook) -> dict[str, Any]:
    """What a book's draft would say once it says what was read, in native JSON (WB-9b).

    The book keeps its key, and its name where the file has none. A file of another program knows
    only how keys match; what else the book says of itself stays.
    """
    data = book_to_save(preview)
    own = book_to_json(book_value(book, ()))
    if preview.report["format"] == NATIVE:
        own |= {name: data[name] for name in BOOK_FIELDS if name in data and name != "key"}
    else:
        own |= {name: data[name] for name in MATCHING if name in data}
    name = data["name"].strip()
    own["name"] = name or book.name
    return {**own, "entries": [whole_entry(entry) for entry in data["entries"]]}


def _said(line: dict[str, Any], *, in_sum: bool) -> dict[str, Any]:
    text = say(line["code"], line["field"], line["detail"], gettext, in_sum=in_sum)
    return {**line, "text": text}


def report_said(report: dict[str, Any]) -> dict[str, Any]:
    """The report with its sentences in the active language; the shape stays that of WB-41."""
    return {
        **report,
        **{name: [_said(line, in_sum=True) for line in report[name]] for name in SUMS},
        "compatibility": gettext(report["compatibility"]),
        "notes": [_said(note, in_sum=False) for note in report["notes"]],
        "entries": [
            {**entry, "notes": [_said(note, in_sum=False) for note in entry["notes"]]}
            for entry in report["entries"]
        ],
    }
