"""The form field of a check's bands: one a line, `..6: fails | You slip.` (DC-1)."""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from worldbook.admin.fields import LinesField

_BAND = re.compile(
    r"(?P<low>[-+−]?[0-9]+)?\s*(?P<to>\.\.|…|–)?\s*(?P<high>[-+−]?[0-9]+)?\s*[:：]"
    r"\s*(?P<label>[^|｜]+)[|｜]\s*(?P<outcome>.+)"
)


class CheckBandsField(LinesField):
    """Bands of whole numbers with a name and what comes of them, one a line."""

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            return value
        return "\n".join(map(_line, value))

    def to_python(self, value: Any) -> list[dict[str, Any]]:  # type: ignore[override]
        return [_band(line) for line in super().to_python(value)]

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return list(initial or []) != self.to_python(data)
        except ValidationError:
            return True


def _line(band: dict[str, Any]) -> str:
    low, high = ("" if band.get(end) is None else str(band[end]) for end in ("from", "to"))
    ends = low if low and low == high else f"{low}..{high}"
    outcome = " ".join(str(band.get("outcome", "")).split())
    return f"{ends}: {band.get('label', '')} | {outcome}"


def _band(line: str) -> dict[str, Any]:
    """`20: critical | …` is the band of one number."""
    found = _BAND.fullmatch(line)
    if found is None or (found["to"] is None and (found["low"] is None or found["high"])):
        raise ValidationError(
            _("“%(line)s”: write a range, a name and what comes of it: 1..6: fails | You slip.")
            % {"line": line}
        )
    low, high = found["low"], found["high"] if found["to"] else found["low"]
    ends = {"from": low, "to": high}
    numbers = {name: int(text.replace("−", "-")) for name, text in ends.items() if text}
    label, outcome = found["label"].strip(), found["outcome"].strip()
    return {**numbers, "label": label, "outcome": outcome}
