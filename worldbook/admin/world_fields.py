"""Form fields of what a world declares: JSON of a shape, parts of the day, choices of weekdays."""

import json
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget

from worldbook.admin.fields import ChoicesField, LinesField
from worldbook.rules.calendar_validate import WEEKDAYS
from worldbook.rules.storable import storable
from worldbook.rules.words import gettext_noop

WEEKDAY_NAMES = {
    "mon": _("Monday"),
    "tue": _("Tuesday"),
    "wed": _("Wednesday"),
    "thu": _("Thursday"),
    "fri": _("Friday"),
    "sat": _("Saturday"),
    "sun": _("Sunday"),
}


class JsonField(forms.CharField):
    """A JSON value of one type, `dict` or `list`; nothing stands for an empty one."""

    messages: ClassVar[dict[type, str]] = {
        dict: gettext_noop("This is one object: it begins with { and ends with }."),
        list: gettext_noop("This is a list: it begins with [ and ends with ]."),
    }

    def __init__(self, *, shape: type, rows: int = 4, **kwargs: Any) -> None:
        self.shape = shape
        kwargs.setdefault("required", False)
        attrs = {"rows": rows, "class": "font-mono", "spellcheck": "false"}
        kwargs.setdefault("widget", UnfoldAdminTextareaWidget(attrs=attrs))
        super().__init__(**kwargs)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str):
            return value
        return _by_line(value) if value else ""

    def to_python(self, value: Any) -> Any:
        if not str(value or "").strip():
            return self.shape()
        try:
            read = storable(json.loads(value))
        except (ValueError, RecursionError) as error:
            message = _("This is not JSON: %(problem)s") % {"problem": error}
            raise ValidationError(message) from error
        if not isinstance(read, self.shape):
            raise ValidationError(_(self.messages[self.shape]))
        return read

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return (initial or self.shape()) != self.to_python(data)
        except ValidationError:
            return True


def _by_line(value: Any) -> str:
    """JSON with one member or one part a line."""
    if isinstance(value, dict):
        inner = [f"{_on_a_line(name)}: {_on_a_line(part)}" for name, part in value.items()]
    else:
        inner = [_on_a_line(part) for part in value]
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}\n  " + ",\n  ".join(inner) + f"\n{end}"


def _on_a_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


class DayPartsField(LinesField):
    """When parts of the day begin, one a line: `22:00 night`."""

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, dict):
            parts = sorted((begins, name) for name, begins in value.items())
            return "\n".join(f"{begins} {name}" for begins, name in parts)
        return value

    def to_python(self, value: Any) -> dict[str, str]:  # type: ignore[override]
        found: dict[str, str] = {}
        for line in super().to_python(value):
            begins, _space, name = line.partition(" ")
            if not name.strip():
                raise ValidationError(
                    _("“%(line)s”: write a time and a name, such as 22:00 night.") % {"line": line}
                )
            found[name.strip()] = begins
        return found

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return (initial or {}) != self.to_python(data)
        except ValidationError:
            return True


class WeekdaysField(ChoicesField):
    """Some weekdays; none stands for every day."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=[(day, WEEKDAY_NAMES[day]) for day in WEEKDAYS], **kwargs)
