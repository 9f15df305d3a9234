import pytest

from tests.worldbook.rules.items.house import (
    after,
    at,
    code,
    codes,
    do,
    house,
    inside,
    thing,
    told,
    with_,
)
from worldbook.rules.items.failing import CODES
from worldbook.rules.items.state import Exit

SPECIFIED = [
    "unknown",
    "not_present",
    "hidden",
    "not_visible",
    "held_by_other",
    "fixed",
    "not_carried",
    "not_wearable",
    "not_a_container",
    "cycle",
    "locked",
    "blocked",
    "in_closed",
    "not_worn",
    "wrong_key",
    "key_not_in_hand",
    "already",
    "slot_full",
    "not_enough",
]


@pytest.mark.spec("IC-2")
def test_the_codes_are_those_of_the_contract_in_its_order():
    assert list(CODES) == SPECIFIED


@pytest.mark.spec("IC-2")
def test_what_a_change_names_must_exist():
    state = house(thing("cup", at("hall"), slot="tail"), thing("box", at("hall")))
    for change in (
        do("take", "cup", by="nobody"),
        do("take", "mug"),
        do("open", exit="gate"),
        do("give", "cup", to=with_("nobody")),
        do("give", "cup", to=at("hall")),
        do("give", "cup"),
        do("put", "cup", to=inside("mug")),
        do("drop", "cup", to=at("moon")),
        do("unlock", "box", key="mug"),
        do("wear", "cup"),
        do("wear", "box", slot="tail"),
        do("alter", "cup", set={"owner": "nobody"}),
        do("paint", "cup"),
    ):
        assert code(state, change) == "unknown", change


@pytest.mark.spec("IC-2")
def test_an_actor_a_recipient_and_an_exit_have_to_be_where_it_happens():
    gate = Exit("gate", "kitchen", "hall", "closed")
    state = house(thing("cup", at("hall")), thing("key", with_("ann")), exits=[gate])
    assert code(state, do("take", "cup", by="ghost")) == "not_present"
    assert code(state, do("give", "key", to=with_("cora"))) == "not_present"
    assert code(state, do("give", "key", to=with_("ghost"))) == "not_present"
    assert code(state, do("drop", "key", to=at("kitchen"))) == "not_present"
    assert code(state, do("open", exit="gate")) == "not_present"
    assert code(state, do("open", exit="gate", by="cora")) == ""


@pytest.mark.spec("IC-2", "IT-5", "IT-7")
def test_hidden_things_and_what_is_in_them_cannot_be_used():
    state = house(
        thing("niche", at("hall"), hidden=True, container="open"),
        thing("coin", inside("niche")),
        thing("far", at("kitchen"), hidden=True),
        thing("cup", with_("ann")),
        exits=[Exit("panel", "hall", "cellar", "closed", hidden=True)],
    )
    assert code(state, do("take", "niche")) == "hidden"
    assert code(state, do("take", "coin")) == "hidden"
    assert code(state, do("take", "far")) == "hidden"
    assert code(state, do("put", "cup", to=inside("niche"))) == "hidden"
    assert code(state, do("open", exit="panel")) == "hidden"
    assert code(state, do("open", exit="panel"), known_exits={"ann": frozenset(["panel"])}) == ""


@pytest.mark.spec("IC-2", "IT-5")
def test_things_elsewhere_and_things_of_others_are_out_of_reach():
    state = house(
        thing("pan", at("kitchen")),
        thing("ghostly", with_("ghost")),
        thing("bag", with_("bob"), container="open"),
        thing("coin", inside("bag"), 3),
        thing("cup", with_("ann")),
    )
    assert code(state, do("take", "pan")) == "not_visible"
    assert code(state, do("take", "ghostly")) == "not_visible"
    for change in (
        do("take", "bag"),
        do("take", "coin"),
        do("drop", "coin"),
        do("consume", "coin"),
        do("close", "bag"),
        do("put", "cup", to=inside("bag")),
    ):
        assert code(state, change) == "held_by_other", change


@pytest.mark.spec("IC-2", "IT-1", "IT-5")
def test_fixed_not_carried_not_wearable_and_no_container():
    state = house(
        thing("well", at("hall"), fixed=True),
        thing("hat", at("hall"), slot="head"),
        thing("cap", with_("ann"), slot="head"),
        thing("cup", with_("ann")),
        thing("purse", with_("ann"), container="closed"),
        thing("coin", inside("purse")),
    )
    assert code(state, do("take", "well")) == "fixed"
    for op in ("drop", "wear", "remove"):
        assert code(state, do(op, "hat")) == "not_carried"
    assert code(state, do("drop", "coin")) == "not_carried"
    assert code(state, do("wear", "cup")) == "not_wearable"
    assert code(state, do("wear", "cap", slot="feet")) == "not_wearable"
    assert code(state, do("wear", "cap", slot="head")) == ""
    assert code(state, do("put", "cap", to=inside("cup"))) == "not_a_container"
    assert code(state, do("put", "cap", to=at("hall"))) == "not_a_container"
    for op in ("open", "close", "lock", "unlock"):
        assert code(state, do(op, "cup")) == "not_a_container"


