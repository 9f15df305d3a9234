"""A month of a world's calendar as a sheet, and the dates on which a rule comes next (TM-8)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from worldbook.rules.calendar import Calendar

WEEK = 7


@dataclass(frozen=True, slots=True)
class SheetDay:
    """A day of a sheet; `festivals` are those that are known to fall on it, in their order."""

    day: date
    festivals: tuple[str, ...]


def month_sheet(
    calendar: Calendar, festivals: Mapping[str, Any], year: int, month: int
) -> list[list[SheetDay | None]]:
    """The weeks of a month, Monday first; None before its first and after its last day."""
    first = date(year, month, 1)
    cells: list[SheetDay | None] = [None] * first.weekday()
    for day in _days_of(first):
        held = tuple(name for name, rule in festivals.items() if calendar.matches(rule, day))
        cells.append(SheetDay(day, held))
    cells += [None] * (-len(cells) % WEEK)
    return [cells[at : at + WEEK] for at in range(0, len(cells), WEEK)]


def _days_of(first: date) -> Iterator[date]:
    """The days of the month that begins with a date; December 9999 has its last one too."""
    number = first.toordinal()
    while number <= date.max.toordinal() and date.fromordinal(number).month == first.month:
        yield date.fromordinal(number)
        number += 1


def beside(year: int, month: int, months: int) -> tuple[int, int] | None:
    """The year and month some months away; None outside the years 1 to 9999."""
    years, left = divmod((year * 12 + month - 1) + months, 12)
    return (years, left + 1) if 1 <= years <= 9999 else None


_LONGEST_STRETCH = 400


def stretch_of(calendar: Calendar, rule: Any, day: date) -> tuple[date, date]:
    """The days around a day that holds, on which a rule holds without a break; a year at most."""
    first = last = day
    one = timedelta(1)
    for _ in range(_LONGEST_STRETCH):
        if first == date.min or not calendar.matches(rule, first - one):
            break
        first -= one
    for _ in range(_LONGEST_STRETCH):
        if last == date.max or not calendar.matches(rule, last + one):
            break
        last += one
    return first, last


def coming_stretches(
    calendar: Calendar, rule: Any, day: date, count: int
) -> list[tuple[date, date]]:
    """The next times at which a rule holds, a run of days as one, from its first to its last."""
    found: list[tuple[date, date]] = []
    at = day if calendar.matches(rule, day) else calendar.next(rule, day)
    while at is not None and len(found) < count:
        found.append(stretch_of(calendar, rule, at))
        at = calendar.next(rule, found[-1][1])
    return found
