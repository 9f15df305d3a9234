"""On which dates a calendar rule holds, and when it does next (CA-1…3).

A year is reckoned at once, as a number whose bit *i* is its day *i* (bit 0 is 1 January): parts are
joined with `&`, alternatives with `|`. So the rarest rule takes as long as the commonest: at most
29 years are looked at. There are two such numbers: the days that match and those that may match,
which differ only where a hemisphere or a festival is not known.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from math import gcd, prod
from typing import Any

from worldbook.rules.calendar_validate import (
    HEMISPHERES,
    date_of_text,
    festival_names,
    in_order,
    rules_in,
)
from worldbook.rules.calendar_years import (
    Year,
    begins_at,
    days_of_parts,
    days_of_season,
    is_leap,
    year_of,
)
from worldbook.rules.faults import Fault

FAR = 28
"""How many years away `next` and `previous` look."""

_CYCLE_YEARS, _CYCLE_DAYS = 400, 146_097
_MOST_WORK = 4_000


@dataclass(frozen=True, slots=True)
class Days:
    """Days of one year: those that match, and those that may."""

    sure: int
    maybe: int

    def __and__(self, other: "Days") -> "Days":
        return Days(self.sure & other.sure, self.maybe & other.maybe)

    def __or__(self, other: "Days") -> "Days":
        return Days(self.sure | other.sure, self.maybe | other.maybe)

    def without(self, other: "Days") -> "Days":
        """These days but for the others."""
        return Days(self.sure & ~other.maybe, self.maybe & ~other.sure)


class Calendar:
    """What valid rules are read by: hemisphere and festivals, either of them perhaps not known.

    A festival that is not there, and all of them where they name each other in a circle, are not
    known.
    """

    def __init__(self, hemisphere: str | None, festivals: Mapping[str, Any] | None) -> None:
        self._hemisphere = hemisphere
        self._festivals = festivals or {}
        order = in_order(self._festivals)
        self._order = () if isinstance(order, Fault) else order
        self._known: dict[tuple[str, int], Days] = {}

    def matches(self, rule: Any, day: date) -> bool | None:
        """Whether a rule holds on a date; None where that is not known."""
        days = self.days(rule, day.year)
        at = day.toordinal() - begins_at(day.year)
        if days.sure >> at & 1:
            return True
        return None if days.maybe >> at & 1 else False

    def next(self, rule: Any, day: date) -> date | None:
        """The first date after one on which a rule holds, at most 28 years away."""
        last = _far(day, FAR)
        for year in range(day.year, last.year + 1):
            begins = begins_at(year)
            found = self.days(rule, year).sure
            if year == day.year:
                found &= -(1 << day.toordinal() - begins + 1)
            if found:
                match = date.fromordinal(begins + (found & -found).bit_length() - 1)
                return match if match <= last else None
        return None

    def previous(self, rule: Any, day: date) -> date | None:
        """The last date before one on which a rule holds, at most 28 years away."""
        first = _far(day, -FAR)
        for year in range(day.year, first.year - 1, -1):
            begins = begins_at(year)
            found = self.days(rule, year).sure
            if year == day.year:
                found &= (1 << day.toordinal() - begins) - 1
            if found:
                match = date.fromordinal(begins + found.bit_length() - 1)
                return match if match >= first else None
        return None

    def days(self, rule: Any, year: int) -> Days:
        """The days of a year on which a rule holds."""
        self._reckon_festivals(rule, year)
        return self._days(rule, year)

    def _days(self, rule: Any, number: int) -> Days:
        if isinstance(rule, list | tuple):
            found = Days(0, 0)
            for item in rule:
                found |= self._days(item, number)
            return found
        everything, some = year_of(number).all, days_of_parts(rule, number)
        found = Days(some, some)
        if "season" in rule:
            found &= self._season(rule["season"], number)
        if "festival" in rule:
            found &= self._known.get((rule["festival"], number), Days(0, everything))
        if "except" in rule:
            found = found.without(self._days(rule["except"], number))
        return found

    def _season(self, season: str, number: int) -> Days:
        if self._hemisphere not in HEMISPHERES:
            return Days(0, year_of(number).all)
        found = days_of_season(season, self._hemisphere, number)
        return Days(found, found)

    def _reckon_festivals(self, rule: Any, number: int) -> None:
        """Make known the festivals that a rule needs, each after those that it names itself."""
        if not self._order:
            return
        needed, ask = set(), list(festival_names(rule))
        while ask:
            name = ask.pop()
            if name in self._festivals and name not in needed:
                needed.add(name)
                ask.extend(festival_names(self._festivals[name]))
        for name in self._order:
            if name in needed and (name, number) not in self._known:
                self._known[name, number] = self._days(self._festivals[name], number)


def _far(day: date, years: int) -> date:
    """The same date some years away; 29 February may become 1 March; not beyond the calendar."""
    year = day.year + years
    if not 1 <= year <= 9999:
        return date.max if years > 0 else date.min
    if (day.month, day.day) == (2, 29) and not is_leap(year):
        return date(year, 3, 1)
    return day.replace(year=year)


def never_matches(rule: Any) -> bool:
    """Whether a valid rule is known to match on no date at all.

    The calendar comes round after 400 years, and a year looks like one of fourteen, so not every
    year need be asked. What would take long to know (steps of days that meet the calendar seldom)
    is not known; nor is anything about festivals and seasons, which differ between worlds.
    """
    parts = list(rules_in(rule))
    steps = [part["every"]["days"] for part in parts if "every" in part]
    period = _CYCLE_YEARS * prod(step // gcd(step, _CYCLE_DAYS) for step in steps)
    calendar = Calendar(None, None)
    bounds, work = _bounds(parts), 0
    for begin, end in pairwise(bounds):
        seen: set[Year] = set()
        for year in range(begin, min(end, begin + period)):
            shape = year_of(year)
            if shape in seen and not steps:
                continue
            seen.add(shape)
            work += len(parts)
            if work > _MOST_WORK or calendar.days(rule, year).maybe:
                return False
    return True


def _bounds(parts: list[Mapping[str, Any]]) -> list[int]:
    """The years at which a rule of these parts begins to be another one, and the end."""
    found = {1, 10_000}
    for part in parts:
        if "years" in part:
            found |= {part["years"].get("from", 1), part["years"].get("to", 9999) + 1}
        since = date_of_text(part["every"]["from"]) if "every" in part else None
        if since:
            found |= {since.year, since.year + 1}
    return sorted(found & set(range(1, 10_001)))
