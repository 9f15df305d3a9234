"""What each field of a book and of an entry may hold: one table of kinds (WB-1, WB-3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from worldbook.rules.entries import AUDIENCES, LOGICS, POSITIONS, ROLES
from worldbook.rules.storable import is_all_storable, is_storable

SMALL, LARGE = 32_767, 2_147_483_647

Problem = tuple[str, dict[str, Any]]
"""A code of `faults.MESSAGES` and what its sentence needs."""


class Kind(Protocol):
    """One kind of value."""

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of at most `most` characters (0: any length)."""

    most: int = 0
    empty: bool = True

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if not isinstance(value, str):
            return "not_text", {}
        if not is_storable(value):
            return "unstorable", {}
        if not self.empty and not value.strip():
            return "empty", {}
        if self.most and len(value) > self.most:
            return "too_long", {"most": self.most, "length": len(value)}
        return None


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false, or null for "as the book says" where `null` is set."""

    null: bool = False

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        fits = isinstance(value, bool) or (self.null and value is None)
        return None if fits else ("not_flag", {})


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between the bounds, both included."""

    low: int
    high: int
    null: bool = False

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if value is None and self.null:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            return "not_whole", {}
        if not self.low <= value <= self.high:
            return "out_of_range", {"low": self.low, "high": self.high, "value": value}
        return None


@dataclass(frozen=True, slots=True)
class Share:
    """A number from 0 to 1."""

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if not isinstance(value, int | float) or isinstance(value, bool):
            return "not_number", {}
        if not 0 <= value <= 1:
            return "out_of_range", {"low": 0, "high": 1, "value": value}
        return None


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words."""

    values: tuple[str, ...]

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if isinstance(value, str) and value in self.values:
            return None
        return "unknown_value", {"value": str(value)[:60], "known": ", ".join(self.values)}


@dataclass(frozen=True, slots=True)
class Texts:
    """A list of texts; of `values` only, where those are given."""

    values: tuple[str, ...] = ()
    most: int = 0

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if not isinstance(value, list | tuple):
            return "not_list", {}
        each: Kind = OneOf(self.values) if self.values else Text(self.most)
        return next((found for item in value if (found := each.problem(item))), None)


@dataclass(frozen=True, slots=True)
class TextLists:
    """A list of lists of texts."""

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if not isinstance(value, list | tuple):
            return "not_list", {}
        return next((found for item in value if (found := Texts().problem(item))), None)


@dataclass(frozen=True, slots=True)
class Anything:
    """A JSON object, kept as it is; or null."""

    null: bool = False

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if value is None and self.null:
            return None
        if not isinstance(value, Mapping):
            return "not_object", {}
        return None if is_all_storable(dict(value)) else ("unstorable", {})


@dataclass(frozen=True, slots=True)
class Characters:
    """Null, or `{"mode": "include" | "exclude", "names": [...]}`."""

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        if value is None:
            return None
        if not isinstance(value, Mapping) or set(value) != {"mode", "names"}:
            return "not_filter", {}
        return OneOf(("include", "exclude")).problem(value["mode"]) or Texts().problem(
            value["names"]
        )


_TURNS = Whole(0, LARGE)

ENTRY_FIELDS: Mapping[str, Kind] = {
    "key_id": Text(120, empty=False),
    "title": Text(300),
    "content": Text(),
    "comment": Text(),
    "enabled": Flag(),
    "constant": Flag(),
    "required": Flag(),
    "keys": Texts(),
    "secondary_keys": Texts(),
    "secondary_logic": OneOf(LOGICS),
    "case_sensitive": Flag(null=True),
    "whole_words": Flag(null=True),
    "scan_depth": Whole(0, SMALL, null=True),
    "probability": Whole(0, 100),
    "priority": Whole(-LARGE, LARGE),
    "order": Whole(-LARGE, LARGE),
    "position": OneOf(POSITIONS),
    "depth": Whole(0, SMALL),
    "role": OneOf(ROLES),
    "audience": Texts(AUDIENCES),
    "conditions": Anything(null=True),
    "requires": Texts(),
    "conflicts": Texts(),
    "prevent_recursion": Flag(),
    "exclude_recursion": Flag(),
    "delay_until_recursion": Whole(0, SMALL),
    "groups": Texts(),
    "group_weight": Whole(0, LARGE),
    "group_prioritize": Flag(),
    "sticky": _TURNS,
    "cooldown": _TURNS,
    "delay": _TURNS,
    "ignore_budget": Flag(),
    "character_filter": Characters(),
    "scope": OneOf(("listed", "everyone")),
    "tags": Texts(),
    "color": Text(20),
    "locked": Flag(),
    "blocked": Text(300),
    "activate": Flag(),
    "dont_activate": Flag(),
    "additional_keys": TextLists(),
    "exclude_keys": Texts(),
    "only_after": Whole(0, LARGE, null=True),
    "only_every": Whole(0, LARGE, null=True),
    "place": Whole(0, LARGE),
    "source_id": Text(200),
    "source": Anything(),
}

BOOK_FIELDS: Mapping[str, Kind] = {
    "key": Text(100, empty=False),
    "name": Text(200, empty=False),
    "description": Text(),
    "language": Text(10),
    "scan_depth": Whole(0, SMALL),
    "case_sensitive": Flag(),
    "whole_words": Flag(),
    "max_passes": Whole(0, 100),
    "constant_budget_ratio": Share(),
    "players_may_read": Flag(),
    "tags": Texts(most=60),
    "source": Anything(),
}
