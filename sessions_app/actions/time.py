"""Story time moves between rounds: skips, the real clock, and what moves it at all (TM-2…4, AG-5)."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from sessions_app.actions.applying import observe_places, write_clock, write_time
from sessions_app.actions.rounds import last_round, locked_story, step_write, when
from sessions_app.models import StoryClock, Take, TimeLog
from sessions_app.queries.rounds import skip_result
from sessions_app.queries.world import read_world
from sessions_app.rules.judging import judge_time
from sessions_app.rules.proposals import TimeProposal, read_time
from sessions_app.rules.steps import Refused, SkipResult, TurnRef
from worldbook.actions.story_write import StoryWrite
from worldbook.rules.clock import REAL, Clock, TimeStep
from worldbook.rules.refusal import Refusal
from worldbook.rules.time_steps import real_step, resync_step, switch_mode, time_away

Json = Mapping[str, Any]


def advance_time(
    *, at: TurnRef, key: str, proposal: TimeProposal | Json, cause: str = "master"
) -> SkipResult | Refused:
    """Let time leap between rounds (TM-3), with what routines make of it, or say why it cannot.

    `key` as for a round. Raises StoryMoved, StoryGone, Superseded.
    """
    read = proposal if isinstance(proposal, TimeProposal) else read_time(proposal)
    if not isinstance(read, TimeProposal):
        return Refused(read)
    with transaction.atomic():
        story = locked_story(at)
        number = last_round(at)
        with step_write(at, cause, round_=number) as write:
            state = read_world(story.pk, texts=False)
            known = TimeLog.objects.filter(session=story, key=key).exclude(key="").first()
            if known is not None:
                return skip_result(known, state)
            step = judge_time(state, read, when(story, at, number))
            if not isinstance(step, TimeStep):
                return Refused(step)
            caught = write_time(write, state, step, key=key)
            observe_places(write, caught)
            return SkipResult(step.begins, step.ends, step.reason, caught.moved)


def look_at_clock(*, at: TurnRef, cause: str = "master") -> int | None:
    """Let a real clock go on to now when a turn begins (TM-4); without one nothing happens.

    The milliseconds that the player was away where they are to be told (five minutes and more).
    After a move of the head the clock is set by a `resync`, which is no absence (TM-2).
    """
    if not StoryClock.objects.filter(session=at.session_id, mode=REAL).exists():
        return None
    with transaction.atomic():
        story = locked_story(at)
        with step_write(at, cause) as write:
            state = read_world(story.pk, texts=False)
            moment = when(story, at, 0)
            moved = _head_moved(at)
            if moved:
                step = resync_step(state.clock, wall=moment.wall, turn=at.turn_number)
            else:
                step = real_step(state.clock, wall=moment.wall, turn=at.turn_number)
            if step is not None:
                observe_places(write, write_time(write, state, step))
            return None if moved else time_away(step)


def _head_moved(at: TurnRef) -> bool:
    """Whether the head was moved since the take before this one was played: timelines tell."""
    if at.take_id is None:
        return False
    before = Take.objects.filter(pk=at.take_id).values_list("timeline", "parent__timeline").first()
    return before is not None and before[1] is not None and before[0] != before[1]


def write_mode(write: StoryWrite, mode: str, *, wall: int, turn: int) -> Clock | Refusal:
    """Let another thing move the clock (TM-2), with the step that this makes; the clock then.

    Inside a `story_write`. Refused: unknown_mode, own_dates.
    """
    state = read_world(write.session_id, texts=False)
    log = TimeLog.objects.filter(session=write.session_id).order_by("-id")
    switched = switch_mode(
        state.clock,
        mode,
        wall=wall,
        turn=turn,
        round_=0,
        last=log.values_list("ends", flat=True).first(),
    )
    if isinstance(switched, Refusal):
        return switched
    clock, step = switched
    if step is not None:
        TimeLog.objects.create(
            session_id=write.session_id,
            kind=step.kind,
            begins=step.begins,
            ends=step.ends,
            turn=step.turn,
            round=step.round,
        )
    write_clock(write, state.clock, clock)
    return clock
