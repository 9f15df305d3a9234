"""Which routine window holds at an instant, until when, and which comes next (AG-1, AG-3, AG-5).

The first window that matches wins. Its weekdays and calendar marks are those of the day on which it
begins (CA-4). An *occurrence* is a window on such a day; clocks that go back, or a window that goes
before it, may cut it into several stretches of time.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from worldbook.rules.agenda import Occurrence, Routine, RoutineWindow
from worldbook.rules.almanac import Almanac
from worldbook.rules.calendar import Calendar
from worldbook.rules.calendar_validate import WEEKDAYS
from worldbook.rules.windows import day_inside, stretches
from worldbook.rules.zones import DAY, date_of, day_of, in_calendar, wall_at, weekday_of

_NEAR = 9
"""Days ahead that are looked at one by one: a week has each window that has no calendar rule."""

_FAR_DATES = 3
"""How many later dates of a window are tried: clocks may leave one out."""

_WEEKS = 60
"""How many dates of a calendar rule are asked for one that is also a weekday of the window."""


class Routines:
    """One character's windows in their order, read by an almanac's zone and calendar."""

    def __init__(
        self, routines: Sequence[Routine], almanac: Almanac, calendar: Calendar | None = None
    ) -> None:
        self._routines = routines
        self._windows = [routine.window for routine in routines]
        self._zone = almanac.zone
        self._calendar = calendar or almanac.calendar

    def holding(self, instant: int) -> Occurrence | None:
        """The occurrence that holds at an instant."""
        return self.holding_at(self._zone.wall(instant))

    def holding_at(self, wall: int) -> Occurrence | None:
        """The occurrence that holds at a wall time of the zone."""
        for index, window in enumerate(self._windows):
            day = day_inside(window, wall)
            if day is not None and self._is_marked(index, day):
                return Occurrence(index, day)
        return None

    def current(self, instant: int) -> RoutineWindow | None:
        """What holds at an instant, and the unbroken stretch around it in which it does."""
        day = self._day(instant)
        found = (it for it in self._between(day - 1, day + 1) if it.begins <= instant < it.ends)
        return next(found, None)

    def following(self, instant: int) -> RoutineWindow | None:
        """The first stretch after an instant of another occurrence than the one that holds then.

        Looked for in the days ahead, then on the next dates of windows with a calendar rule (at
        most 28 years away); None where there is none.
        """
        held, today = self.holding(instant), self._day(instant)
        for first, last in ((today - 1, today + 1), (today - 1, today + _NEAR)):
            found = self._first_after(instant, held, first, last)
            if found:
                return found
        far = sorted(
            {day for index in range(len(self._windows)) for day in self._far(index, today)}
        )
        for day in far:
            found = self._first_after(instant, held, day - 1, day + 1)
            if found:
                return found
        return None

    def day(self, day: int) -> list[RoutineWindow]:
        """What holds on a day of the wall clock (0 = 1970-01-01), in order, cut at its ends.

        Where clocks go back over midnight, the day's second part is not told.
        """
        begins, ends = (self._zone.instant(wall * DAY) for wall in (day, day + 1))
        return [
            RoutineWindow(it.occurrence, it.routine, max(it.begins, begins), min(it.ends, ends))
            for it in self._between(day - 1, day + 1)
            if it.begins < ends and it.ends > begins
        ]

    def _between(self, first: int, last: int) -> list[RoutineWindow]:
        """What holds from the beginning of a day to the end of another, in order."""
        turns = {
            turn
            for window in self._windows
            for day in range(first - 1, last + 1)
            for stretch in stretches(window, day, self._zone)
            for turn in stretch
        }
        found: list[RoutineWindow] = []
        for begins, ends in pairwise(sorted(turns)):
            held = self.holding(begins)
            if held is None:
                continue
            if found and (found[-1].occurrence, found[-1].ends) == (held, begins):
                begins = found.pop().begins
            found.append(RoutineWindow(held, self._routines[held.index], begins, ends))
        return found

    def _first_after(
        self, instant: int, held: Occurrence | None, first: int, last: int
    ) -> RoutineWindow | None:
        ahead = (it for it in self._between(first, last) if it.begins > instant)
        return next((it for it in ahead if it.occurrence != held), None)

    def _far(self, index: int, today: int) -> Iterator[int]:
        """The next days on which a window that is not there every day begins."""
        routine = self._routines[index]
        rule = routine.calendar or ({"weekdays": list(routine.days)} if routine.days else None)
        found, left = today, _FAR_DATES
        for _ in range(_WEEKS):
            if not rule or not left or not in_calendar(found * DAY):
                return
            match = self._calendar.next(rule, date_of(found * DAY))
            if match is None:
                return
            found = day_of(wall_at(match.year, match.month, match.day))
            if not routine.days or WEEKDAYS[weekday_of(found)] in routine.days:
                left -= 1
                yield found

    def _is_marked(self, index: int, day: int) -> bool:
        """Whether a day has the calendar mark of a window."""
        rule = self._routines[index].calendar
        if not rule:
            return True
        return in_calendar(day * DAY) and self._calendar.matches(rule, date_of(day * DAY)) is True

    def _day(self, instant: int) -> int:
        return day_of(self._zone.wall(instant))