@pytest.mark.spec("IC-2", "IT-2", "IT-5")
def test_nothing_goes_inside_itself():
    state = house(
        thing("bag", with_("ann"), container="open"),
        thing("box", inside("bag"), container="open"),
        thing("tin", inside("box"), container="open"),
    )
    for target in ("bag", "box", "tin"):
        assert code(state, do("put", "bag", to=inside(target))) == "cycle"
    assert code(state, do("put", "tin", to=inside("bag"))) == ""


@pytest.mark.spec("IC-2", "IT-5")
def test_locked_blocked_and_shut_in():
    state = house(
        thing("chest", at("hall"), container="locked", opener="key"),
        thing("coin", inside("chest")),
        thing("box", at("hall"), container="closed"),
        thing("jar", inside("box"), container="open"),
        thing("cup", with_("ann")),
        exits=[
            Exit("gate", "hall", "cellar", "blocked"),
            Exit("door", "hall", "kitchen", "locked"),
        ],
    )
    assert code(state, do("open", "chest")) == "locked"
    assert code(state, do("open", exit="door")) == "locked"
    for op in ("open", "close", "lock", "unlock"):
        assert code(state, do(op, exit="gate", forced=True)) == "blocked"
    assert code(state, do("take", "coin")) == "in_closed"
    assert code(state, do("put", "cup", to=inside("jar"))) == "in_closed"
    assert code(state, do("put", "cup", to=inside("box"))) == "in_closed"
    assert code(state, do("put", "cup", to=inside("chest"))) == "in_closed"
    assert code(state, do("close", "jar")) == "in_closed"


@pytest.mark.spec("IC-2", "IT-5")
def test_locks_ask_for_their_key_in_hand():
    def state(holder, **key):
        return house(
            thing("chest", at("hall"), container="locked", opener="brass"),
            thing("plain", at("hall"), container="closed"),
            thing("bag", with_("ann"), container="open"),
            thing("tin", with_("ann"), container="closed"),
            thing("brass~2", holder, kind="brass", **key),
            thing("iron", with_("ann")),
        )

    assert code(state(with_("ann")), do("unlock", "plain")) == "wrong_key"
    assert code(state(with_("ann")), do("lock", "plain", key="iron")) == "wrong_key"
    assert code(state(with_("ann")), do("unlock", "chest", key="iron")) == "wrong_key"
    for key in ("", "brass", "brass~2"):
        unlock = do("unlock", "chest", key=key)
        assert code(state(with_("ann")), unlock) == ""
        assert code(state(inside("bag")), unlock) == ""
        for holder in (at("hall"), with_("bob"), inside("tin"), inside("chest")):
            assert code(state(holder), unlock) == "key_not_in_hand", (key, holder)
        assert code(state(with_("ann"), hidden=True), unlock) == "key_not_in_hand"
    assert code(state(at("hall")), do("unlock", "chest", forced=True)) == ""
    assert code(state(at("hall")), do("unlock", "plain", forced=True)) == "already"
    assert code(state(at("hall")), do("lock", "chest", forced=True)) == "key_not_in_hand"
    assert code(state(at("hall")), do("open", "chest", forced=True)) == ""


@pytest.mark.spec("IC-2")
def test_a_box_is_closed_before_it_is_locked_over_its_own_key():
    def lock(holder):
        box = thing("box", with_("ann"), container="open", opener="brass")
        bag = thing("bag", inside("box"), container="open")
        return code(house(box, bag, thing("brass", holder)), do("lock", "box"))

    assert lock(with_("ann")) == ""
    assert lock(inside("box")) == "key_not_in_hand"
    assert lock(inside("bag")) == "key_not_in_hand"


@pytest.mark.spec("IC-2")
def test_what_is_so_already():
    state = house(
        thing("cup", with_("ann"), condition="new"),
        thing("hat", with_("ann"), slot="head", worn="head"),
        thing("bag", with_("ann"), container="open", opener="cup"),
        thing("coin", inside("bag")),
        thing("tin", at("hall"), container="closed", opener="cup"),
        thing("chest", at("hall"), container="locked", opener="cup", hidden=False),
        thing("secret", at("kitchen"), hidden=True),
    )
    for change in (
        do("take", "cup"),
        do("give", "cup", to=with_("ann")),
        do("put", "coin", to=inside("bag")),
        do("wear", "hat"),
        do("open", "bag"),
        do("close", "tin"),
        do("close", "chest"),
        do("lock", "chest"),
        do("unlock", "tin"),
        do("unlock", "bag"),
        do("hide", "secret"),
        do("reveal", "cup"),
        do("alter", "cup", set={"condition": "new"}),
    ):
        assert code(state, change) == "already", change
    assert code(state, do("take", "coin")) == ""
    assert code(state, do("reveal", "secret", by="")) == ""


