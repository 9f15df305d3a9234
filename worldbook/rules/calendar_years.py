"""The days of one year on which the single parts of a calendar rule hold (CA-1), as bits.

Bit *i* of a number is day *i* of the year; bit 0 is 1 January.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from worldbook.rules.calendar_validate import SEASONS, WEEKDAYS, date_of_text


class Year:
    """A year's shape: its length, its months and its weekdays; there are fourteen."""

    def __init__(self, *, leap: bool, first: int) -> None:
        self.leap = leap
        lengths = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
        self.length = sum(lengths)
        self.all = (1 << self.length) - 1
        self.months: list[tuple[int, int]] = []
        begin = 0
        for length in lengths:
            self.months.append((begin, length))
            begin += length
        week = sum(1 << day for day in range(0, 372, 7))
        self.weekdays = [(week << (day - first) % 7) & self.all for day in range(7)]

    def day(self, month_day: str) -> int:
        """The number of a day of the year, written MM-DD."""
        return self.months[int(month_day[:2]) - 1][0] + int(month_day[3:]) - 1

    def month(self, number: int) -> int:
        """The days of a month."""
        begin, length = self.months[number - 1]
        return ((1 << length) - 1) << begin

    def span(self, first: int, last: int) -> int:
        """The days from one to another, both included; none if they are the wrong way round."""
        return ((1 << last + 1) - 1) & -(1 << first) & self.all if first <= last else 0


@lru_cache(maxsize=16)
def _shape(leap: bool, first: int) -> Year:  # noqa: FBT001 - a key of the cache
    return Year(leap=leap, first=first)


@lru_cache(maxsize=512)
def begins_at(year: int) -> int:
    """The ordinal of a year's first day."""
    return date(year, 1, 1).toordinal()


def is_leap(year: int) -> bool:
    """Whether a year has a 29 February."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def year_of(number: int) -> Year:
    """The shape of a year."""
    return _shape(is_leap(number), (begins_at(number) - 1) % 7)


def _placed(year: Year, month_day: str, leap: str, *, end: int) -> int:
    """The day that MM-DD means in a year; a 29 February that there is not is moved or `end`."""
    if month_day != "02-29" or year.leap:
        return year.day(month_day)
    return {"feb28": year.day("02-28"), "mar1": year.day("03-01")}.get(leap, end)


def _months(value: Any, year: Year, _number: int, _leap: str) -> int:
    return _union(year.month(month) for month in value)


def _dates(value: Any, year: Year, _number: int, leap: str) -> int:
    placed = (_placed(year, item, leap, end=-1) for item in value)
    return _union(1 << day for day in placed if day >= 0)


def _range(value: Any, year: Year, _number: int, leap: str) -> int:
    february, march = year.day("02-28"), year.day("03-01")
    first = _placed(year, value["from"], leap, end=march)
    last = _placed(year, value["to"], leap, end=february)
    if value["from"] <= value["to"]:
        return year.span(first, last)
    return year.span(first, year.length - 1) | year.span(0, last)


def _days_of_month(value: Any, year: Year, _number: int, _leap: str) -> int:
    found = 0
    for begin, length in year.months:
        for day in value:
            if abs(day) <= length:
                found |= 1 << begin + (day - 1 if day > 0 else length + day)
    return found


def _weekdays(value: Any, year: Year, _number: int, _leap: str) -> int:
    return _union(year.weekdays[WEEKDAYS.index(day)] for day in value)


def _nth_weekday(value: Any, year: Year, _number: int, _leap: str) -> int:
    n, days, found = value["n"], year.weekdays[WEEKDAYS.index(value["weekday"])], 0
    for month in range(1, 13):
        inside = list(_bits(days & year.month(month)))
        if abs(n) <= len(inside):
            found |= 1 << inside[n - 1 if n > 0 else n]
    return found


def _every(value: Any, year: Year, number: int, _leap: str) -> int:
    step, since = value["days"], date_of_text(value["from"])
    begins = begins_at(number)
    first = since.toordinal() - begins if since else year.length
    if first < 0:
        first %= step
    return (_steps(step) << first) & year.all if first < year.length else 0


def _years(value: Any, year: Year, number: int, _leap: str) -> int:
    return year.all if value.get("from", 1) <= number <= value.get("to", 9999) else 0


@lru_cache(maxsize=256)
def _steps(step: int) -> int:
    return _union(1 << day for day in range(0, 366, step))


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


_PARTS: Mapping[str, Callable[[Any, Year, int, str], int]] = {
    "months": _months,
    "dates": _dates,
    "range": _range,
    "days_of_month": _days_of_month,
    "weekdays": _weekdays,
    "nth_weekday": _nth_weekday,
    "every": _every,
    "years": _years,
}


def days_of_parts(rule: Mapping[str, Any], number: int) -> int:
    """The days of a year on which all parts hold that need neither hemisphere nor festivals."""
    year = year_of(number)
    found, leap = year.all, rule.get("leap", "skip")
    for name, part in _PARTS.items():
        if name in rule and found:
            found &= part(rule[name], year, number, leap)
    return found


def days_of_season(season: str, hemisphere: str, number: int) -> int:
    """Meteorological seasons: the north's spring begins in March, the south's in September."""
    begin = 2 + 3 * SEASONS.index(season) + (6 if hemisphere == "south" else 0)
    return _union(year_of(number).month((begin + month) % 12 + 1) for month in range(3))
