"""Times of the day by the wall clock, also where clocks jump (TM-7, TM-10)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from worldbook.rules.windows import day_inside
from worldbook.rules.zones import DAY, HOUR, MINUTE, Zone, day_of

_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
# No zone has left out more than one whole day.
_DAYS = 4


def read_time(text: object) -> int | None:
    """Milliseconds after midnight of `HH:MM`, 00:00 to 23:59; None for anything else."""
    found = _TIME.fullmatch(text) if isinstance(text, str) else None
    return int(found[1]) * HOUR + int(found[2]) * MINUTE if found else None


def in_window(window: Mapping[str, Any], instant: int, zone: Zone) -> bool:
    """Whether the wall clock shows a time inside a valid window `{"from", "to", "days"?}`."""
    return day_inside(window, zone.wall(instant)) is not None


def next_time_of_day(time: int, now: int, zone: Zone, *, days_later: int = 0) -> int:
    """The first instant strictly after `now` at which it is a time of the day, or days later.

    `time` in milliseconds after midnight. In a gap it is the next instant that exists; in a fold
    the first, or the second if the first is not after now. `days_later` counts dates from that of
    the occurrence found, so that the time of the day stays whatever the clocks do between.
    """
    found, day = min(_after(time, now, zone))
    return zone.instant((day + days_later) * DAY + time) if days_later else found


def _after(time: int, now: int, zone: Zone) -> Iterator[tuple[int, int]]:
    """Occurrences after an instant with their days; yesterday's too, where clocks go back."""
    today = day_of(zone.wall(now))
    for day in range(today - 1, today + _DAYS):
        wall = day * DAY + time
        yield from (
            (instant, day)
            for instant in zone.instants(wall) or (zone.instant(wall),)
            if instant > now
        )
