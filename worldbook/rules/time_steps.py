"""The steps a story clock may make: start, rounds, skips, real time, another mode (TM-2…4, TM-9).

Each function answers the step to log (None: time stands still) or a refusal. `wall` is the present
instant of the real clock, handed in. A refusal's `told` is what a player may read (TB-7).
"""

from dataclasses import replace
from typing import Any

from worldbook.rules.almanac import Almanac
from worldbook.rules.clock import (
    ELAPSED,
    NONE,
    REAL,
    REAL_TIME,
    RESYNC,
    SIMULATED,
    SKIP,
    START,
    Clock,
    ClockSettings,
    TimeStep,
)
from worldbook.rules.refusal import Refusal
from worldbook.rules.story_dates import parse_story_date
from worldbook.rules.times_of_day import next_time_of_day, read_time
from worldbook.rules.zones import DAY, MINUTE, SECOND, Zone, in_calendar

LONGEST_ROUND = DAY
"""What a round may be said to take at most, travel aside."""

AWAY = 5 * MINUTE
"""From when on a game master is told how long a player was away (TM-4)."""

_DAY_SECONDS = DAY // SECOND


def start_clock(
    mode: str, starting_time: str, made: int, almanac: Almanac
) -> tuple[Clock, TimeStep | None] | Refusal:
    """A new story's clock and the first step of its log; `made`: when the story is (wall clock).

    A simulated clock begins at `starting_time` (ISO, without offset in the zone, or a date as the
    world writes it), or without one at the minute the story was made; a real one always now.

    Refused: not_instant, wrong_weekday, beyond_calendar.
    """
    if mode == NONE:
        return Clock(NONE), None
    begins = made if mode == REAL else made - made % MINUTE
    own = mode == SIMULATED and bool(starting_time)
    if own:
        said = parse_story_date(starting_time, almanac)
        if isinstance(said, Refusal):
            return said
        begins = said
    if not in_calendar(almanac.zone.wall(begins)):
        return _beyond()
    clock = Clock(mode, now=begins, started=begins, cursor=begins, own_dates=own)
    return clock, TimeStep(START, begins, begins, turn=0)


def round_step(
    clock: Clock,
    *,
    elapsed_seconds: int | None,
    travel_seconds: int,
    settings: ClockSettings,
    zone: Zone,
    wall: int,
    turn: int,
    round_: int,
) -> TimeStep | Refusal | None:
    """The time that a round takes (TM-3, TM-9); None without a clock.

    `travel_seconds`: the longest single mover's way. A simulated round takes what was said, or
    `round_seconds`, raised to the way; what was said may not be less than the way, nor more than a
    day unless the way is. A real one takes its real time, and nothing may be said.

    Refused: time_stands, time_is_real, elapsed_range, shorter_than_way, skip_too_long,
    beyond_calendar.
    """
    if clock.now is None:
        return None if elapsed_seconds is None else _stands()
    if clock.mode == REAL:
        if elapsed_seconds is not None:
            return _is_real("A round takes its real time here: leave elapsed_seconds out.")
        return TimeStep(REAL_TIME, clock.now, max(clock.now, wall), turn, round_)
    seconds = _round_seconds(elapsed_seconds, travel_seconds, settings)
    if isinstance(seconds, Refusal):
        return seconds
    return _within(TimeStep(ELAPSED, clock.now, clock.now + seconds * SECOND, turn, round_), zone)


def _round_seconds(said: int | None, travel: int, settings: ClockSettings) -> int | Refusal:
    if travel > settings.max_skip_days * _DAY_SECONDS:
        days = settings.max_skip_days
        reason = f"The way takes {travel} seconds, more than the {days} days that may pass at once."
        return _too_long(reason, days)
    if said is None:
        return max(settings.round_seconds, travel)
    most = max(_DAY_SECONDS, travel)
    if not _is_whole(said) or not 0 <= said <= most:
        return _refused("elapsed_range", f"elapsed_seconds must be 0 to {most}.", most=most)
    if said < travel:
        reason = f"The longest way takes {travel} seconds; elapsed_seconds says {said}."
        return _refused("shorter_than_way", reason, needed=travel, said=said)
    return said


def skip_step(
    clock: Clock,
    *,
    by_minutes: int | None = None,
    until_time: str | None = None,
    days_later: int = 0,
    reason: str,
    settings: ClockSettings,
    zone: Zone,
    turn: int,
    round_: int,
) -> TimeStep | Refusal:
    """A leap between rounds (TM-3): by minutes, or until the next time of the day, days later.

    Exactly one of `by_minutes` (from 1) and `until_time` (HH:MM, the next one strictly after now,
    then `days_later` dates on). `round_` is the last round before it, 0 if none.

    Refused: time_stands, time_is_real, one_of, no_reason, not_minutes, not_time, not_days,
    skip_too_long, beyond_calendar.
    """
    if clock.now is None:
        return _stands()
    if clock.mode == REAL:
        return _is_real("Time here follows the real clock and cannot be skipped.")
    if not reason.strip():
        return _refused("no_reason", "Say why time passes.")
    ends = _skip_end(clock.now, by_minutes, until_time, days_later, zone)
    if isinstance(ends, Refusal):
        return ends
    if ends - clock.now > settings.max_skip_days * DAY:
        days = settings.max_skip_days
        return _too_long(f"At most {days} days may pass at once.", days)
    return _within(TimeStep(SKIP, clock.now, ends, turn, round_, reason.strip()), zone)


