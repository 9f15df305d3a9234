"""A proposed round is judged against the story as it is now, and becomes true or is refused (PL-3).

All of it is one transaction: the state is read anew under the story's lock (AD-5), judged whole,
and written with its time, what routines make of that, and what everybody sees by then. Under a key
that is known the answer is the round that was written then.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from sessions_app.actions.applying import (
    move_row,
    observe_places,
    write_people,
    write_time,
)
from sessions_app.actions.applying_items import write_items
from sessions_app.actions.applying_variables import write_variables
from sessions_app.actions.locking import lock_story
from sessions_app.actions.turn_jobs import hold_attempt
from sessions_app.models import Session, StoryRound
from sessions_app.queries.rounds import round_result
from sessions_app.queries.world import read_world
from sessions_app.rules.judging import AcceptedRound, When, judge_round
from sessions_app.rules.proposals import RoundProposal, read_round
from sessions_app.rules.settings import clock_settings
from sessions_app.rules.steps import Moved, Refused, RoundResult, TurnRef
from sessions_app.rules.world import StoryState
from worldbook.actions.story_write import StoryGone, StoryWrite, story_write
from worldbook.models.story_rows import row_id, row_number
from worldbook.queries.prepared import Prepared
from worldbook.rules.refusal import Refusal
from worldbook.rules.storable import storable

Json = Mapping[str, Any]

OFF_STAGE = 100
"""Rounds of what happens away from the player are numbered from here (OF-2)."""

_FULL = Refusal(
    "too_many_rounds",
    "This turn has had 99 rounds; the next ones belong to another turn.",
    {"told": {"code": "refused"}},
)


def resolve_round(
    *, at: TurnRef, key: str, proposal: RoundProposal | Json, cause: str = "master"
) -> RoundResult | Refused:
    """Let a round become true (TB-7), or say every reason why it cannot.

    `key` is the proposal's idempotency key. Raises StoryMoved, StoryGone, and Superseded where the
    attempt of `at` is no longer the one that plays (ST-1a).
    """
    read = proposal if isinstance(proposal, RoundProposal) else read_round(proposal)
    if not isinstance(read, RoundProposal):
        return Refused(read)
    with transaction.atomic():
        story = locked_story(at)
        known, number = _known_or_next(at, key)
        with step_write(at, cause, round_=number) as write:
            state = read_world(story.pk, texts=False)
            if known is not None:
                return round_result(known, state)
            if number == OFF_STAGE:
                return Refused((_FULL,))
            judged = judge_round(state, read, when(story, at, number))
            if not isinstance(judged, AcceptedRound):
                return Refused(judged)
            row = _write_round(write, state, judged, at, number)
            row.key, row.cause = key, cause
            row.save()
            return round_result(row, state)


def locked_story(at: TurnRef) -> Session:
    """The story of a step, locked; the first of the locks (the session's row, its state, takes)."""
    story = lock_story(at.session_id)
    if story is None:
        raise StoryGone(at.session_id)
    return story


@contextmanager
def step_write(at: TurnRef, cause: str, *, round_: int = 0) -> Iterator[StoryWrite]:
    """Write for a step, while the attempt it belongs to still plays; the story is locked."""
    with story_write(
        at.session_id,
        cause=cause,
        take=at.take_id,
        timeline=at.timeline,
        turn=at.turn_id,
        round=round_,
        attempt=at.attempt,
    ) as write:
        if at.take_id is not None:
            hold_attempt(at.take_id, at.attempt, at.timeline or 0)
        yield write


def when(story: Session, at: TurnRef, round_: int) -> When:
    """Where a step stands in time: the wall clock now, its turn and round, the session's settings."""
    return When(
        wall=int(timezone.now().timestamp() * 1000),
        turn=at.turn_number,
        round=round_,
        settings=clock_settings(story.settings),
    )


def last_round(at: TurnRef) -> int:
    """The number of the last round of a turn at the table; 0 before the first."""
    rounds = StoryRound.objects.filter(session=at.session_id, turn=at.turn_number)
    found = rounds.filter(number__lt=OFF_STAGE).aggregate(last=Max("number"))
    return found["last"] or 0


_OF_TURN = Prepared(
    "SELECT id, key, turn, number FROM sessions_app_storyround"
    " WHERE session_id = %s AND (key = %s OR turn = %s AND number < %s)",
    values=4,
)


def _known_or_next(at: TurnRef, key: str) -> tuple[StoryRound | None, int]:
    """The round that has a key, and the number of the next one of its turn: one query."""
    with connection.cursor() as cursor:
        _OF_TURN.ask(cursor, [at.session_id, key, at.turn_number, OFF_STAGE])
        found = cursor.fetchall()
    known, last = None, 0
    for pk, its_key, turn, number in found:
        if its_key == key:
            known = StoryRound.objects.get(pk=pk)
        if turn == at.turn_number and number < OFF_STAGE:
            last = max(last, number)
    return known, last + 1


def _write_round(
    write: StoryWrite, before: StoryState, judged: AcceptedRound, at: TurnRef, number: int
) -> StoryRound:
    """Write all that the round makes true; its record, not saved yet."""
    came = write_items(write, before.numbers, judged.before, judged.after, judged.parts)
    after = _state_after(before, judged, came)
    write_people(write, before, after, {**judged.people, **_moved_by(judged)})
    write_variables(write, after.numbers, judged.variables.accepted)
    caught = write_time(write, after, judged.step)
    passed = {move.who: move.exits for move in judged.moved}
    observe_places(write, caught, _places_seen(after, judged), passed)
    return _record(before, after, judged, at, number, (*judged.moved, *caught.moved))


def _moved_by(judged: AcceptedRound) -> dict[str, Moved]:
    return {move.who: move for move in judged.moved}


def _state_after(before: StoryState, judged: AcceptedRound, came: Mapping[str, int]) -> StoryState:
    """The story after the round, before time passes; who moved left what it was doing."""
    numbers = before.numbers
    placements = {**before.placements, **judged.people}
    for who in _moved_by(judged):
        if who in placements:
            placements[who] = replace(placements[who], activity="")
    items = {**numbers.items, **{key: row_number(pk) for key, pk in came.items()}}
    return replace(
        before,
        things=judged.after,
        placements=placements,
        numbers=replace(numbers, items=items),
        variables=judged.variables.variables,
    )


def _places_seen(state: StoryState, judged: AcceptedRound) -> set[str | None]:
    """Where something may be new to those who are there."""
    places: set[str | None] = {judged.location, *(move.target for move in judged.moved)}
    actors = (str(change.get("actor", "")) for change in judged.proposal.item_changes)
    return places.union(state.things.characters.get(who) for who in actors)


def _record(
    before: StoryState,
    after: StoryState,
    judged: AcceptedRound,
    at: TurnRef,
    number: int,
    moved: tuple[Moved, ...],
) -> StoryRound:
    numbers, proposal = after.numbers, judged.proposal
    where = before.things.characters
    location = judged.location
    return StoryRound(
        session_id=at.session_id,
        turn=at.turn_number,
        number=number,
        location_id=row_id(at.session_id, numbers.locations[location]) if location else None,
        at={
            str(numbers.characters[who]): numbers.locations[place]
            for who, place in where.items()
            if place is not None
        },
        moved=[move_row(after, move) for move in moved],
        outcomes={str(numbers.characters[who]): text for who, text in proposal.outcomes.items()},
        item_changes=[dict(change) for change in proposal.item_changes],
        variable_changes=[change.to_json() for change in judged.variables.accepted],
        character_changes=[_person_row(after, who) for who in judged.people],
        left_out=[
            {"index": left.detail["index"], "code": left.code, "reason": storable(left.reason)}
            for left in judged.variables.left_out
        ],
        begins=judged.step.begins if judged.step else None,
        ends=judged.step.ends if judged.step else None,
        new_phase=proposal.new_phase,
    )


def _person_row(state: StoryState, who: str) -> dict[str, Any]:
    """How a character is after a round that changed it (PL-8): by numbers."""
    how, numbers = state.placements[who], state.numbers.characters
    follows = numbers[how.follows] if how.follows else None
    return {"who": numbers[who], "condition": how.condition, "follows": follows}
