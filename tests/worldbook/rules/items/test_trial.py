import pytest

from tests.worldbook.rules.items.house import after, at, codes, do, house, inside, thing, with_
from worldbook.rules.items.state import DEFAULT_SLOTS, Exit, with_defaults
from worldbook.rules.items.trial import try_changes


def stacks(state):
    return {key: (item.quantity, item.holder) for key, item in state.items.items()}


@pytest.mark.spec("IT-6", "IC-2")
def test_a_split_part_gets_the_lowest_free_number_and_the_rest_keeps_its_key():
    state = house(
        thing("coins", at("hall"), 10, kind="coin"),
        thing("coin~3", at("kitchen"), kind="coin", condition="bent"),
    )
    trial = try_changes(
        state,
        [
            do("take", "coins", quantity=4),
            do("give", "coin~2", quantity=1, to=with_("bob")),
        ],
    )
    assert trial.ok
    assert stacks(trial.state) == {
        "coins": (6, at("hall")),
        "coin~3": (1, at("kitchen")),
        "coin~2": (3, with_("ann")),
        "coin~4": (1, with_("bob")),
    }
    assert trial.parts == {"coin~2": "coins", "coin~4": "coins"}
    assert [(done.took, done.item, done.quantity) for done in trial.done] == [
        ("coins", "coin~2", 4),
        ("coin~2", "coin~4", 1),
    ]


@pytest.mark.spec("IT-6", "IC-2")
def test_a_part_or_a_whole_stack_merges_into_a_like_one_where_it_lands():
    state = house(
        thing("coin", at("hall"), 5),
        thing("coin~10", with_("ann"), 1, kind="coin", name="coin"),
        thing("coin~2", with_("ann"), 1, kind="coin", name="coin"),
    )
    part = try_changes(state, [do("take", "coin", quantity=2)])
    assert stacks(part.state) == {
        "coin": (3, at("hall")),
        "coin~10": (1, with_("ann")),
        "coin~2": (3, with_("ann")),
    }
    assert (part.done[0].item, part.parts) == ("coin~2", {})
    whole = after(state, do("take", "coin"))
    assert stacks(whole) == {"coin~10": (1, with_("ann")), "coin~2": (6, with_("ann"))}


@pytest.mark.spec("IT-6")
@pytest.mark.parametrize(
    "difference",
    [
        {"kind": "token"},
        {"name": "Coin"},
        {"condition": "bent"},
        {"owner": "bob"},
        {"fixed": True},
        {"notable": True},
        {"hidden": True},
        {"slot": "head"},
        {"opener": "key"},
        {"unique": True},
        {"container": "open"},
        {"own_values": True},
        {"worn": "head"},
    ],
)
def test_stacks_that_differ_stay_apart(difference):
    state = house(
        thing("coin", at("hall"), 5), thing("other", with_("ann"), **{"kind": "coin", **difference})
    )
    found = after(state, do("take", "coin", quantity=1))
    assert found.items["coin~2"].quantity == 1
    assert found.items["other"] == state.items["other"]


@pytest.mark.spec("IC-2", "IT-6")
def test_one_of_a_stack_is_worn_and_joins_it_again():
    state = house(thing("ring", with_("ann"), 3, slot="hands"))
    worn = after(state, do("wear", "ring"))
    assert (worn.items["ring"].quantity, worn.items["ring"].worn) == (2, "")
    assert (worn.items["ring~2"].quantity, worn.items["ring~2"].worn) == (1, "hands")
    assert after(worn, do("remove", "ring~2")).items == state.items


@pytest.mark.spec("IC-2")
def test_dropping_giving_and_putting_take_off_what_is_worn():
    state = house(
        thing("hat", with_("ann"), slot="head", worn="head"),
        thing("bag", with_("ann"), container="open"),
    )
    for change, holder in (
        (do("drop", "hat"), at("hall")),
        (do("give", "hat", to=with_("bob")), with_("bob")),
        (do("put", "hat", to=inside("bag")), inside("bag")),
    ):
        hat = after(state, change).items["hat"]
        assert (hat.worn, hat.holder) == ("", holder)


