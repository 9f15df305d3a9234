"""Kinds of values that only a world's document has: keys, words, numbers with places, bands."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from unicodedata import category

from worldbook.rules.fields import Kind, Problem, Text
from worldbook.rules.storable import is_all_storable
from worldbook.rules.variables import LARGEST, read_number

KEY_LENGTH = 100
MOST_ROWS = 20_000
"""Rows of one part of a document."""


def is_key(value: object) -> bool:
    """Whether a value can be a key: letters of any script, digits, hyphens, underscores.

    Marks (vowel signs, accents) belong to letters, as in the slugs that keys are made of.
    """
    if not isinstance(value, str) or not 0 < len(value) <= KEY_LENGTH:
        return False
    return all(sign.isalnum() or sign in "-_" or category(sign)[0] == "M" for sign in value)


@dataclass(frozen=True, slots=True)
class Key:
    """A key; `null`: or nothing, `blank`: or ""."""

    null: bool = False
    blank: bool = False

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if (self.null and value is None) or (self.blank and value == ""):
            return None
        if not isinstance(value, str):
            return "not_text", {}
        if not value:
            return "empty", {}
        if len(value) > KEY_LENGTH:
            return "too_long", {"most": KEY_LENGTH, "length": len(value)}
        return None if is_key(value) else ("not_key", {})


@dataclass(frozen=True, slots=True)
class Several:
    """A list of at most `most` values, each of a kind."""

    each: Kind
    most: int = 200

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if not isinstance(value, list | tuple):
            return "not_list", {}
        if len(value) > self.most:
            return "too_many_nodes", {"most": self.most}
        return next((found for item in value if (found := self.each.problem(item))), None)


@dataclass(frozen=True, slots=True)
class Number:
    """A number between the bounds with at most 4 places after the point."""

    low: float
    high: float
    null: bool = False

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if value is None and self.null:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool):
            return "not_number", {}
        if not self.low <= value <= self.high:  # No number that is none lies there.
            return "out_of_range", {"low": self.low, "high": self.high, "value": value}
        return None if read_number(value) is not None else ("not_decimal", {})


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number, true or false, a text of at most 200 characters; `null`: or nothing."""

    null: bool = False

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if (value is None and self.null) or isinstance(value, bool):
            return None
        if isinstance(value, int | float):
            return LARGE_NUMBER.problem(value)
        return Text(200).problem(value) if isinstance(value, str) else ("not_value", {})


_LARGEST = int(LARGEST)
LARGE_NUMBER = Number(-_LARGEST, _LARGEST)
LARGE_NUMBER_OR_NONE = Number(-_LARGEST, _LARGEST, null=True)


@dataclass(frozen=True, slots=True)
class Objects:
    """A list of at most `most` JSON objects that can be stored; what is in them is judged apart."""

    most: int = 200

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if not isinstance(value, list | tuple):
            return "not_list", {}
        if len(value) > self.most:
            return "too_many_nodes", {"most": self.most}
        if not all(isinstance(item, Mapping) for item in value):
            return "not_object", {}
        return None if is_all_storable(list(value)) else ("unstorable", {})


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of rows of a part of the document."""

    part: str
    most: int = MOST_ROWS

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with the list itself; its rows are judged one by one."""
        if not isinstance(value, list | tuple):
            return "not_list", {}
        return ("too_many_nodes", {"most": self.most}) if len(value) > self.most else None


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a part, inside another."""

    part: str
    null: bool = False

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with the value itself; its fields are judged one by one."""
        if value is None and self.null:
            return None
        return None if isinstance(value, Mapping) else ("not_object", {})
