"""Whether a variable may be declared so, and its definition as a value (VR-1, VR-1a).

In JSON: `{key, name?, description?, value_kind?, scope?, minimum?, maximum?, step?, options?,
default?, visibility?, always?, bands?, baseline?, targets?}`; `default` null or absent stands for
the least number (0 without one), false, the first option, or no text.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from worldbook.rules.faults import Fault, by_kind, first, members
from worldbook.rules.fields import Flag, OneOf, Text, Texts
from worldbook.rules.variable_values import first_value, read_value, value_fault
from worldbook.rules.variables import (
    BUILT_IN,
    CHARACTER,
    CHOICE,
    MOST_TEXT,
    NUMBER,
    PUBLIC,
    SCOPES,
    VALUE_KINDS,
    VISIBILITIES,
    WORLD,
    Band,
    VariableDef,
    plain,
    read_number,
)

MOST_OPTIONS, MOST_BANDS, MOST_TARGETS = 100, 50, 500

_KINDS: Mapping[str, Any] = {
    "key": Text(100, empty=False),
    "name": Text(200),
    "description": Text(),
    "value_kind": OneOf(VALUE_KINDS),
    "scope": OneOf(SCOPES),
    "options": Texts(most=MOST_TEXT),
    "visibility": OneOf(VISIBILITIES),
    "always": Flag(),
    "targets": Texts(most=100),
}
_NUMBERS = ("minimum", "maximum", "step", "baseline")
_OTHERS = ("default", "bands")
_OF_NUMBERS = ("minimum", "maximum", "step", "baseline", "bands")
_LONGEST = {"options": MOST_OPTIONS, "targets": MOST_TARGETS, "bands": MOST_BANDS}


def definition_fault(given: Any) -> Fault | None:
    """The first thing that is wrong with a declaration; None for one that may be kept."""
    wrong = members(given, "", known=(*_KINDS, *_NUMBERS, *_OTHERS), needed=("key",)) or first(
        by_kind(kind, given[name], name) for name, kind in _KINDS.items() if name in given
    )
    return wrong or first(_steps(given))


def _steps(given: Mapping[str, Any]) -> Iterator[Fault | None]:
    """Checks that each rely on the ones before."""
    yield _key_fault(given)
    yield from (_length_fault(given, name, most) for name, most in _LONGEST.items())
    yield from (_number_fault(given, name) for name in _NUMBERS)
    if given.get("value_kind", NUMBER) == NUMBER:
        yield from _bounds_faults(given)
        yield from _bands_faults(given.get("bands", ()))
    else:
        yield _stray_fault(given)
    yield _options_fault(given)
    yield _targets_fault(given)
    definition = _without_default(given)
    yield value_fault(definition, plain(definition.default), "default")
    for name in ("default", "baseline"):
        if given.get(name) is not None:
            yield value_fault(definition, given[name], name)


def _key_fault(given: Mapping[str, Any]) -> Fault | None:
    return Fault("built_in", "key", {"value": given["key"]}) if given["key"] in BUILT_IN else None


def _length_fault(given: Mapping[str, Any], name: str, most: int) -> Fault | None:
    value = given.get(name, ())
    if not isinstance(value, list | tuple):
        return Fault("not_list", name)
    return Fault("too_many", name, {"most": most}) if len(value) > most else None


def _number_fault(given: Mapping[str, Any], name: str) -> Fault | None:
    value = given.get(name)
    return None if value is None or read_number(value) is not None else Fault("not_decimal", name)


def _bounds_faults(given: Mapping[str, Any]) -> Iterator[Fault | None]:
    low, high, step = (read_number(given.get(n)) for n in ("minimum", "maximum", "step"))
    if step is not None and step <= 0:
        yield Fault("not_above_zero", "step")
    if low is not None and high is not None and low > high:
        yield Fault("least_above_most", "maximum")


def _stray_fault(given: Mapping[str, Any]) -> Fault | None:
    """What only numbers may have."""
    stray = (name for name in _OF_NUMBERS if given.get(name) not in (None, [], ()))
    return next((Fault("only_numbers", name) for name in stray), None)


def _bands_faults(bands: Any) -> Iterator[Fault | None]:
    for at, band in enumerate(bands):
        path = f"bands[{at}]"
        yield members(band, path, known=("from", "to", "label"), needed=("label",))
        yield by_kind(Text(100, empty=False), band["label"], f"{path}.label")
        for name in ("from", "to"):
            if band.get(name) is not None and read_number(band[name]) is None:
                yield Fault("not_decimal", f"{path}.{name}")
        read = _band(band)
        if read.low is not None and read.high is not None and read.low > read.high:
            yield Fault("least_above_most", f"{path}.to")
    for (_, one), (at, other) in combinations(enumerate(_band(band) for band in bands), 2):
        if _meet(one, other):
            yield Fault("overlap", f"bands[{at}]", {"other": one.label})


def _meet(one: Band, other: Band) -> bool:
    """Whether two ranges have a number in common."""
    return not (
        (one.high is not None and other.low is not None and one.high < other.low)
        or (other.high is not None and one.low is not None and other.high < one.low)
    )


def _options_fault(given: Mapping[str, Any]) -> Fault | None:
    options = given.get("options", ())
    if given.get("value_kind", NUMBER) != CHOICE:
        return Fault("only_choices", "options") if options else None
    if not options:
        return Fault("empty", "options")
    for at, option in enumerate(options):
        if not option.strip():
            return Fault("empty", f"options[{at}]")
        if option in options[:at]:
            return Fault("named_twice", f"options[{at}]", {"value": option})
    return None


def _targets_fault(given: Mapping[str, Any]) -> Fault | None:
    named = given.get("scope", CHARACTER) == WORLD and given.get("targets")
    return Fault("only_one_world", "targets") if named else None


def read_definition(given: Mapping[str, Any]) -> VariableDef:
    """A valid declaration (`definition_fault`) as a value."""
    definition = _without_default(given)
    if given.get("default") is None:
        return definition
    return replace(definition, default=read_value(definition, given["default"]))


def _without_default(given: Mapping[str, Any]) -> VariableDef:
    kind = given.get("value_kind", NUMBER)
    minimum, options = read_number(given.get("minimum")), tuple(given.get("options", ()))
    return VariableDef(
        key=given["key"],
        value_kind=kind,
        scope=given.get("scope", CHARACTER),
        name=given.get("name", ""),
        description=given.get("description", ""),
        minimum=minimum,
        maximum=read_number(given.get("maximum")),
        step=read_number(given.get("step")),
        options=options,
        default=first_value(kind, minimum, options),
        visibility=given.get("visibility", PUBLIC),
        always=given.get("always", False),
        bands=tuple(_band(band) for band in given.get("bands", ())),
        baseline=read_number(given.get("baseline")),
        targets=tuple(given.get("targets", ())),
    )


def _band(given: Mapping[str, Any]) -> Band:
    return Band(
        given.get("label", ""), read_number(given.get("from")), read_number(given.get("to"))
    )