@pytest.mark.spec("IC-2", "PL-1")
def test_doors_turn_together_and_locks_close_first():
    exits = [
        Exit("in", "hall", "kitchen", "open", "brass", "d"),
        Exit("out", "kitchen", "hall", "open", "brass", "d"),
        Exit("other", "hall", "cellar", "open", "brass"),
    ]
    state = house(
        thing("brass", with_("ann")),
        thing("chest", at("hall"), container="open", opener="brass"),
        exits=exits,
    )

    def states(found):
        return [found.exits[key].state for key in ("in", "out", "other")]

    locked = after(state, do("lock", exit="in"), do("lock", "chest"))
    assert states(locked) == ["locked", "locked", "open"]
    assert locked.items["chest"].container == "locked"
    assert codes(locked, do("open", exit="in"), do("open", "chest")) == ["locked", "locked"]
    closed = after(locked, do("unlock", exit="in"), do("unlock", "chest"))
    assert states(closed) == ["closed", "closed", "open"]
    assert closed.items["chest"].container == "closed"
    assert states(after(locked, do("open", exit="in", forced=True)))[:2] == ["open", "open"]


@pytest.mark.spec("IT-4")
def test_what_is_used_up_is_gone_and_what_was_in_it_lies_where_it_was():
    state = house(
        thing("apple", with_("ann"), 3),
        thing("crate", at("hall"), container="closed"),
        thing("nail", inside("crate"), 4),
        thing("nail~2", at("hall"), 1, kind="nail", name="nail"),
    )
    assert after(state, do("consume", "apple")).items["apple"].quantity == 2
    gone = try_changes(state, [do("consume", "apple", quantity=3), do("take", "apple")])
    assert [failure.refusal.code for failure in gone.failures] == ["unknown"]
    burnt = after(state, do("consume", "crate"))
    assert stacks(burnt) == {"apple": (3, with_("ann")), "nail~2": (5, at("hall"))}


@pytest.mark.spec("IT-4", "IC-2")
def test_a_failed_change_has_no_effect_and_leaves_the_state_as_handed_in():
    state = house(thing("cup", at("hall")), thing("box", at("hall"), container="closed"))
    trial = try_changes(
        state,
        [
            do("take", "cup"),
            do("put", "cup", to=inside("box")),
            do("drop", "cup", by="bob"),
            do("open", "box"),
            do("put", "cup", to=inside("box")),
        ],
    )
    assert [(one.index, one.refusal.code) for one in trial.failures] == [
        (1, "in_closed"),
        (2, "held_by_other"),
    ]
    assert trial.state is state
    assert trial.reached.items["cup"].holder == inside("box")
    assert [done.index for done in trial.done] == [0, 3, 4]


@pytest.mark.spec("IT-5")
def test_a_key_in_its_own_box_neither_locks_nor_unlocks_it():
    state = house(
        thing("box", with_("ann"), container="open", opener="key"), thing("key", with_("ann"))
    )
    assert codes(
        state,
        do("put", "key", to=inside("box")),
        do("lock", "box"),
        do("close", "box"),
        do("lock", "box"),
        do("unlock", "box"),
        do("take", "key"),
    ) == ["", "key_not_in_hand", "", "key_not_in_hand", "key_not_in_hand", "in_closed"]


@pytest.mark.spec("IT-3")
def test_worlds_add_slots_to_those_that_every_world_has():
    slots = with_defaults({"tail": 1, "hands": 2})
    assert slots["tail"] == 1
    assert slots["hands"] == 2
    assert len(DEFAULT_SLOTS) == 11
    assert DEFAULT_SLOTS["hands"] == 1


@pytest.mark.spec("PL-8", "IT-2")
def test_what_somebody_has_goes_along():
    state = house(thing("bag", with_("ann"), container="open"), thing("coin", inside("bag")))
    assert state.place_of("coin") == "hall"
    assert state.moved({"ann": "cellar"}).place_of("coin") == "cellar"
    assert state.moved({"ann": None}).place_of("coin") is None
