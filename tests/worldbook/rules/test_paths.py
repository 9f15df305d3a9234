from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.items.state import Exit, ItemState
from worldbook.rules.paths import (
    KnownWays,
    Path,
    followers,
    plan_known_move,
    plan_move,
    shortest,
)
from worldbook.rules.refusal import Refusal


def town(*exits, ann="a", **people):
    places = {"a", "b", "c", "d", *(way.origin for way in exits), *(way.target for way in exits)}
    return ItemState(frozenset(places), {"ann": ann, **people}, {}, {way.key: way for way in exits})


def way(key, ends, state="open", seconds=0, **more):
    origin, target = ends
    return Exit(key, origin, target, state, travel_seconds=seconds, **more)


def refusal(found):
    assert isinstance(found, Refusal)
    return found.code, found.detail.get("exit")


@pytest.mark.spec("PL-2", "TM-9")
def test_the_shortest_way_by_time_then_by_exits_then_by_keys():
    state = town(
        way("far", "ac", seconds=100),
        way("one", "ab", seconds=30),
        way("two", "bc", seconds=40),
        way("two-b", "bc", seconds=40),
        way("detour", "bd"),
        way("detour-2", "dc", seconds=40),
    )
    assert plan_move(state, "ann", "c") == Path(("one", "two"), 70)
    assert plan_move(state, "ann", "a") == Path((), 0)
    direct = town(way("z", "ac", seconds=5), way("a", "ab", seconds=5), way("b", "bc"))
    assert plan_move(direct, "ann", "c") == Path(("z",), 5)
    assert plan_move(town(way("y", "ab"), way("x", "ab")), "ann", "b") == Path(("x",), 0)


@pytest.mark.spec("PL-1", "PL-2")
def test_a_closed_exit_stops_nobody_a_locked_or_blocked_one_everybody():
    assert plan_move(town(way("x", "ab", "closed", opener="key")), "ann", "b") == Path(("x",), 0)
    for state in ("locked", "blocked"):
        stopped = town(way("x", "ab", state, 1), way("y", "bc"), way("w", "ad"), way("v", "db"))
        assert plan_move(stopped, "ann", "c") == Path(("w", "v", "y"), 0)
        alone = town(way("w", "ab"), way("x", "bc", state), way("y", "cd", "blocked"))
        assert refusal(plan_move(alone, "ann", "d")) == (f"exit_{state}", "x")


@pytest.mark.spec("PL-2")
def test_a_hidden_exit_is_used_by_those_who_know_it():
    state = town(way("x", "ab", hidden=True))
    assert refusal(plan_move(state, "ann", "b")) == ("hidden_exit", "x")
    assert plan_move(state, "ann", "b", knows=frozenset("x")) == Path(("x",), 0)
    longer = town(way("x", "ab", hidden=True), way("y", "ac"), way("z", "cb"))
    assert plan_move(longer, "ann", "b") == Path(("y", "z"), 0)


@pytest.mark.spec("PL-7")
def test_forced_movement_knows_every_exit_and_carried_people_need_none():
    state = town(way("x", "ab", hidden=True), way("y", "bc", "locked"))
    assert plan_move(state, "ann", "b", forced=True) == Path(("x",), 0)
    assert refusal(plan_move(state, "ann", "c", forced=True)) == ("exit_locked", "y")
    assert plan_move(state, "ann", "c", ignore_exits=True) == Path((), 0)


@pytest.mark.spec("PL-2", "TB-7")
def test_a_player_hears_of_no_exit_that_its_character_does_not_know():
    known = frozenset("w")
    cases = [
        town(way("x", "ab", "locked")),
        town(way("x", "ab", "locked", hidden=True)),
        town(way("x", "ab", hidden=True)),
        town(way("w", "ac"), way("x", "cb", "blocked")),
        town(),
    ]
    told = []
    for state in cases:
        found = plan_move(state, "ann", "b", player_knows=known)
        assert "x" not in found.detail["told"].values()
        told.append(found.detail["told"])
    told.append(plan_move(town(), "ann", "nowhere-known", player_knows=known).detail["told"])
    assert told == [{"code": "no_way", "who": "ann"}] * len(told)
    seen = plan_move(town(way("w", "ab", "locked")), "ann", "b", player_knows=known)
    assert seen.detail["told"] == {"code": "exit_locked", "who": "ann", "exit": "w"}
    knowing = plan_move(town(way("w", "ab", hidden=True)), "ann", "b", player_knows=known)
    assert refusal(knowing) == ("hidden_exit", "w")
    assert knowing.detail["told"] == {"code": "no_way", "who": "ann"}


