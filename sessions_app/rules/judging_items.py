"""What is done with things in a round, before its moves and after them (IT-4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sessions_app.rules.names import with_names
from sessions_app.rules.proposals import AFTER_MOVES
from sessions_app.rules.world import StoryState
from worldbook.rules.items.change import Failure, ItemChange
from worldbook.rules.items.reading_changes import read_change
from worldbook.rules.items.state import ItemState
from worldbook.rules.items.trial import try_changes
from worldbook.rules.refusal import Refusal

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class JudgedItems:
    """`things` after the changes that are possible, `parts` new stacks → whence they were split.

    Each refusal has the change's place in the proposal as `detail["index"]`.
    """

    things: ItemState
    parts: Mapping[str, str]
    refusals: tuple[Refusal, ...]


def judge_items(
    state: StoryState, things: ItemState, changes: Sequence[Json], *, after_moves: bool
) -> JudgedItems:
    """Try the changes of one half of a round in order, each seeing the last (IC-2)."""
    ours = [
        (index, change)
        for index, change in enumerate(changes)
        if bool(change.get(AFTER_MOVES)) == after_moves
    ]
    hidden = {who: state.known_exits(who) for who in state.knowledge}
    asked = [read_change(change) for _, change in ours]
    trial = try_changes(things, asked, known_exits=hidden)
    refusals = tuple(
        _refusal(failure, ours[failure.index][0], asked[failure.index], state, trial.reached)
        for failure in trial.failures
    )
    return JudgedItems(trial.reached, trial.parts, refusals)


def _refusal(
    failure: Failure, index: int, change: ItemChange, state: StoryState, things: ItemState
) -> Refusal:
    """A failure as a reason of the round's refusal: it names the change and who did it."""
    named = with_names(failure.refusal, state, things)
    about = {"index": index, "op": change.op, "actor": change.actor}
    return replace(named, detail={**named.detail, **about})


def joined_parts(first: Mapping[str, str], second: Mapping[str, str]) -> dict[str, str]:
    """New stacks of both halves → the stack that was there before the round."""
    return {**first, **{key: first.get(origin, origin) for key, origin in second.items()}}
