"""Changes of things tried in order on a copy (IT-4, IC-2)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from worldbook.rules.items.case import Case, find_case
from worldbook.rules.items.change import Done, Failure, ItemChange, Trial
from worldbook.rules.items.failing import find_failure, unknown
from worldbook.rules.items.state import Holder, ItemState
from worldbook.rules.items.working import Working

NOBODY_KNOWS: Mapping[str, frozenset[str]] = {}


def try_changes(
    state: ItemState,
    changes: Iterable[ItemChange],
    *,
    known_exits: Mapping[str, frozenset[str]] = NOBODY_KNOWS,
) -> Trial:
    """What comes of some changes, each seeing the result of those before that worked.

    Args:
        state: not altered; it is the trial's own `state` where anything failed.
        changes: in the order in which they happen.
        known_exits: character → keys of the hidden exits it knows, which it may open and close.

    Returns:
        The trial, with one failure for each change that is not possible.
    """
    work = Working(state)
    failures: list[Failure] = []
    done: list[Done] = []
    for index, change in enumerate(changes):
        case = find_case(work, change, known_exits.get(change.actor, frozenset()))
        if not isinstance(case, Case):
            failures.append(Failure(index, unknown(change, *case)))
            continue
        refusal = find_failure(case)
        if refusal:
            failures.append(Failure(index, refusal))
            continue
        took, quantity = change.item, case.quantity if case.item else 0
        done.append(Done(index, change, _EFFECTS[change.op](case), took, quantity))
    reached = work.state()
    parts = {key: origin for key, origin in work.parts.items() if key in work.items}
    return Trial(state if failures else reached, tuple(failures), reached, tuple(done), parts)


def _move(case: Case, holder: Holder) -> str:
    return case.work.land(case.change.item, case.quantity, holder)


def _take(case: Case) -> str:
    return _move(case, Holder("character", case.change.actor))


def _drop(case: Case) -> str:
    return _move(case, Holder("location", case.place or ""))


def _hand_over(case: Case) -> str:
    return _move(case, case.change.to or Holder("character", case.change.actor))


def _wear(case: Case) -> str:
    one = case.work.one_of(case.change.item)
    wearer = Holder("character", case.change.actor)
    case.work.keep(replace(one, holder=wearer, worn=one.slot))
    return one.key


def _turn(case: Case) -> str:
    """Open, close, lock and unlock."""
    state = {"open": "open", "close": "closed", "lock": "locked", "unlock": "closed"}[case.op]
    if case.exit:
        case.work.turn_door(case.exit, state)
    elif case.item:
        case.work.keep(replace(case.item, container=state))
    return case.change.item


def _uncover(case: Case) -> str:
    """Reveal and hide."""
    hidden = case.op == "hide"
    if case.exit:
        case.work.exits[case.exit.key] = replace(case.exit, hidden=hidden)
    elif case.item:
        case.work.keep(replace(case.item, hidden=hidden))
    return case.change.item


def _consume(case: Case) -> str:
    item = case.work.items[case.change.item]
    if case.quantity < item.quantity:
        case.work.keep(replace(item, quantity=item.quantity - case.quantity))
        return item.key
    case.work.discard(item.key)
    return ""


def _alter(case: Case) -> str:
    words: dict[str, object] = dict(case.change.set)
    if case.item:
        case.work.keep(replace(case.item, **words))  # type: ignore[arg-type]
    return case.change.item


_EFFECTS: Mapping[str, Callable[[Case], str]] = {
    "take": _take,
    "drop": _drop,
    "give": _hand_over,
    "put": _hand_over,
    "wear": _wear,
    "remove": _take,
    "open": _turn,
    "close": _turn,
    "lock": _turn,
    "unlock": _turn,
    "reveal": _uncover,
    "hide": _uncover,
    "consume": _consume,
    "alter": _alter,
}
