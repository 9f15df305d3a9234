"""What a step made true about people and time, written to a story's rows (PL-3, TM-5, AG-5).

Inside a `story_write`. `state` is always the story as it was read in the same transaction.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sessions_app.actions.observing import NOBODY_CAME, keep_observations
from sessions_app.models import StoryClock, StoryPlacement, TimeLog
from sessions_app.rules.steps import ROUTINE, Moved
from sessions_app.rules.world import Placement, StoryState
from worldbook.actions.story_write import StoryWrite
from worldbook.models.story_rows import row_id
from worldbook.rules.catch_up import RoutineMove, catch_up_plan
from worldbook.rules.clock import Clock, TimeStep, advance

Columns = dict[str, Any]


def write_people(
    write: StoryWrite, state: StoryState, after: StoryState, who: Iterable[str]
) -> None:
    """Write where some characters are and how, where that differs from `state`."""
    for key in who:
        columns = _placement(write, state, after, key)
        if not columns:
            continue
        character = row_id(write.session_id, state.numbers.characters[key])
        if not StoryPlacement.objects.filter(character=character).update(**columns):
            StoryPlacement.objects.create(
                session_id=write.session_id, character_id=character, **columns
            )


def _placement(write: StoryWrite, state: StoryState, after: StoryState, who: str) -> Columns:
    """The columns of a character's whereabouts that are others now."""
    columns: Columns = {}
    was, now = (it.placements.get(who, Placement()) for it in (state, after))
    for name in ("condition", "activity", "routine_on"):
        if getattr(was, name) != getattr(now, name):
            columns[name] = getattr(now, name)
    if was.follows != now.follows:
        columns["follows_id"] = _pk(write, state.numbers.characters, now.follows)
    there = after.things.characters.get(who)
    if state.things.characters.get(who) != there:
        columns["location_id"] = _pk(write, state.numbers.locations, there)
    return columns


def _pk(write: StoryWrite, numbers: Mapping[str, int], key: str | None) -> int | None:
    return row_id(write.session_id, numbers[key]) if key else None


@dataclass(frozen=True, slots=True)
class Caught:
    """The story after time moved, and who is elsewhere by their routine."""

    state: StoryState
    moved: tuple[Moved, ...]


def write_time(
    write: StoryWrite, state: StoryState, step: TimeStep | None, *, key: str = ""
) -> Caught:
    """Log a step of time and let routines catch up with it (TM-5, AG-5); None: time stood still.

    `state` is the story after all else that the step made true. Who sees what then is for
    `observe_places`.
    """
    if step is None:
        return Caught(state, ())
    clock = advance(state.clock, step)
    caught = _caught_up(replace(state, clock=clock))
    touched = _touched(state, caught.state)
    if touched:
        with write.as_cause("catch_up"):
            write_people(write, state, caught.state, touched)
    TimeLog.objects.create(
        session_id=write.session_id,
        kind=step.kind,
        begins=step.begins,
        ends=step.ends,
        turn=step.turn,
        round=step.round,
        reason=step.reason,
        moved=[move_row(state, move) for move in caught.moved],
        key=key,
    )
    write_clock(write, state.clock, caught.state.clock)
    return caught


def write_clock(write: StoryWrite, before: Clock, clock: Clock) -> None:
    """Let the story's clock, which stood as `before`, stand so."""
    names = ("mode", "now", "started", "cursor", "own_dates")
    values = {name: getattr(clock, name) for name in names}
    differing = {name: value for name, value in values.items() if value != getattr(before, name)}
    if differing:
        StoryClock.objects.filter(session=write.session_id).update(**differing)


def _caught_up(state: StoryState) -> Caught:
    """The state after routines caught up with its clock, cursor and all."""
    clock = state.clock
    if clock.now is None or clock.cursor is None:
        return Caught(replace(state, clock=replace(clock, cursor=clock.now)), ())
    plan = catch_up_plan(
        state.persons(),
        cursor=clock.cursor,
        now=clock.now,
        almanac=state.almanac,
        player=state.player,
        player_location=state.player_place,
    )
    moved = tuple(_routine_moves(state, plan))
    placements = dict(state.placements)
    for each in plan:
        was = placements.get(each.character, Placement())
        placements[each.character] = replace(was, activity=each.activity)
    after = replace(
        state,
        things=state.things.moved({move.who: move.target for move in moved}),
        placements=placements,
        clock=replace(clock, cursor=clock.now),
    )
    return Caught(after, moved)


def _routine_moves(state: StoryState, plan: Iterable[RoutineMove]) -> Iterable[Moved]:
    for each in plan:
        origin = state.things.characters.get(each.character)
        if each.location is not None and each.location != origin:
            yield Moved(each.character, origin, each.location, ROUTINE)


def _touched(before: StoryState, after: StoryState) -> list[str]:
    """Whose whereabouts or activity differ."""
    return [
        who
        for who in after.people
        if after.placements.get(who) != before.placements.get(who)
        or after.things.characters.get(who) != before.things.characters.get(who)
    ]


def observe_places(
    write: StoryWrite,
    caught: Caught,
    places: Collection[str | None] = (),
    passed: Mapping[str, tuple[str, ...]] = NOBODY_CAME,
) -> None:
    """Everybody in some places, and where somebody came by routine, sees what is there (KN-4)."""
    new = {*places, *(move.target for move in caught.moved)}
    where = caught.state.things.characters
    who = [key for key in caught.state.people if where.get(key) is not None and where[key] in new]
    keep_observations(write, caught.state, who, passed)


def move_row(state: StoryState, move: Moved) -> Columns:
    """A move as rows keep it: by numbers (ST-0a)."""
    numbers = state.numbers
    return {
        "who": numbers.characters[move.who],
        "from": None if move.origin is None else numbers.locations[move.origin],
        "to": numbers.locations[move.target],
        "how": move.how,
        "exits": [numbers.exits[key] for key in move.exits],
        "seconds": move.seconds,
    }
