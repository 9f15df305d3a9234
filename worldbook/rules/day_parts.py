"""The parts of a day by the wall clock: night, morning, noon … or a world's own (TM-10).

In JSON an object of names and the times at which they begin, `{"night": "22:00", "day": "06:00"}`:
each lasts until the next one begins, so that every time of the day is in exactly one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.faults import Fault, by_kind
from worldbook.rules.fields import Text
from worldbook.rules.times_of_day import read_time
from worldbook.rules.zones import DAY, HOUR


@dataclass(frozen=True, slots=True)
class DayPart:
    """A name, and the milliseconds after midnight at which it begins."""

    name: str
    begins: int


DAY_PARTS = (
    DayPart("morning", 5 * HOUR),
    DayPart("noon", 11 * HOUR),
    DayPart("afternoon", 14 * HOUR),
    DayPart("evening", 18 * HOUR),
    DayPart("night", 22 * HOUR),
)
"""Those of a world that sets no others."""

_MOST = 24


def day_part(parts: tuple[DayPart, ...], wall: int) -> str:
    """The part that holds a wall time; before the first one begins it is still the last."""
    time = wall % DAY
    return max(parts, key=lambda part: (part.begins <= time, part.begins)).name


def day_parts_fault(given: Any) -> Fault | None:
    """What is wrong with a world's own parts; `{}` stands for the usual ones."""
    if not isinstance(given, Mapping):
        return Fault("not_object", "")
    if len(given) > _MOST:
        return Fault("too_many_nodes", "", {"most": _MOST})
    seen: dict[int, str] = {}
    for name, text in given.items():
        wrong = by_kind(Text(60, empty=False), name, str(name))
        begins = read_time(text)
        if wrong or begins is None:
            return wrong or Fault("not_time", name)
        if seen.setdefault(begins, name) != name:
            return Fault("same_time", name, {"value": text})
    return None


def read_day_parts(given: Mapping[str, str]) -> tuple[DayPart, ...]:
    """A world's valid parts in the order of the day."""
    found = (DayPart(name, read_time(text) or 0) for name, text in given.items())
    return tuple(sorted(found, key=lambda part: part.begins)) or DAY_PARTS
