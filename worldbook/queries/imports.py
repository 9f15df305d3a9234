"""Import previews that are still there, and their reports in the reader's language (WB-8, WB-9)."""

from typing import Any

from django.db.models.functions import Now
from django.utils.translation import gettext

from worldbook.models import ImportPreview, User
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
