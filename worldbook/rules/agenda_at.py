"""A character's agenda at an instant, and how it is told (AG-1, AG-3)."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from worldbook.rules.agenda import (
    FIRST_INTENTS,
    Agenda,
    Engagement,
    Intent,
    Routine,
    RoutineWindow,
    in_order_of_pressure,
    pending,
)
from worldbook.rules.almanac import Almanac
from worldbook.rules.describing import describe_instant, describe_time
from worldbook.rules.occurrences import Routines

NOT_ORDERS = "These are plans, not orders: what happens may change them."


def agenda_at(
    now: int,
    almanac: Almanac,
    *,
    routines: Sequence[Routine] = (),
    engagements: Iterable[Engagement] = (),
    intents: Iterable[Intent] = (),
    routine_on: bool = True,
) -> Agenda:
    """What one character has to do; only what is its own is handed in."""
    windows = Routines(routines if routine_on else (), almanac)
    open_ones = pending(engagements)
    return Agenda(
        now=now,
        current=windows.current(now),
        following=windows.following(now),
        due=tuple(it for it in open_ones if it.is_due(now)),
        later=tuple(it for it in open_ones if not it.is_due(now)),
        intents=in_order_of_pressure(intents),
    )


def told_agenda(
    agenda: Agenda, almanac: Almanac, place_name: Callable[[str], str] = str
) -> tuple[str, ...]:
    """What a character is told of its agenda, one line each; nothing where there is nothing.

    The present and the next routine window, what is due or overdue, and the first three intents.
    `place_name` gives the name of a place by its key.
    """
    lines = [
        *_windows(agenda, almanac, place_name),
        *(_engagement(it, agenda.now, almanac, place_name) for it in agenda.due),
        *(_intent(it, almanac) for it in agenda.intents[:FIRST_INTENTS]),
    ]
    return (*lines, NOT_ORDERS) if lines else ()


def _windows(agenda: Agenda, almanac: Almanac, place_name: Callable[[str], str]) -> Iterator[str]:
    for said, window in (("Usually now", agenda.current), ("Usually next", agenda.following)):
        if window is not None:
            what = " ".join(_what(window, place_name))
            yield f"{said} ({_span(window, agenda.now, almanac)}): {what}"


def _what(window: RoutineWindow, place_name: Callable[[str], str]) -> Iterator[str]:
    routine = window.routine
    if routine.activity:
        yield routine.activity
    if routine.location is not None:
        yield f"at {place_name(routine.location)}"
    if not (routine.activity or routine.location):
        yield "nothing in particular"


def _span(window: RoutineWindow, now: int, almanac: Almanac) -> str:
    """From when to when; with the date where it is another day's."""
    begins, ends = (describe_time(at, almanac) for at in (window.begins, window.ends))
    if almanac.day(window.begins) in (almanac.day(now), almanac.day(now) - 1):
        return f"{begins} to {ends}"
    return f"{describe_instant(window.begins, almanac)} to {ends}"


def _engagement(
    it: Engagement, now: int, almanac: Almanac, place_name: Callable[[str], str]
) -> str:
    where = "" if it.location is None else f" at {place_name(it.location)}"
    late = " (overdue)" if it.is_overdue(now) else ""
    return f"Agreed for {describe_instant(it.begins, almanac)}{where}: {it.title}{late}"


def _intent(it: Intent, almanac: Almanac) -> str:
    until = "" if it.deadline is None else f" (by {describe_instant(it.deadline, almanac)})"
    plan = f" Plan: {it.plan}" if it.plan else ""
    return f"Means to: {it.text}{until}{plan}"
