import pytest

from memory.rules.knowledge import Observation, keys_of, known_ways, learnt, observe
from worldbook.rules.items.state import Exit, Holder, Item, ItemState
from worldbook.rules.paths import KnownWays


def thing(key, holder, **more):
    return Item(key, key, more.pop("kind", key), 1, holder, **more)


HALL, ANN, BOB = Holder("location", "hall"), Holder("character", "ann"), Holder("character", "bob")


def state(**people):
    things = (
        thing("coin~2", HALL, kind="coin"),
        thing("chest", HALL, container="closed"),
        thing("gold", Holder("item", "chest")),
        thing("dagger", ANN, hidden=True),
        thing("hat", BOB, worn="head"),
        thing("purse", BOB, container="closed"),
        thing("note", Holder("item", "purse")),
        thing("pan", Holder("location", "kitchen")),
    )
    ways = (
        Exit("door", "hall", "kitchen", "locked"),
        Exit("panel", "hall", "cellar", hidden=True),
        Exit("stairs", "cellar", "vault"),
    )
    return ItemState(
        locations=frozenset(("hall", "kitchen", "cellar", "vault")),
        characters={"ann": "hall", "bob": "hall", "cora": "kitchen", **people},
        items={one.key: one for one in things},
        exits={one.key: one for one in ways},
    )


@pytest.mark.spec("KN-4", "IT-6")
def test_plain_observation_is_the_place_its_visible_exits_things_and_people():
    assert observe(state(), "ann") == Observation(
        known=frozenset(
            {
                ("location", "hall"),
                ("location", "kitchen"),
                ("exit", "door"),
                ("item", "coin"),
                ("item", "chest"),
                ("item", "dagger"),
                ("item", "hat"),
                ("item", "purse"),
            }
        ),
        people=frozenset({"bob"}),
    )
    assert ("item", "dagger") not in observe(state(), "bob").known


@pytest.mark.spec("KN-3", "KN-4")
def test_nothing_is_known_beyond_what_is_seen_and_nothing_follows_from_it():
    found = observe(state(), "ann").known
    unseen = {("location", "cellar"), ("exit", "panel"), ("exit", "stairs"), ("item", "gold")}
    assert not unseen & found
    knowing = observe(state(), "ann", frozenset({("exit", "panel")})).known
    assert ("location", "cellar") in knowing
    assert ("location", "vault") not in knowing
    assert observe(state(ann=None), "ann") == Observation(
        frozenset({("item", "dagger")}), frozenset()
    )


@pytest.mark.spec("KN-4")
def test_observing_only_adds():
    before = frozenset({("item", "coin"), ("lore", "1:old-war"), ("exit", "stairs")})
    new = learnt(observe(state(), "bob", before), before)
    assert not new & before
    assert learnt(observe(state(), "bob", before | new), before | new) == frozenset()


@pytest.mark.spec("KN-3", "PL-7")
def test_the_map_that_somebody_knows_is_made_of_its_edges_alone():
    known = frozenset({("location", "hall"), ("exit", "door"), ("item", "cup"), ("lore", "1:a")})
    assert known_ways(known) == KnownWays(frozenset({"hall"}), frozenset({"door"}))
    assert keys_of(known, "lore") == {"1:a"}