_MOST_MINUTES, _MOST_DAYS = 10_000_000, 10_000
"""Beyond these no skip is allowed anyway; so that numbers stay small."""


def _skip_end(
    now: int, by_minutes: int | None, until_time: str | None, days_later: int, zone: Zone
) -> int | Refusal:
    if (by_minutes is None) == (until_time is None):
        return _refused("one_of", "Give one of by_minutes and until_time.")
    if not _is_whole(days_later) or not 0 <= days_later <= _MOST_DAYS:
        return _refused("not_days", "days_later must be 0 or a whole number of days.")
    if by_minutes is not None:
        if days_later or not _is_whole(by_minutes) or not 1 <= by_minutes <= _MOST_MINUTES:
            text = "by_minutes must be a whole number from 1, without days_later."
            return _refused("not_minutes", text)
        return now + by_minutes * MINUTE
    time = read_time(until_time)
    if time is None:
        return _refused("not_time", "until_time must be a time of day such as 07:30.")
    return next_time_of_day(time, now, zone, days_later=days_later)


def real_step(clock: Clock, *, wall: int, turn: int, round_: int = 0) -> TimeStep | None:
    """What passed on a real clock since it was last looked at; None where nothing did."""
    if clock.mode != REAL or clock.now is None or wall <= clock.now:
        return None
    return TimeStep(REAL_TIME, clock.now, wall, turn, round_)


def time_away(step: TimeStep | None) -> int | None:
    """How long a player was away, if it is to be told: at least five minutes (TM-4)."""
    if step is None or step.kind != REAL_TIME or step.length < AWAY:
        return None
    return step.length


def resync_step(clock: Clock, *, wall: int, turn: int) -> TimeStep | None:
    """How a real clock goes on at the next turn after the head moved or an import (TM-2).

    The clock may stand before or after the time it was moved away from; it never goes back, so one
    that is ahead of the wall stays where it is. None where no real clock runs.
    """
    if clock.mode != REAL or clock.now is None:
        return None
    return TimeStep(RESYNC, clock.now, max(clock.now, wall), turn)


def switch_mode(
    clock: Clock, mode: str, *, wall: int, turn: int, round_: int, last: int | None = None
) -> tuple[Clock, TimeStep | None] | Refusal:
    """Another mode (TM-2), with the step it makes.

    Real to simulated goes on from the later of story time and wall time; simulated to real only
    while the story has no dates of its own. `last`: the last instant of the log, from which a story
    whose clock was off goes on.

    Refused: unknown_mode, own_dates.
    """
    if mode == clock.mode:
        return clock, None
    if mode == NONE:
        return replace(clock, mode=NONE, now=None), None
    if mode not in (SIMULATED, REAL):
        return _refused("unknown_mode", f"There is no mode “{mode}” of a clock.")
    if mode == REAL and clock.own_dates:
        reason = "A story that has dates of its own cannot go by the real clock."
        return _refused("own_dates", reason)
    before = clock.now if clock.now is not None else last
    begins = wall - wall % MINUTE if before is None else before
    ends = max(begins, wall) if REAL in (mode, clock.mode) else begins
    kind = START if before is None else RESYNC
    switched = Clock(
        mode,
        now=ends,
        started=clock.started if clock.started is not None else begins,
        cursor=clock.cursor if clock.cursor is not None else begins,
        own_dates=clock.own_dates,
    )
    return switched, TimeStep(kind, begins, ends, turn, round_)


def _within(step: TimeStep, zone: Zone) -> TimeStep | Refusal:
    return step if in_calendar(zone.wall(step.ends)) else _beyond()


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _refused(code: str, reason: str, **values: Any) -> Refusal:
    """A refusal of which a player hears only that it cannot be."""
    return Refusal(code, reason, {**values, "told": {"code": "refused"}})


def _told(code: str, reason: str, **values: Any) -> Refusal:
    """A refusal whose cause a player may know."""
    return Refusal(code, reason, {**values, "told": {"code": code, **values}})


def _stands() -> Refusal:
    return _told("time_stands", "This story has no clock.")


def _is_real(reason: str) -> Refusal:
    return _told("time_is_real", reason)


def _too_long(reason: str, days: int) -> Refusal:
    return _told("skip_too_long", reason, days=days)


def _beyond() -> Refusal:
    return _refused("beyond_calendar", "The time lies outside the years 1 to 9999.")
