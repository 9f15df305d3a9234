"""The admin of what a world lets its stories count: variables with ranges, bands, defaults (VR-3)."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from worldbook.admin import fields
from worldbook.admin.variable_fields import BandsField, DefaultField, typed_default
from worldbook.admin.world_base import PartForm, WorldPartAdmin
from worldbook.models import VariableDef
from worldbook.rules.variable_defs import definition_fault, read_definition
from worldbook.rules.variables import Value, plain
from worldbook.rules.variables import VariableDef as Definition

_DECLARED = (
    "key", "value_kind", "scope", "minimum", "maximum", "step", "options", "default", "visibility",
    "always", "bands", "baseline", "targets",
)  # fmt: skip

_NUMBERS = ("minimum", "maximum", "step", "baseline")


class VariableForm(PartForm):
    """A variable's fields; the default is read by the kind."""

    options = fields.LinesField(label=_("options"), help_text=_("For a choice: one a line."))
    default = DefaultField(
        label=_("default"),
        help_text=_("Empty: the least number, no, the first option, or no text."),
    )
    bands = BandsField(
        label=_("bands"), help_text=_("Names of ranges, one a line, such as 1..3: light")
    )
    targets = fields.CommasField(
        label=_("only for"), help_text=_("Keys with commas between. Empty: all that can have it.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in _NUMBERS:
            if isinstance(self.initial.get(name), Decimal):
                self.initial[name] = plain(self.initial[name])

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if "default" in values and "value_kind" in values:
            try:
                values["default"] = typed_default(values["value_kind"], values["default"])
            except ValidationError as wrong:
                self.add_error("default", wrong)
        return values


@admin.register(VariableDef)
class VariableAdmin(WorldPartAdmin):
    part = "variables"
    form = VariableForm
    list_display = ("shown_name", "scope", "value_kind", "shown_range", "shown_default", "world")
    list_filter = ("world", "scope", "value_kind", "visibility")
    readonly_fields = ("shown_scale",)

    class Media:
        css: ClassVar = {"all": ["worldbook/world_day.css"]}

    fieldsets = (
        (
            None,
            {
                "fields": (
                    "world",
                    "name",
                    ("scope", "value_kind"),
                    "description",
                    ("minimum", "maximum", "step"),
                    "options",
                    ("default", "baseline"),
                    "bands",
                    "shown_scale",
                )
            },
        ),
        (
            _("Who is told"),
            {"classes": ("tab",), "fields": (("visibility", "always"),)},
        ),
        (
            _("For whom, and order"),
            {"classes": ("tab",), "fields": ("targets", ("key", "position"))},
        ),
    )

    def get_fieldsets(self, request, obj=None):
        sets = super().get_fieldsets(request, obj)
        if obj is None:
            first = sets[0][1]
            first["fields"] = tuple(name for name in first["fields"] if name != "shown_scale")
        return sets

    @display(description=_("variable"), header=True, ordering="name")
    def shown_name(self, row):
        return [row.name, row.key]

    @display(description=_("values"))
    def shown_range(self, row):
        if row.value_kind == "choice":
            return " / ".join(map(str, row.options))
        if row.value_kind != "number":
            return ""
        low, high = (_end(end) for end in (row.minimum, row.maximum))
        return f"{low or '−∞'} … {high or '∞'}"

    @display(description=_("default"))
    def shown_default(self, row):
        definition = _definition(row)
        return "" if definition is None else said(definition.default)

    @display(description=_("on a scale"))
    def shown_scale(self, row):
        """The range with its bands, the default and the baseline, drawn in proportion."""
        definition = _definition(row)
        pieces = [] if definition is None else list(scale_of(definition))
        if not pieces:
            return gettext("Numbers with a least and a most are drawn here.")
        return format_html(
            '<div class="rp-scale"><ol>{}</ol><p class="rp-quiet">{}</p></div>',
            format_html_join("", '<li class="{}" style="flex-grow: {}" title="{}">{}</li>', pieces),
            _marks(definition),
        )


def _end(number: Any) -> str:
    return "" if number is None else f"{number.normalize():f}"


def _definition(row: VariableDef) -> Definition | None:
    """The row as the rules know it; None where something is wrong with it."""
    given = {name: getattr(row, name) for name in _DECLARED}
    return None if definition_fault(given) else read_definition(given)


def said(value: Value) -> str:
    """A value as people read it."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(plain(value))


def scale_of(definition: Definition) -> Iterator[tuple[str, str, str, str]]:
    """Pieces of a bounded range in order: class, share, range, and the band's name ("" for none).

    With a step a piece is as long as it has values; else as long as it is.
    """
    low, high, unit = definition.minimum, definition.maximum, definition.step or Decimal(0)
    if low is None or high is None or low == high:
        return
    at = low
    for count, band in enumerate(sorted(definition.bands, key=lambda band: _least(band.low, low))):
        begins, ends = _least(band.low, low), min(high if band.high is None else band.high, high)
        if ends < begins:
            continue
        if begins > at:
            yield _piece(at, begins - unit, unit, "", "")
        yield _piece(begins, ends, unit, f"rp-scale-{count % 2}", band.label)
        at = ends + unit
    if at < high or (unit and at == high):
        yield _piece(at, high, unit, "", "")


def _least(end: Decimal | None, low: Decimal) -> Decimal:
    return low if end is None else max(end, low)


def _piece(
    begins: Decimal, ends: Decimal, unit: Decimal, name: str, label: str
) -> tuple[str, str, str, str]:
    told = f"{plain(begins)} – {plain(ends)}" if begins != ends else str(plain(begins))
    return name, f"{float(ends - begins + unit):g}", told, label


def _marks(definition: Definition | None) -> str:
    if definition is None:
        return ""
    told = [gettext("default: %(value)s") % {"value": said(definition.default)}]
    if definition.baseline is not None:
        told.append(gettext("baseline: %(value)s") % {"value": said(definition.baseline)})
    return " · ".join(told)