@pytest.mark.spec("IC-2", "IT-3")
def test_slots_are_full_and_stacks_have_an_end():
    state = house(
        thing("hat", with_("ann"), slot="head", worn="head"),
        thing("cap", with_("ann"), slot="head"),
        thing("ring", with_("ann"), 3, slot="finger"),
        thing("coin", at("hall"), 3),
        slots={"head": 1, "finger": 2},
    )
    assert code(state, do("wear", "cap")) == "slot_full"
    assert codes(state, do("remove", "hat"), do("wear", "cap")) == ["", ""]
    wear = do("wear", "ring")
    assert codes(state, wear, wear, wear) == ["", "", "slot_full"]
    assert code(state, do("take", "coin", quantity=4)) == "not_enough"
    assert code(state, do("consume", "coin", quantity=4)) == "not_enough"
    assert code(state, do("take", "coin", quantity=3)) == ""


@pytest.mark.spec("IC-2")
def test_of_several_reasons_the_first_is_told():
    state = house(
        thing("far", at("kitchen"), fixed=True),
        thing("deep", inside("shut"), fixed=True),
        thing("shut", at("hall"), container="closed"),
        thing("pot", with_("bob"), fixed=True),
        thing("chest", at("hall"), container="locked"),
        thing("coin", at("hall"), 2),
        exits=[Exit("gate", "hall", "cellar", "blocked", opener="")],
    )
    assert code(state, do("take", "far", by="ghost")) == "not_present"
    assert code(state, do("take", "far")) == "not_visible"
    assert code(state, do("take", "deep")) == "fixed"
    assert code(state, do("take", "pot")) == "held_by_other"
    assert code(state, do("drop", "coin", quantity=9)) == "not_carried"
    assert code(state, do("unlock", exit="gate")) == "blocked"
    assert code(state, do("put", "coin", to=inside("coin"))) == "not_carried"
    assert code(state, do("lock", "chest")) == "wrong_key"


@pytest.mark.spec("IT-5", "IC-2")
def test_reveal_hide_and_alter_need_nobody_to_be_there():
    state = house(
        thing("far", at("kitchen"), hidden=True),
        thing("pan", with_("cora")),
        exits=[Exit("panel", "kitchen", "hall", hidden=True)],
    )
    found = after(
        state,
        do("reveal", "far", by="ghost"),
        do("hide", "pan"),
        do("alter", "pan", set={"condition": "dented", "owner": "bob", "notable": True}),
        do("alter", "pan", set={"name": "Old pan"}),
        do("reveal", exit="panel"),
    )
    pan = found.items["pan"]
    assert (found.items["far"].hidden, pan.hidden) == (False, True)
    assert (pan.condition, pan.owner, pan.notable, pan.name) == ("dented", "bob", True, "Old pan")
    assert found.exits["panel"].hidden is False


@pytest.mark.spec("TB-7", "IT-7")
def test_a_player_is_told_nothing_that_its_character_does_not_see():
    state = house(
        thing("niche", at("hall"), hidden=True),
        thing("pan", at("kitchen")),
        thing("chest", at("hall"), container="locked", opener="brass"),
        thing("pearl", inside("chest")),
        thing("sack", with_("bob"), container="closed"),
        thing("gem", inside("sack")),
        thing("cup", with_("bob")),
        exits=[
            Exit("panel", "hall", "cellar", "locked", hidden=True),
            Exit("far", "kitchen", "cellar"),
        ],
    )
    unseen = [
        do("take", "nothing"),
        do("take", "niche"),
        do("take", "pan"),
        do("take", "pearl"),
        do("take", "gem"),
        do("open", exit="nothing"),
        do("open", exit="panel"),
        do("close", exit="far"),
    ]
    for change in unseen:
        said = {"code": "not_visible", "op": change.op, "actor": "ann"}
        assert told(state, change) == said, change
    assert told(state, do("take", "cup")) == {
        "code": "held_by_other",
        "item": "cup",
        "who": "bob",
        "op": "take",
        "actor": "ann",
    }
    locked = told(state, do("unlock", "chest"))
    assert locked["code"] == "key_not_in_hand"
    assert "brass" not in locked.values()
    absent = told(state, do("give", "cup", by="bob", to=with_("cora")))
    assert absent == told(state, do("give", "cup", by="bob", to=with_("nobody")))


@pytest.mark.spec("TB-7")
def test_what_is_told_is_about_the_thing_that_is_in_the_way():
    state = house(
        thing("cup", with_("ann")),
        thing("box", at("hall"), container="closed"),
        thing("bag", with_("bob"), container="open"),
        exits=[Exit("gate", "hall", "cellar", "locked")],
    )
    for target, why in (("box", "in_closed"), ("bag", "held_by_other")):
        said = told(state, do("put", "cup", to=inside(target)))
        assert (said["code"], said["item"]) == (why, target)
    said = told(state, do("open", exit="gate"))
    assert (said["code"], said["exit"], "item" in said) == ("locked", "gate", False)
