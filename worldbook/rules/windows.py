"""Windows of the day by the wall clock, `22:00`–`06:00`, also where clocks jump (CA-4).

A window over midnight belongs to the day on which it begins. Whether one is inside is decided by
what the wall clock shows; when it begins and ends, by the instants at which the clock shows it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.calendar_validate import WEEKDAY_LIST, WEEKDAYS
from worldbook.rules.faults import Fault, members
from worldbook.rules.zones import DAY, HOUR, MINUTE, Zone, day_of, weekday_of

_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
# No wall clock is further from UTC than this.
_FURTHEST = 16 * HOUR
# A window that is open on one weekday only may lie in a gap there: then it is two weeks off.
_SEARCHED = 16


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Whether an instant is inside, and the unbroken stretch that holds it, else the next one."""

    inside: bool
    begins: int | None
    ends: int | None


def window_fault(window: Any) -> Fault | None:
    """What is wrong with a window `{"from", "to", "days"?}`."""
    wrong = members(window, "", known=("from", "to", "days"), needed=("from", "to"))
    if wrong:
        return wrong
    for name in ("from", "to"):
        if not (_is_time(window[name]) or (name == "to" and window[name] == "24:00")):
            return Fault("not_time", name)
    return WEEKDAY_LIST(window["days"], "days") if "days" in window else None


def _is_time(text: object) -> bool:
    return isinstance(text, str) and _TIME.fullmatch(text) is not None


def _time(text: str) -> int:
    return int(text[:2]) * HOUR + int(text[3:]) * MINUTE


def _span(window: Mapping[str, Any], day: int) -> tuple[int, int]:
    """The wall times between which a day's occurrence lies; equal times are 24 hours apart."""
    begin, end = _time(window["from"]), _time(window["to"])
    return day * DAY + begin, day * DAY + end + (DAY if end <= begin else 0)


def _is_open(window: Mapping[str, Any], day: int) -> bool:
    return "days" not in window or WEEKDAYS[weekday_of(day)] in window["days"]


def day_inside(window: Mapping[str, Any], wall: int) -> int | None:
    """The day whose occurrence holds a wall time; None if the time is outside."""
    for day in (day_of(wall), day_of(wall) - 1):
        begin, end = _span(window, day)
        if _is_open(window, day) and begin <= wall < end:
            return day
    return None


def occurrence(window: Mapping[str, Any], at: int, zone: Zone) -> Occurrence:
    """Where an instant stands to a valid window."""
    wall = zone.wall(at)
    day = day_inside(window, wall)
    if day is not None:
        for begin, end in stretches(window, day, zone):
            if begin <= at < end:
                return Occurrence(inside=True, begins=begin, ends=end)
    begins, ends = _next(window, at, day_of(wall), zone) or (None, None)
    return Occurrence(inside=False, begins=begins, ends=ends)


def _next(window: Mapping[str, Any], at: int, today: int, zone: Zone) -> tuple[int, int] | None:
    """The first stretch that begins after an instant.

    Where clocks go back over midnight, a day's second stretch comes after the next day's first.
    """
    for day in range(today - 1, today + _SEARCHED):
        both = (*stretches(window, day, zone), *stretches(window, day + 1, zone))
        later = [stretch for stretch in both if stretch[0] > at]
        if later:
            return min(later)
    return None


def stretches(window: Mapping[str, Any], day: int, zone: Zone) -> Iterator[tuple[int, int]]:
    """The instants of a day's occurrence as unbroken stretches; none if it lies in a gap."""
    if not _is_open(window, day):
        return
    first_wall, last_wall = _span(window, day)
    begin = end = None
    for start, stop, offset in zone.stretches(first_wall - _FURTHEST, last_wall + _FURTHEST):
        low, high = max(start, first_wall - offset), min(stop, last_wall - offset)
        if low >= high:
            continue
        if low != end:
            if begin is not None and end is not None:
                yield begin, end
            begin = low
        end = high
    if begin is not None and end is not None:
        yield begin, end
