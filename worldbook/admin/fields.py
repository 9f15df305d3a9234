"""Form fields for lists, filters and conditions, so that nobody has to write JSON brackets."""

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from worldbook.rules.conditions_validate import save_fault
from worldbook.rules.faults import MESSAGES
from worldbook.rules.storable import storable


class LinesField(forms.CharField):
    """A list of texts, one a line; empty lines fall away."""

    widget = UnfoldAdminTextareaWidget

    def __init__(self, *, rows: int = 3, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("widget", UnfoldAdminTextareaWidget(attrs={"rows": rows}))
        super().__init__(**kwargs)

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(map(str, value)) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        return [line.strip() for line in str(value or "").splitlines() if line.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return list(initial or []) != self.to_python(data)


class CommasField(forms.CharField):
    """A list of short texts with commas between them."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("widget", UnfoldAdminTextInputWidget())
        super().__init__(**kwargs)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        parts = str(value or "").replace("，", ",").split(",")
        return [part.strip() for part in parts if part.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return list(initial or []) != self.to_python(data)


class KeyLinesField(LinesField):
    """A list of lists of keys: one list a line, its keys with commas between them."""

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return "\n".join(", ".join(line) for line in value)
        return value

    def to_python(self, value: Any) -> list[list[str]]:  # type: ignore[override]
        lines = super().to_python(value)
        return [[key.strip() for key in line.split(",") if key.strip()] for line in lines]


class ChoicesField(forms.MultipleChoiceField):
    """Some of a list of words, as check boxes."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("widget", UnfoldAdminCheckboxSelectMultipleWidget())
        super().__init__(**kwargs)


class AsTheBookField(forms.TypedChoiceField):
    """Yes, no, or what the book says (null)."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        super().__init__(
            choices=[("", _("as the book says")), ("true", _("yes")), ("false", _("no"))],
            coerce=lambda word: word == "true",
            empty_value=None,
            widget=UnfoldAdminSelectWidget(),
            **kwargs,
        )

    def prepare_value(self, value: Any) -> Any:
        return {True: "true", False: "false", None: ""}.get(value, value)


class _FilterWidget(forms.MultiWidget):
    def __init__(self) -> None:
        modes = [
            ("", _("with every character")),
            ("include", _("only with these")),
            ("exclude", _("never with these")),
        ]
        super().__init__(
            [
                UnfoldAdminSelectWidget(choices=modes),
                UnfoldAdminTextInputWidget(attrs={"placeholder": _("Names, with commas between")}),
            ]
        )

    def decompress(self, value: Any) -> list[Any]:
        if not value:
            return ["", ""]
        return [value["mode"], ", ".join(value["names"])]


class CharacterFilterField(forms.MultiValueField):
    """Null, or which characters an entry is for: `{"mode", "names"}`."""

    def __init__(self, **kwargs: Any) -> None:
        parts = (forms.CharField(required=False), CommasField())
        kwargs.setdefault("required", False)
        super().__init__(parts, widget=_FilterWidget(), require_all_fields=False, **kwargs)

    def compress(self, data_list: list[Any]) -> dict[str, Any] | None:
        if not data_list or not data_list[0]:
            return None
        mode, names = data_list
        if not names:
            raise ValidationError(_("Name at least one character."))
        return {"mode": mode, "names": names}


class ConditionField(forms.CharField):
    """One condition as a JSON object, or nothing."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("widget", UnfoldAdminTextareaWidget(attrs={"rows": 3}))
        super().__init__(**kwargs)

    def prepare_value(self, value: Any) -> Any:
        if value is None or isinstance(value, str):
            return value
        return json.dumps(value, ensure_ascii=False, indent=2)

    def to_python(self, value: Any) -> dict[str, Any] | None:  # type: ignore[override]
        if not str(value or "").strip():
            return None
        try:
            read = storable(json.loads(value))
        except (ValueError, RecursionError) as error:
            raise ValidationError(
                _("This is not JSON: %(problem)s") % {"problem": error}
            ) from error
        if not isinstance(read, dict):
            raise ValidationError(_("A condition is one object: it begins with { and ends with }."))
        wrong = save_fault(read)
        if wrong:
            problem = gettext(MESSAGES[wrong.code]) % wrong.values
            place = wrong.path or gettext("condition")
            raise ValidationError(_("%(path)s %(problem)s.") % {"path": place, "problem": problem})
        return read

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return initial != self.to_python(data)
        except ValidationError:
            return True


class GreetingsField(forms.CharField):
    """A list of long texts with a line of three hyphens between them."""

    SEPARATOR = "\n---\n"

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("widget", UnfoldAdminTextareaWidget(attrs={"rows": 6}))
        super().__init__(**kwargs)

    def prepare_value(self, value: Any) -> Any:
        return self.SEPARATOR.join(map(str, value)) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        text = "\n" + str(value or "").replace("\r\n", "\n") + "\n"
        return [part.strip() for part in text.split(self.SEPARATOR) if part.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return list(initial or []) != self.to_python(data)
