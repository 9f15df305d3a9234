import pytest

from tests.worldbook.rules.items.house import at, house, inside, thing, with_
from worldbook.rules.items.state import Exit
from worldbook.rules.places_seen import look_around, near


def rooms(*things, exits=()):
    return house(*things, exits=exits)


@pytest.mark.spec("PL-5", "IT-7")
def test_a_character_is_told_its_place_its_people_and_what_it_sees():
    state = rooms(
        thing("lamp", at("hall")),
        thing("crown", at("hall"), notable=True),
        thing("shelf", at("hall"), container="open"),
        thing("book", inside("shelf")),
        thing("chest", at("hall"), container="locked"),
        thing("gold", inside("chest")),
        thing("trapdoor-key", at("hall"), hidden=True),
        thing("hat", with_("bob"), slot="head", worn="head"),
        thing("purse", with_("bob"), container="closed"),
        thing("coin", inside("purse")),
        thing("knife", with_("ann")),
        thing("pan", at("kitchen")),
        exits=[
            Exit("north", "hall", "kitchen"),
            Exit("panel", "hall", "cellar", hidden=True),
            Exit("back", "kitchen", "hall"),
        ],
    )
    seen = look_around(state, "ann", features=["hearth"])
    assert seen.place == "hall"
    assert seen.features == ("hearth",)
    assert seen.exits == ("north",)
    assert seen.people == ("bob",)
    assert seen.items == ("crown", "lamp", "shelf", "book", "chest", "hat", "purse")
    assert seen.own == ("knife",)
    assert seen.more == 0
    assert look_around(state, "ann", known_exits=frozenset(["panel"])).exits == ("north", "panel")


@pytest.mark.spec("PL-5", "IT-7")
def test_at_most_twelve_of_a_sort_are_listed_notable_things_first():
    things = [thing(f"thing-{number:02}", at("hall")) for number in range(20)]
    last = thing("last", at("hall"), notable=True)
    ways = [Exit(f"exit-{number:02}", "hall", "kitchen") for number in range(15)]
    spots = [f"spot-{number}" for number in range(13)]
    seen = look_around(rooms(*things, last, exits=ways), "ann", features=spots)
    assert (len(seen.features), len(seen.exits), len(seen.items)) == (12, 12, 12)
    assert seen.items[:2] == ("last", "thing-00")
    assert seen.exits == tuple(way.key for way in ways[:12])
    assert seen.more == 1 + 3 + 9


@pytest.mark.spec("PL-5")
def test_who_is_nowhere_sees_what_it_has_and_nobody():
    state = rooms(thing("chain", with_("ghost")), thing("lamp", at("hall")))
    seen = look_around(state, "ghost")
    assert (seen.place, seen.people, seen.items, seen.own) == (None, (), (), ("chain",))


@pytest.mark.spec("PL-9")
def test_one_hears_through_what_is_open_and_sees_where_it_is_said():
    def around(**more):
        return near(rooms(exits=[Exit("x", "kitchen", "hall", **more)]), "hall")

    assert around(state="open") == ((), ("kitchen",))
    assert around(state="closed") == ((), ())
    assert around(state="closed", hear_through=True) == ((), ("kitchen",))
    assert around(state="open", hear_through=False) == ((), ())
    assert around(state="locked", see_through=True) == (("kitchen",), ())
    assert near(rooms(exits=[Exit("x", "hall", "kitchen")]), "hall") == ((), ())
