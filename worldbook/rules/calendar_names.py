"""What a world calls its months and weekdays, its era, and how it counts its years (TM-11).

Names serve display and parsing only: reckoning stays Gregorian. In JSON:
`{"months": [12 names], "weekdays": [7 names, Monday first], "era": NAME, "year_offset": N}`, each
of them may be absent. The year told is the Gregorian one plus the offset.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.faults import Fault, by_kind, first, members
from worldbook.rules.fields import Text, Whole

_NAME = Text(60, empty=False)
_FURTHEST_YEAR = 1_000_000
_LENGTHS = {"months": 12, "weekdays": 7}


@dataclass(frozen=True, slots=True)
class CalendarNames:
    """Names of a calendar; empty: those of the language in which it is told."""

    months: tuple[str, ...] = ()
    weekdays: tuple[str, ...] = ()
    era: str = ""
    year_offset: int = 0


PLAIN_NAMES = CalendarNames()
"""The names that a language has itself."""


def names_fault(given: Any) -> Fault | None:
    """What is wrong with the names of a calendar; two months or weekdays of one name are."""
    wrong = members(given, "", known=("months", "weekdays", "era", "year_offset"))
    if wrong:
        return wrong
    return first(
        (
            *(_list_fault(given[n], n, most) for n, most in _LENGTHS.items() if n in given),
            by_kind(Text(60), given.get("era", ""), "era"),
            by_kind(
                Whole(-_FURTHEST_YEAR, _FURTHEST_YEAR), given.get("year_offset", 0), "year_offset"
            ),
        )
    )


def _list_fault(value: Any, path: str, count: int) -> Fault | None:
    """Whether a list is empty or holds as many names as there are, all of them different."""
    if not isinstance(value, list | tuple):
        return Fault("not_list", path)
    if value and len(value) != count:
        return Fault("wrong_count", path, {"count": count, "found": len(value)})
    wrong = first(by_kind(_NAME, item, f"{path}[{at}]") for at, item in enumerate(value))
    if wrong:
        return wrong
    seen: dict[str, int] = {}
    for at, name in enumerate(value):
        if seen.setdefault(name.strip().casefold(), at) != at:
            return Fault("named_twice", f"{path}[{at}]", {"value": name})
    return None


def read_names(given: Mapping[str, Any]) -> CalendarNames:
    """Valid names as a value."""
    return CalendarNames(
        months=tuple(name.strip() for name in given.get("months", ())),
        weekdays=tuple(name.strip() for name in given.get("weekdays", ())),
        era=given.get("era", "").strip(),
        year_offset=given.get("year_offset", 0),
    )
