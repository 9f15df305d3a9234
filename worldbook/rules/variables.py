"""Story variables as values: what a world declares, and what differs from the defaults (VR-1, 2).

A value is a `Decimal` (numbers, at most four places), a flag, or a text (choices and texts). In
JSON numbers are numbers; `read_number` and `plain` go between the two without loss.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

NUMBER, FLAG, CHOICE, TEXT = "number", "flag", "choice", "text"
VALUE_KINDS = (NUMBER, FLAG, CHOICE, TEXT)

CHARACTER, ITEM, LOCATION, WORLD = "character", "item", "location", "world"
SCOPES = (CHARACTER, ITEM, LOCATION, WORLD)

PUBLIC, PRIVATE = "public", "private"
VISIBILITIES = (PUBLIC, PRIVATE)

PLACES = 4
SMALLEST = Decimal("0.0001")
LARGEST = Decimal(1_000_000_000)
"""Numbers lie between minus and plus this; so their JSON form is exact."""

MOST_TEXT = 200
MOST_DEFINITIONS = 60
"""Of a world's own, the built-in three not counted (VR-1a)."""

Value = Decimal | bool | str


@dataclass(frozen=True, slots=True)
class Target:
    """What may have variables: a character, an item, a place, or the world, whose key is ""."""

    kind: str
    key: str = ""


THE_WORLD = Target(WORLD)


@dataclass(frozen=True, slots=True)
class Band:
    """A name for a range of a number, ends included; None: open."""

    label: str
    low: Decimal | None = None
    high: Decimal | None = None

    def holds(self, number: Decimal) -> bool:
        """Whether a number lies in the range."""
        return (self.low is None or self.low <= number) and (
            self.high is None or number <= self.high
        )


@dataclass(frozen=True, slots=True)
class VariableDef:
    """A variable that a world declares, or one of the built-in three.

    `targets`: keys of those that have it, empty: all of its scope; an item is named by its key or
    its kind. `step`: values are whole steps from the minimum, or from 0 where there is none.
    """

    key: str
    value_kind: str
    scope: str
    name: str = ""
    description: str = ""
    minimum: Decimal | None = None
    maximum: Decimal | None = None
    step: Decimal | None = None
    options: tuple[str, ...] = ()
    default: Value = Decimal(0)
    visibility: str = PUBLIC
    always: bool = False
    bands: tuple[Band, ...] = ()
    baseline: Decimal | None = None
    targets: tuple[str, ...] = ()

    def band_of(self, value: Value) -> str:
        """The name of the range that a number lies in; "" where none has a name."""
        if not isinstance(value, Decimal):
            return ""
        return next((band.label for band in self.bands if band.holds(value)), "")


def _mood(key: str) -> VariableDef:
    return VariableDef(
        key=key,
        value_kind=NUMBER,
        scope=CHARACTER,
        minimum=Decimal(-1),
        maximum=Decimal(1),
        visibility=PRIVATE,
        baseline=Decimal(0),
    )


BUILT_IN: Mapping[str, VariableDef] = {
    key: _mood(key) for key in ("valence", "arousal", "dominance")
}
"""Mood; default and baseline of a character are its temperament (VR-2)."""


@dataclass(frozen=True, slots=True)
class Variables:
    """All variables of a story.

    `definitions`: the world's own by key, in their order. `values`: only what differs from the
    default. `temperaments`: by character, the built-in three by name; absent: 0.
    `item_kinds`: by item key, where it is not the key itself.
    """

    definitions: Mapping[str, VariableDef] = field(default_factory=dict)
    values: Mapping[tuple[Target, str], Value] = field(default_factory=dict)
    temperaments: Mapping[str, Mapping[str, Decimal]] = field(default_factory=dict)
    item_kinds: Mapping[str, str] = field(default_factory=dict)

    def definition(self, key: str) -> VariableDef | None:
        """A declared or built-in variable."""
        return BUILT_IN.get(key) or self.definitions.get(key)

    def serves(self, definition: VariableDef, target: Target) -> bool:
        """Whether a target has a variable."""
        if definition.scope != target.kind:
            return False
        named = definition.targets
        kind = self.item_kinds.get(target.key, "") if target.kind == ITEM else ""
        return not named or target.key in named or kind in named

    def default(self, definition: VariableDef, target: Target) -> Value:
        """What a target has where nothing else is kept."""
        if definition.key in BUILT_IN:
            return self._temper(definition.key, target)
        return definition.default

    def baseline(self, definition: VariableDef, target: Target) -> Decimal | None:
        """What `baseline` sets back to; None where there is none."""
        if definition.key in BUILT_IN:
            return self._temper(definition.key, target)
        return definition.baseline

    def value(self, definition: VariableDef, target: Target) -> Value:
        """The present value of a variable that the target has."""
        found = self.values.get((target, definition.key))
        return self.default(definition, target) if found is None else found

    def after(self, target: Target, variable: str, value: Value) -> "Variables":
        """All variables with one changed; a value equal to the default is not kept (VR-1a)."""
        definition = self.definition(variable)
        kept = {which: old for which, old in self.values.items() if which != (target, variable)}
        if definition is not None and value != self.default(definition, target):
            kept[target, variable] = value
        return replace(self, values=kept)

    def _temper(self, key: str, target: Target) -> Decimal:
        return self.temperaments.get(target.key, {}).get(key, Decimal(0))


def read_number(value: Any) -> Decimal | None:
    """A JSON number (or Decimal) of at most four places, within the bounds; None for all else."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not number.is_finite() or abs(number) > LARGEST or number != round(number, PLACES):
        return None
    return number


def plain(value: Value) -> int | float | bool | str:
    """A value as JSON has it: whole numbers without a point."""
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == value.to_integral_value() else float(value)
