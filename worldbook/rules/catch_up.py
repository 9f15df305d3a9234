"""Where routines bring those who are away from the player when time moves (AG-5, AG-6)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from worldbook.rules.agenda import Occurrence, Routine
from worldbook.rules.almanac import Almanac
from worldbook.rules.occurrences import Routines

ACTIVE = "active"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of a story as catch-up sees them; `location` None: nowhere."""

    key: str
    location: str | None
    condition: str = ACTIVE
    routine_on: bool = True
    routines: tuple[Routine, ...] = ()
    background: bool = False
    group: bool = False


@dataclass(frozen=True, slots=True)
class RoutineMove:
    """What a changed window makes of somebody.

    `location`: where they are now, None: they stay where they were. `occurrence` None: no window
    holds, so they stay and have no activity.
    """

    character: str
    location: str | None
    activity: str
    occurrence: Occurrence | None


def catch_up_plan(
    people: Iterable[Person],
    *,
    cursor: int,
    now: int,
    almanac: Almanac,
    player: str | None,
    player_location: str | None,
) -> tuple[RoutineMove, ...]:
    """What a step of time makes of those away from the player, in the order handed in (AG-5).

    `people` as they are after the step, `player` the key of the player's character and
    `player_location` where it is then (None: nowhere, so everybody is away). A window has changed
    if the occurrence that holds now is not the one that held at the cursor. With no window now:
    stays, no activity; a window without a place: activity only. Exits are no matter.
    """
    calendar, walls = almanac.calendar, (almanac.zone.wall(cursor), almanac.zone.wall(now))
    found: list[RoutineMove] = []
    for person in people:
        if not _is_caught_up(person, player, player_location):
            continue
        windows = Routines(person.routines, almanac, calendar)
        then, held = (windows.holding_at(wall) for wall in walls)
        if then == held:
            continue
        routine = None if held is None else person.routines[held.index]
        place, activity = (routine.location, routine.activity) if routine else (None, "")
        found.append(RoutineMove(person.key, place, activity, held))
    return tuple(found)


def _is_caught_up(person: Person, player: str | None, player_location: str | None) -> bool:
    able = person.condition == ACTIVE and person.routine_on and bool(person.routines)
    return able and is_away(person, player, player_location)


def is_away(person: Person, player: str | None, player_location: str | None) -> bool:
    """Whether somebody other than the player is not in the player's place."""
    here = player_location is not None and person.location == player_location
    return person.key != player and not here


def first_places(
    people: Iterable[Person], *, now: int, almanac: Almanac
) -> tuple[RoutineMove, ...]:
    """What routines say when a story begins: the activity of those whose window holds.

    Where the world has put them is where they are; only who was put nowhere begins at the
    window's place.
    """
    calendar, wall = almanac.calendar, almanac.zone.wall(now)
    found: list[RoutineMove] = []
    for person in people:
        if person.condition != ACTIVE or not person.routine_on:
            continue
        held = Routines(person.routines, almanac, calendar).holding_at(wall)
        if held is not None:
            routine = person.routines[held.index]
            place = routine.location if person.location is None else None
            found.append(RoutineMove(person.key, place, routine.activity, held))
    return tuple(found)


MOST_CONSOLIDATED = 3
"""How many characters without a routine the world author is asked about at a time (AG-6)."""


def without_routine(
    people: Iterable[Person], *, player: str | None, player_location: str | None
) -> tuple[str, ...]:
    """Who has no routine though a skip passed while they were away (AG-6), in the order handed in.

    Those marked as background or as a group need none.
    """
    return tuple(
        person.key
        for person in people
        if not (person.routines or person.background or person.group)
        and is_away(person, player, player_location)
    )


def join_queue(waiting: Sequence[str], found: Iterable[str]) -> tuple[str, ...]:
    """The queue after a skip: who waited already, then the new ones, each once."""
    return tuple(dict.fromkeys((*waiting, *found)))


def asked_now(waiting: Sequence[str]) -> tuple[str, ...]:
    """Whom of the queue the world author is asked about now."""
    return tuple(waiting[:MOST_CONSOLIDATED])