@pytest.mark.spec("PL-2")
def test_the_first_exit_that_stops_is_on_the_shortest_way_with_states_ignored():
    state = town(
        way("long", "ac", "blocked", 90),
        way("short", "ab", "open", 5),
        way("gate", "bc", "locked", 5),
    )
    assert refusal(plan_move(state, "ann", "c")) == ("exit_locked", "gate")
    shortcut = town(way("hole", "ac", hidden=True), way("gate", "ac", "locked", 60))
    assert refusal(plan_move(shortcut, "ann", "c")) == ("exit_locked", "gate")


@pytest.mark.spec("PL-2")
def test_what_does_not_exist_and_who_is_nowhere():
    state = town(ann=None)
    assert plan_move(state, "bob", "a").code == "unknown_character"
    assert plan_move(state, "ann", "moon").code == "unknown_place"
    assert plan_move(state, "ann", "a").code == "nowhere"
    assert plan_move(town(), "ann", "b").code == "no_way"


@pytest.mark.spec("PL-7")
def test_own_plans_use_only_places_and_exits_that_are_known():
    state = town(
        way("x", "ab"), way("y", "bc"), way("z", "ac", seconds=50), way("l", "cd", "locked")
    )
    everything = KnownWays(frozenset("abcd"), frozenset("xyzl"))
    assert plan_known_move(state, "ann", "c", everything) == Path(("x", "y"), 0)
    partly = KnownWays(frozenset("ac"), frozenset("xz"))
    assert plan_known_move(state, "ann", "c", partly) == Path(("z",), 50)
    blind = plan_known_move(state, "ann", "c", KnownWays(frozenset("c"), frozenset("x")))
    assert blind.code == "unknown_exit"
    assert blind.detail["told"] == {"code": "no_way", "who": "ann"}
    unheard = plan_known_move(state, "ann", "c", KnownWays(frozenset("a"), frozenset("xyz")))
    assert (unheard.code, unheard.detail["told"]["code"]) == ("unknown_destination", "no_way")
    stopped = plan_known_move(state, "ann", "d", everything)
    assert stopped.detail["told"] == {"code": "exit_locked", "who": "ann", "exit": "l"}
    assert plan_known_move(state, "ann", "a", KnownWays(frozenset(), frozenset())) == Path((), 0)


@pytest.mark.spec("PL-8")
def test_who_follows_moves_along_from_the_same_place_if_it_can_walk():
    places = dict.fromkeys(("ann", "bob", "cora", "dan", "eve"), "a") | {"far": "b", "lost": None}
    follows = {
        "bob": "ann",
        "cora": "bob",
        "dan": "ann",
        "eve": "ann",
        "far": "ann",
        "lost": "ann",
        "ann": "bob",
    }
    conditions = {"dan": "dead", "eve": "captive"}
    found = followers(["ann"], places, follows, conditions)
    assert found == {"bob": "ann", "cora": "bob", "eve": "ann"}
    assert followers(["ann", "cora"], places, follows, conditions) == {"bob": "ann", "eve": "ann"}
    assert followers([], places, follows, conditions) == {}


@pytest.mark.spec("PL-2")
@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32).map(Random))
def test_no_way_is_better_than_the_one_found(chance):
    exits = [
        way(
            f"x{number}",
            (chance.choice("abcd"), chance.choice("abcd")),
            chance.choice(("open", "open", "closed", "locked")),
            chance.choice((0, 0, 1, 2)),
        )
        for number in range(chance.randint(0, 7))
    ]
    usable = [one for one in exits if one.state in ("open", "closed")]
    ways = [
        (sum(one.travel_seconds for one in steps), len(steps), tuple(one.key for one in steps))
        for count in range(1, 4)
        for steps in permutations(usable, count)
        if _leads(steps)
    ]
    found = plan_move(town(*exits), "ann", "d")
    if ways:
        best = min(ways)
        assert found == Path(best[2], best[0])
    else:
        assert isinstance(found, Refusal)
        on_the_way = shortest(exits, "a", "d", lambda _one: True)
        assert (found.code == "no_way") == (on_the_way is None)


def _leads(steps):
    ends = [("", "a"), *((one.origin, one.target) for one in steps)]
    joined = all(before[1] == after[0] for before, after in pairwise(ends))
    return joined and ends[-1][1] == "d"
