"""What an import offers as conditions and variables, said for whoever may confirm it (WB-9a)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from worldbook.models import ImportPreview
from worldbook.rules.formats.offers import CONDITION

SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥"}


def condition_said(condition: Mapping[str, Any]) -> str:
    """A condition of the kinds that are offered, on one line: "trust ≥ 3 and rain = yes"."""
    if "variable" in condition:
        leaf = condition["variable"]
        return f"{leaf['variable']} {SIGNS.get(leaf['op'], leaf['op'])} {_value(leaf['value'])}"
    kind, parts = next(iter(condition.items()))
    joint = _(" and ") if kind == "all" else _(" or ")
    return joint.join(condition_said(part) for part in parts)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return f"“{value}”" if isinstance(value, str) else str(value)


def _offer_said(offer: Mapping[str, Any]) -> str:
    if offer["kind"] == CONDITION:
        return condition_said(offer["value"])
    value = offer["value"]
    said = f"{value['name']} = {_value(value['initial'])}"
    return f"{said} ({value['description']})" if value.get("description") else said


def offers_said(preview: ImportPreview) -> list[dict[str, Any]]:
    """Each offer with its number, whether it is confirmed, and what confirming it would do."""
    accepted = set(preview.report.get("accepted", ()))
    return [
        {
            "number": number,
            "taken": number in accepted,
            "condition": offer["kind"] == CONDITION,
            "entry": offer["key_id"],
            "text": _offer_said(offer),
            "frees": offer.get("content") is not None,
        }
        for number, offer in enumerate(preview.report.get("offers", ()))
    ]
