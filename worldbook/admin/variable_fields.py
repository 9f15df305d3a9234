"""Form fields of a variable: its bands a line each, and a default in the words of its kind (VR-1)."""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from worldbook.admin.fields import LinesField
from worldbook.rules.variables import FLAG, NUMBER, plain, read_number

_NUMBER = r"[-+]?[0-9]+(?:\.[0-9]+)?"
_BAND = re.compile(
    rf"(?P<low>{_NUMBER})?\s*(?P<to>\.\.|…)?\s*(?P<high>{_NUMBER})?\s*[:：]\s*(?P<label>.+)"
)

YES = ("yes", "true", "on", "1", "是", "真")
NO = ("no", "false", "off", "0", "否", "假")


def typed_number(text: str) -> int | float:
    """A number as JSON has it.

    Raises:
        ValidationError: the text is none, or one with more than four places.
    """
    try:
        number = read_number(Decimal(text.strip().replace("−", "-")))
    except InvalidOperation:
        number = None
    if number is None:
        raise ValidationError(
            _("“%(text)s” is no number with at most four places.") % {"text": text}
        )
    value = plain(number)
    return value if isinstance(value, int | float) else 0


class BandsField(LinesField):
    """Names of ranges, one a line: `..0: none`, `1..3: light`, `4..: grave`."""

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            return value
        return "\n".join(
            f"{_end(band.get('from'))}..{_end(band.get('to'))}: {band.get('label', '')}"
            for band in value
        )

    def to_python(self, value: Any) -> list[dict[str, Any]]:  # type: ignore[override]
        return [_band(line) for line in super().to_python(value)]

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return list(initial or []) != self.to_python(data)
        except ValidationError:
            return True


def _end(number: Any) -> str:
    return "" if number is None else f"{number}"


def _band(line: str) -> dict[str, Any]:
    """`3: just right` is the range of one number."""
    found = _BAND.fullmatch(line)
    if found is None or (found["to"] is None and (found["low"] is None or found["high"])):
        raise ValidationError(
            _("“%(line)s”: write a range and a name, such as 1..3: light.") % {"line": line}
        )
    low, high = found["low"], found["high"] if found["to"] else found["low"]
    ends = {"from": low, "to": high}
    numbers = {name: typed_number(text) for name, text in ends.items() if text}
    return {**numbers, "label": found["label"].strip()}


class DefaultField(forms.CharField):
    """A default as people write it; the form reads it by the kind that was chosen."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("widget", UnfoldAdminTextInputWidget())
        super().__init__(**kwargs)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, bool):
            return YES[0] if value else NO[0]
        return "" if value is None else str(value)


def typed_default(value_kind: str, text: str) -> Any:
    """A default as JSON, None for nothing.

    Raises:
        ValidationError: the text is no value of the kind.
    """
    if not text:
        return None
    if value_kind == NUMBER:
        return typed_number(text)
    if value_kind != FLAG:
        return text
    if text.casefold() in YES:
        return True
    if text.casefold() in NO:
        return False
    raise ValidationError(_("Write yes or no."))
