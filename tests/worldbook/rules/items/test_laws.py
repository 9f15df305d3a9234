"""What holds of any changes on any state (IT-2, IT-4, IT-6, IC-2)."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.items.change import ItemChange
from worldbook.rules.items.failing import CODES
from worldbook.rules.items.state import (
    CONTAINER_STATES,
    OPERATIONS,
    Exit,
    Holder,
    Item,
    ItemState,
    holders,
)
from worldbook.rules.items.trial import try_changes

PLACES, PEOPLE = ("hall", "yard"), ("ann", "bob", "cora")
KINDS = ("coin", "ring", "bag", "key")
some = settings(max_examples=150, deadline=None)
seeds = st.integers(0, 2**32).map(Random)


def any_items(chance):
    """Things of few kinds, each inside an earlier one, so that there is no circle."""
    found = {}
    for number in range(chance.randint(3, 12)):
        kind = chance.choice(KINDS)
        key = kind if kind not in found else f"{kind}~{number + 2}"
        places = [Holder("location", key) for key in PLACES]
        people = [Holder("character", who) for who in PEOPLE]
        bags = [Holder("item", one.key) for one in found.values() if one.container != "none"]
        holder = chance.choice(chance.choice([places, people, bags or people]))
        if kind == "bag" and chance.random() < 0.7:
            holder = Holder("location", "hall")
        worn = kind == "ring" and holder.kind == "character" and chance.random() < 0.5
        found[key] = Item(
            key,
            kind,
            kind,
            chance.randint(1, 4),
            holder,
            unique=chance.random() < 0.1,
            hidden=chance.random() < 0.05,
            slot="hands" if kind == "ring" else "",
            container=chance.choice(("open", *CONTAINER_STATES[1:])) if kind == "bag" else "none",
            opener=chance.choice(("key", "key", "ring")) if kind == "bag" else "",
            worn="hands" if worn else "",
        )
    return found


def any_state(chance):
    exits = [
        Exit("out", "hall", "yard", chance.choice(("open", "closed", "locked")), "key", "d"),
        Exit("in", "yard", "hall", "closed", "key", "d"),
    ]
    return ItemState(
        locations=frozenset(PLACES),
        characters={who: chance.choice(("hall",) * 6 + ("yard", None)) for who in PEOPLE},
        items=any_items(chance),
        exits={one.key: one for one in exits},
    )


def any_change(chance, items, keys):
    """A change that often, but not always, has a chance to be possible."""
    op = chance.choice([one for one in OPERATIONS for _ in range(1 if one == "hide" else 6)])
    on_exit = op in ("open", "close", "lock", "unlock") and chance.random() < 0.3
    key, actor = chance.choice(keys), chance.choice(PEOPLE)
    bags = [one for one in items if one.startswith("bag")] or keys
    if op in ("open", "close", "lock", "unlock", "put") and chance.random() < 0.7:
        key = chance.choice(bags) if op != "put" else key
    if op in ("wear", "remove"):
        key = chance.choice([one for one in items if one.startswith("ring")] or keys)
    if key in items and items[key].holder.kind == "character" and chance.random() < 0.7:
        actor = items[key].holder.key
    holders = {
        "give": Holder("character", chance.choice(PEOPLE)),
        "put": Holder("item", chance.choice(bags)),
        "drop": None,
    }
    to = holders.get(op) if chance.random() < 0.9 else chance.choice(list(holders.values()))
    return ItemChange(
        op,
        actor,
        "" if on_exit else key,
        chance.choice(("in", "out")) if on_exit else "",
        quantity=chance.choice((None, None, 1, 1, 2, 5)),
        to=to,
        key=chance.choice(("", "", "key")),
        forced=chance.random() < 0.2,
        set={"condition": chance.choice(("", "bent"))} if op == "alter" else {},
    )


def any_trial(chance):
    """A state and changes of it; keys of things there are, and of parts that may come to be."""
    state = any_state(chance)
    keys = [*state.items, *state.items, "coin~2", "ring~2", "bag~9"]
    return state, [any_change(chance, state.items, keys) for _ in range(chance.randint(0, 25))]


def amounts(state):
    found = Counter()
    for item in state.items.values():
        found[item.kind] += item.quantity
    return found


@pytest.mark.spec("IT-2", "IT-4")
@some
@given(seeds)
def test_nothing_is_made_or_lost_and_everything_is_somewhere(chance):
    state, wanted = any_trial(chance)
    trial = try_changes(state, wanted)
    used = Counter()
    for done in trial.done:
        if done.change.op == "consume":
            used[done.took.split("~")[0]] += done.quantity
    assert amounts(trial.reached) == amounts(state) - used
    for key, item in trial.reached.items.items():
        assert item.key == key
        assert item.quantity >= 1
        last = list(holders(trial.reached.items, key))[-1]
        assert last.kind in ("location", "character"), "in a circle, or in something gone"
        assert last.key in (PLACES if last.kind == "location" else PEOPLE)
        if item.holder.kind == "item":
            assert trial.reached.items[item.holder.key].container != "none"
        assert not item.worn or item.holder.kind == "character"


@pytest.mark.spec("IT-4", "IC-2")
@some
@given(seeds)
def test_failures_are_one_a_change_and_leave_the_state_as_handed_in(chance):
    state, wanted = any_trial(chance)
    before = (dict(state.items), dict(state.exits), dict(state.characters))
    trial = try_changes(state, wanted)
    assert (dict(state.items), dict(state.exits), dict(state.characters)) == before
    told = [failure.index for failure in trial.failures]
    done = [one.index for one in trial.done]
    assert sorted(told + done) == list(range(len(wanted)))
    assert told == sorted(set(told))
    assert {failure.refusal.code for failure in trial.failures} <= set(CODES)
    assert (trial.state is state) if told else (trial.state == trial.reached)


@pytest.mark.spec("IC-2")
@some
@given(seeds)
def test_each_change_sees_the_result_of_those_before_that_worked(chance):
    state, wanted = any_trial(chance)
    cut = chance.randint(0, len(wanted))
    whole = try_changes(state, wanted)
    first = try_changes(state, wanted[:cut])
    second = try_changes(first.reached, wanted[cut:])
    assert second.reached == whole.reached
    worked = [wanted[done.index] for done in whole.done]
    again = try_changes(state, worked)
    assert again.ok
    assert again.state == whole.reached


@pytest.mark.spec("IT-6")
@some
@given(seeds)
def test_keys_are_kept_and_new_ones_are_numbered_parts_of_something_handed_in(chance):
    state, wanted = any_trial(chance)
    trial = try_changes(state, wanted)
    for key in trial.reached.items.keys() - state.items.keys():
        item = trial.reached.items[key]
        number = key.removeprefix(f"{item.kind}~")
        assert number.isdigit()
        assert int(number) >= 2
        assert state.items[trial.parts[key]].kind == item.kind
    for key in trial.reached.items.keys() & state.items.keys():
        assert trial.reached.items[key].kind == state.items[key].kind


@pytest.mark.spec("IC-2", "PL-1")
def test_the_changes_tried_here_meet_most_of_the_laws():
    """The other tests of this file say little unless much works and much fails, in many ways."""
    done, failed = Counter(), Counter()
    for seed in range(500):
        trial = try_changes(*any_trial(Random(seed)))
        done.update(one.change.op for one in trial.done)
        failed.update(one.refusal.code for one in trial.failures)
        if any(one.change.exit for one in trial.done):
            assert trial.reached.exits["in"].state == trial.reached.exits["out"].state
    assert all(done[op] >= 10 for op in OPERATIONS), done
    assert set(failed) >= set(CODES) - {"fixed", "blocked"}, failed
