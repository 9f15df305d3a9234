"""Where a world's characters are at an instant of a day, as their routines say (AG-1)."""

from collections.abc import Iterable
from dataclasses import dataclass

from worldbook.rules.almanac import Almanac
from worldbook.rules.catch_up import ACTIVE, Person
from worldbook.rules.occurrences import Routines


@dataclass(frozen=True, slots=True)
class Stay:
    """A stretch of time in which a window holds; `place` is where it or else the world has one."""

    place: str | None
    activity: str
    begins: int
    ends: int


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """One character on one day: `now` what holds at the instant, `day` all that day's stretches.

    `place` is where the character is at the instant if nothing else moved it.
    """

    who: str
    place: str | None
    now: Stay | None
    day: tuple[Stay, ...]


def whereabouts(people: Iterable[Person], instant: int, almanac: Almanac) -> list[Whereabouts]:
    """Everybody on the day of an instant, in the order handed in.

    Whoever is not active or has the routine off has no window.
    """
    calendar, day = almanac.calendar, almanac.day(instant)
    found = []
    for person in people:
        follows = person.condition == ACTIVE and person.routine_on
        windows = Routines(person.routines if follows else (), almanac, calendar)
        stays = tuple(
            Stay(
                person.location if it.routine.location is None else it.routine.location,
                it.routine.activity,
                it.begins,
                it.ends,
            )
            for it in windows.day(day)
        )
        now = next((stay for stay in stays if stay.begins <= instant < stay.ends), None)
        place = person.location if now is None else now.place
        found.append(Whereabouts(person.key, place, now, stays))
    return found
