"""Which values a variable may have: of its kind, in its range, on its steps (VR-1, VR-1a)."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from worldbook.rules.faults import Fault, by_kind
from worldbook.rules.fields import Flag, OneOf, Text
from worldbook.rules.variables import (
    CHOICE,
    FLAG,
    LARGEST,
    MOST_TEXT,
    NUMBER,
    SMALLEST,
    Value,
    VariableDef,
    plain,
    read_number,
)


def value_fault(definition: VariableDef, value: Any, path: str) -> Fault | None:
    """What keeps a JSON value from being one of a variable's; `path` names it."""
    if definition.value_kind == NUMBER:
        number = read_number(value)
        return Fault("not_decimal", path) if number is None else _off(definition, number, path)
    if definition.value_kind == FLAG:
        return by_kind(Flag(), value, path)
    if definition.value_kind == CHOICE:
        return by_kind(OneOf(definition.options), value, path)
    return by_kind(Text(MOST_TEXT), value, path)


def _off(definition: VariableDef, number: Decimal, path: str) -> Fault | None:
    """Whether a number is out of range or between two steps."""
    low, high = definition.minimum, definition.maximum
    if (low is not None and number < low) or (high is not None and number > high):
        told: Mapping[str, Any] = {
            "low": "−∞" if low is None else plain(low),
            "high": "∞" if high is None else plain(high),
            "value": plain(number),
        }
        return Fault("out_of_range", path, told)
    return step_fault(definition, number, _origin(definition), path)


def step_fault(
    definition: VariableDef, number: Decimal, origin: Decimal, path: str
) -> Fault | None:
    """Whether a number is a whole number of a variable's steps from an origin."""
    step = definition.step or SMALLEST
    if (number - origin) % step:
        return Fault("off_step", path, {"step": plain(step), "from": plain(origin)})
    return None


def read_value(definition: VariableDef, value: Any) -> Value:
    """A valid JSON value (`value_fault`) as a value."""
    if definition.value_kind == NUMBER:
        return read_number(value) or Decimal(0)
    return value if isinstance(value, bool) else str(value)


def first_value(value_kind: str, minimum: Decimal | None, options: tuple[str, ...]) -> Value:
    """The default where none is declared: the least number or 0, false, the first option, ""."""
    if value_kind == NUMBER:
        return Decimal(0) if minimum is None else minimum
    if value_kind == FLAG:
        return False
    return options[0] if value_kind == CHOICE and options else ""


def clamped(definition: VariableDef, number: Decimal) -> Decimal:
    """A number on the steps, or the last value of the range on its side."""
    low = -LARGEST if definition.minimum is None else definition.minimum
    high = LARGEST if definition.maximum is None else definition.maximum
    step, origin = definition.step or SMALLEST, _origin(definition)
    if number > high:
        return origin + (high - origin) // step * step
    return origin - (origin - low) // step * step if number < low else number


def _origin(definition: VariableDef) -> Decimal:
    """From where steps are counted."""
    return Decimal(0) if definition.minimum is None else definition.minimum
