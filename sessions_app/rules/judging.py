"""Whether a proposed round may become true, judged whole, with every reason at once (TB-7, PL-2).

Order: changes of characters (condition, whom they follow), of things before the moves, moves,
changes of things after them, time, variables. Each part is judged on what those before make true,
also where some of it failed, so that all reasons come in one answer. Variables are judged one by
one: what is refused there is left out, and the round stands (VR-4).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sessions_app.rules.judging_items import joined_parts, judge_items
from sessions_app.rules.judging_moves import judge_moves, judge_people
from sessions_app.rules.proposals import PLAYER, RoundProposal, TimeProposal
from sessions_app.rules.steps import Moved
from sessions_app.rules.world import Placement, StoryState
from worldbook.rules.clock import ClockSettings, TimeStep
from worldbook.rules.items.state import ItemState
from worldbook.rules.refusal import Refusal
from worldbook.rules.time_steps import round_step, skip_step
from worldbook.rules.variable_changes import JudgedChanges, judge_changes

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class When:
    """Where in a story a step is judged: the wall clock's instant, turn, round, settings."""

    wall: int
    turn: int
    round: int
    settings: ClockSettings = field(default_factory=ClockSettings)


@dataclass(frozen=True, slots=True)
class AcceptedRound:
    """What a round makes true.

    `proposal` has the player's character under its own key. `before` and `after` are where
    everything is, `parts` new stacks → whence they were split; `people` those whose condition or
    leader changes, as they are then; `step` is None where there is no clock.
    """

    proposal: RoundProposal
    location: str | None
    before: ItemState
    after: ItemState
    parts: Mapping[str, str]
    moved: tuple[Moved, ...]
    people: Mapping[str, Placement]
    variables: JudgedChanges
    step: TimeStep | None


def judge_round(
    state: StoryState, proposal: RoundProposal, when: When
) -> AcceptedRound | tuple[Refusal, ...]:
    """What the round makes true, or every reason why it cannot be.

    A reason's `detail["told"]` is what the player may hear of it, in names (PL-2); `index` is the
    place of an item change, `actor` whose it is.
    """
    proposal = for_player(proposal, state)
    placements, people_refusals = judge_people(state, proposal)
    changes = proposal.item_changes
    first = judge_items(state, state.things, changes, after_moves=False)
    moves = judge_moves(state, first.things, placements, proposal)
    last = judge_items(state, moves.things, changes, after_moves=True)
    step = round_step(
        state.clock,
        elapsed_seconds=proposal.elapsed_seconds,
        travel_seconds=moves.travel_seconds,
        settings=when.settings,
        zone=state.almanac.zone,
        wall=when.wall,
        turn=when.turn,
        round_=when.round,
    )
    late = (step,) if isinstance(step, Refusal) else ()
    refusals = (
        *_unknown(state, proposal),
        *people_refusals,
        *first.refusals,
        *moves.refusals,
        *last.refusals,
        *late,
    )
    if refusals or isinstance(step, Refusal):
        return refusals
    return AcceptedRound(
        proposal=proposal,
        location=proposal.location or state.player_place,
        before=state.things,
        after=last.things,
        parts=joined_parts(first.parts, last.parts),
        moved=moves.moved,
        people={who: how for who, how in placements.items() if how != state.placements.get(who)},
        variables=_judged_variables(state, last.things, proposal),
        step=step,
    )


def judge_time(
    state: StoryState, proposal: TimeProposal, when: When
) -> TimeStep | tuple[Refusal, ...]:
    """The step that a skip is (TM-3), or why it cannot be; `when.round` is the last round's."""
    step = skip_step(
        state.clock,
        by_minutes=proposal.by_minutes,
        until_time=proposal.until_time,
        days_later=proposal.days_later,
        reason=proposal.reason,
        settings=when.settings,
        zone=state.almanac.zone,
        turn=when.turn,
        round_=when.round,
    )
    return (step,) if isinstance(step, Refusal) else step


def for_player(proposal: RoundProposal, state: StoryState) -> RoundProposal:
    """The proposal with the player's character's own key for the reserved one."""
    if state.player is None or PLAYER in state.people:
        return proposal
    own = state.player

    def key(given: str) -> str:
        return own if given == PLAYER else given

    return replace(
        proposal,
        outcomes={key(who): text for who, text in proposal.outcomes.items()},
        moves_to={key(who): place for who, place in proposal.moves_to.items()},
        item_changes=tuple(_change_for(change, key) for change in proposal.item_changes),
        ignore_exits=frozenset(key(who) for who in proposal.ignore_exits),
        forced=frozenset(key(who) for who in proposal.forced),
        characters={
            key(who): {name: key(told) if name == "follows" and told else told
                       for name, told in change.items()}
            for who, change in proposal.characters.items()
        },
    )  # fmt: skip


def _change_for(change: Json, key: Any) -> Json:
    """An item change with the player's own key as actor, recipient and owner."""
    found = dict(change)
    if isinstance(found.get("actor"), str):
        found["actor"] = key(found["actor"])
    to = found.get("to")
    if to and to["kind"] == "character":
        found["to"] = {**to, "key": key(to["key"])}
    altered = found.get("set")
    if altered and isinstance(altered.get("owner"), str):
        found["set"] = {**altered, "owner": key(altered["owner"])}
    return found


def _unknown(state: StoryState, proposal: RoundProposal) -> Iterator[Refusal]:
    """Outcomes of nobody, and a scene in no place."""
    for who in proposal.outcomes:
        if who not in state.people:
            yield _refused("unknown_character", f"There is no character “{who}”.", who=who)
    place = proposal.location
    if place is not None and place not in state.things.locations:
        yield _refused("unknown_place", f"There is no place “{place}”.", target=place)


def _judged_variables(
    state: StoryState, things: ItemState, proposal: RoundProposal
) -> JudgedChanges:
    player = None if PLAYER in state.people else state.player
    keys = keys_by_kind(replace(state, things=things))
    return judge_changes(state.variables, proposal.variable_changes, keys=keys, player=player)


def keys_by_kind(state: StoryState) -> Mapping[str, Collection[str]]:
    """What may have variables: the keys of characters, things and places."""
    return {
        "character": state.people.keys(),
        "item": state.things.items.keys(),
        "location": state.things.locations,
    }


def _refused(code: str, reason: str, **values: str) -> Refusal:
    """A refusal that is the game master's alone."""
    return Refusal(code, reason, {**values, "told": {"code": "refused"}})
