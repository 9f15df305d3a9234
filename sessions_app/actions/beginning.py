"""A story begins: its world is copied, its clock starts, its opening comes true (AD-3, TM-3).

What is wrong with a world or an opening is said by lint when it is written. Where it is wrong all
the same, the story does not begin, and the answer says why.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from django.utils import timezone

from sessions_app.actions.applying_items import write_items
from sessions_app.actions.applying_variables import write_variables
from sessions_app.actions.copying import Copied, copy_rows, first_intents
from sessions_app.actions.observing import keep_observations
from sessions_app.actions.refusals import refused
from sessions_app.models import (
    Session,
    StoryCharacter,
    StoryClock,
    StoryPlacement,
    StoryWorld,
    TimeLog,
)
from sessions_app.queries.world import read_world
from sessions_app.rules.judging import for_player
from sessions_app.rules.judging_items import judge_items
from sessions_app.rules.proposals import RoundProposal
from sessions_app.rules.world import PERSONA, StoryState
from worldbook.actions.errors import ActionRefused
from worldbook.actions.story_write import StoryWrite
from worldbook.models import Character, Location, Opening, World
from worldbook.rules.almanac import Almanac, read_almanac
from worldbook.rules.catch_up import first_places
from worldbook.rules.items.reading_changes import change_faults
from worldbook.rules.refusal import Refusal
from worldbook.rules.story_dates import parse_story_date
from worldbook.rules.time_steps import start_clock
from worldbook.rules.variable_changes import judge_changes

T = TypeVar("T")

ALMANAC = ("zone", "hemisphere", "festivals", "calendar_names", "day_parts")


def begin(write: StoryWrite, story: Session, opening: Opening, cast: Sequence[Character]) -> None:
    """Give a new story the state of its opening's world, which is held; `cast` are on stage.

    Raises ActionRefused (opening_broken, with every problem).
    """
    world = opening.world
    almanac = _sound(read_almanac({name: getattr(world, name) for name in ALMANAC}))
    copied = copy_rows(write, world, cast, _deadlines(world, almanac))
    player = _player(copied, story, opening, cast)
    StoryWorld.objects.create(
        session=story,
        rules=world.rules,
        player_id=player,
        **{name: getattr(world, name) for name in ALMANAC},
    )
    _start_clock(story, opening, almanac)
    state = _begin_day(read_world(story.pk), copied)
    if opening.item_changes or opening.variable_values:
        _come_true(write, opening, state)
        state = read_world(story.pk)
    keep_observations(write, state)


def _broken(*problems: Refusal) -> ActionRefused:
    told = [{"code": one.code, "reason": one.reason, **one.detail} for one in problems]
    return refused("opening_broken", problems=told)


def _sound(value: T | Refusal) -> T:
    if isinstance(value, Refusal):
        raise _broken(value)
    return value


def _deadlines(world: World, almanac: Almanac) -> Mapping[int, int | None]:
    """The instants of first intents' deadlines; None where there is none."""
    return {
        intent.pk: _sound(parse_story_date(intent.deadline, almanac)) if intent.deadline else None
        for intent in first_intents(world)
    }


def _player(copied: Copied, story: Session, opening: Opening, cast: Sequence[Character]) -> int:
    """The primary key of the player's character, which is at the opening's place.

    A persona of the player's own begins there, or where none is said with the first of the cast.
    """
    place = copied.of(Location, opening.location_id)
    if opening.player_id is not None:
        own = copied.ids[Character][opening.player_id]
        if place is not None:
            StoryPlacement.objects.filter(character=own).update(location=place)
        return own
    persona = StoryCharacter.objects.create(
        session=story,
        key=PERSONA,
        name=story.persona_name,
        description=story.persona_text,
        place=len(copied.ids[Character]),
        cast=False,
    )
    with_first = copied.of(Location, cast[0].location_id)
    StoryPlacement.objects.create(
        session=story, character=persona, location_id=place or with_first, routine_on=False
    )
    return persona.pk


def _start_clock(story: Session, opening: Opening, almanac: Almanac) -> None:
    """The clock with the first step of its log."""
    world = opening.world
    made = int(timezone.now().timestamp() * 1000)
    begins = opening.starting_time or world.starting_time
    clock, step = _sound(start_clock(world.clock_mode, begins, made, almanac))
    StoryClock.objects.create(
        session=story,
        mode=clock.mode,
        now=clock.now,
        started=clock.started,
        cursor=clock.cursor,
        own_dates=clock.own_dates,
    )
    if step is not None:
        TimeLog.objects.create(
            session=story, kind=step.kind, begins=step.begins, ends=step.ends, turn=step.turn
        )


def _begin_day(state: StoryState, copied: Copied) -> StoryState:
    """Everybody but the player does what their routine says; who is nowhere begins at its place.

    The state as it is then.
    """
    if state.clock.now is None:
        return state
    people = (person for person in state.persons() if person.key != state.player)
    rows = StoryPlacement.objects.filter(session=state.session_id)
    by_id = {row.character_id: row for row in rows}
    begun = first_places(people, now=state.clock.now, almanac=state.almanac)
    places: dict[str, str | None] = {}
    placements = dict(state.placements)
    for one in begun:
        row = by_id[copied.keys[Character][one.character]]
        row.activity = one.activity
        if one.location is not None:
            row.location_id = copied.keys[Location][one.location]
            places[one.character] = one.location
        own = placements[one.character]
        placements[one.character] = replace(own, activity=one.activity)
    if begun:
        StoryPlacement.objects.bulk_update(by_id.values(), ["activity", "location"])
    return replace(state, things=state.things.moved(places), placements=placements)


def _come_true(write: StoryWrite, opening: Opening, state: StoryState) -> None:
    """What the opening says of variables and things, done in order."""
    for at, change in enumerate(opening.item_changes):
        faults = [
            fault.refusal("item_changes") for fault in change_faults(change, f"item_changes[{at}]")
        ]
        if faults:
            raise _broken(*faults)
    wanted = for_player(RoundProposal(item_changes=tuple(opening.item_changes)), state)
    things = judge_items(state, state.things, wanted.item_changes, after_moves=False)
    values = judge_changes(
        state.variables,
        [_as_change(said) for said in opening.variable_values],
        keys={
            "character": state.people,
            "item": things.things.items,
            "location": state.things.locations,
        },
        player=state.player,
    )
    if things.refusals or values.left_out:
        raise _broken(*things.refusals, *values.left_out)
    write_variables(write, state.numbers, values.accepted)
    write_items(write, state.numbers, state.things, things.things, things.parts)


def _as_change(said: Mapping[str, object]) -> dict[str, object]:
    """A value of an opening as the change that brings it about."""
    return {"of": said["of"], "variable": said["variable"], "to": said["value"]}
