import copy

import pytest

from worldbook.rules.items.asking import answer_trial
from worldbook.rules.refusal import Refusal


def request(*changes, **state):
    whole = {
        "locations": [{"key": "hall"}],
        "exits": [{"key": "gate", "from": "hall", "to": "hall", "state": "closed", "door": "g"}],
        "characters": [{"key": "ann", "at": "hall"}, {"key": "bob", "at": None}],
        "items": [
            {
                "key": "coin",
                "name": "Coin",
                "quantity": 3,
                "text": "IMP",
                "holder": {"kind": "location", "key": "hall"},
            },
            {"key": "bag", "container": "open", "holder": {"kind": "character", "key": "ann"}},
        ],
        "slots": [{"key": "tail", "capacity": 1}],
    }
    return {"state": {**whole, **state}, "changes": list(changes)}


def fault(asked):
    answer = answer_trial(asked)
    assert isinstance(answer, Refusal)
    return answer.code, answer.detail["at"]


def item(**more):
    return {"key": "cup", "holder": {"kind": "location", "key": "hall"}, **more}


@pytest.mark.spec("IC-1", "IT-6")
def test_the_state_is_answered_with_what_changed():
    asked = request(
        {"actor": "ann", "op": "take", "item": "coin", "quantity": 2},
        {"actor": "ann", "op": "put", "item": "coin~2", "to": {"kind": "item", "key": "bag"}},
        {"actor": "ann", "op": "alter", "item": "bag", "set": {"owner": "bob", "condition": "old"}},
        {"actor": "ann", "op": "open", "exit": "gate"},
    )
    given = copy.deepcopy(asked)
    answer = answer_trial(asked)
    assert asked == given
    assert (answer["ok"], answer["failures"]) == (True, [])
    assert answer["state"] == {
        **asked["state"],
        "exits": [{**asked["state"]["exits"][0], "state": "open"}],
        "items": [
            {**asked["state"]["items"][0], "quantity": 1},
            {**asked["state"]["items"][1], "owner": "bob", "condition": "old"},
            {
                "key": "coin~2",
                "kind": "coin",
                "name": "Coin",
                "quantity": 2,
                "text": "IMP",
                "holder": {"kind": "item", "key": "bag"},
            },
        ],
    }


@pytest.mark.spec("IC-1", "IC-2")
def test_every_change_that_fails_is_told_and_the_state_is_as_handed_in():
    asked = request(
        {"actor": "ann", "op": "take", "item": "coin", "quantity": 4},
        {"actor": "ann", "op": "take", "item": "coin"},
        {"actor": "bob", "op": "drop", "item": "coin"},
    )
    answer = answer_trial(asked)
    assert answer["ok"] is False
    assert [(one["index"], one["code"]) for one in answer["failures"]] == [
        (0, "not_enough"),
        (2, "not_present"),
    ]
    assert all(set(one) == {"index", "code", "reason"} for one in answer["failures"])
    assert "3" in answer["failures"][0]["reason"]
    assert answer["state"] == asked["state"]


@pytest.mark.spec("IC-1", "IT-3")
def test_parts_may_be_left_out_and_null_counts_as_left_out():
    state = {
        "locations": [{"key": "hall"}],
        "characters": [{"key": "ann", "at": "hall"}],
        "items": [
            {
                "key": "hat",
                "slot": "head",
                "quantity": None,
                "worn": None,
                "holder": {"kind": "character", "key": "ann"},
            }
        ],
    }
    answer = answer_trial(
        {"state": state, "changes": [{"actor": "ann", "op": "wear", "item": "hat", "to": None}]}
    )
    assert answer["ok"] is True
    assert answer["state"]["items"][0]["worn"] == "head"
    taken_off = {"actor": "ann", "op": "remove", "item": "hat"}
    answer = answer_trial({"state": answer["state"], "changes": [taken_off]})
    assert "worn" not in answer["state"]["items"][0]
    assert answer_trial({"state": {}, "changes": []}) == {"ok": True, "failures": [], "state": {}}


@pytest.mark.spec("IC-1")
@pytest.mark.parametrize(
    ("state", "code", "at"),
    [
        ({"things": []}, "unknown_field", "state.things"),
        ({"items": {}}, "not_list", "state.items"),
        ({"items": [7]}, "not_object", "state.items[0]"),
        ({"items": [{"key": "cup"}]}, "missing", "state.items[0].holder"),
        ({"items": [item(colour="red")]}, "unknown_field", "state.items[0].colour"),
        ({"items": [item(quantity=0)]}, "out_of_range", "state.items[0].quantity"),
        ({"items": [item(quantity=True)]}, "not_whole", "state.items[0].quantity"),
        ({"items": [item(quantity=1.5)]}, "not_whole", "state.items[0].quantity"),
        ({"items": [item(hidden="no")]}, "not_flag", "state.items[0].hidden"),
        ({"items": [item(container="ajar")]}, "unknown_value", "state.items[0].container"),
        ({"items": [item(key="")]}, "empty", "state.items[0].key"),
        ({"items": [item(), item()]}, "key_taken", "state.items[1].key"),
        ({"items": [item(holder="hall")]}, "not_object", "state.items[0].holder"),
        (
            {"items": [item(holder={"kind": ["item"], "key": "a"})]},
            "unknown_value",
            "state.items[0].holder",
        ),
        (
            {"items": [item(holder={"kind": "location", "key": "moon"})]},
            "not_in_world",
            "state.items[0].holder.key",
        ),
        (
            {"items": [item(), item(key="b", holder={"kind": "item", "key": "cup"})]},
            "not_container",
            "state.items[1].holder.key",
        ),
        (
            {
                "items": [
                    item(container="open", holder={"kind": "item", "key": "b"}),
                    item(key="b", container="open", holder={"kind": "item", "key": "cup"}),
                ]
            },
            "circle",
            "state.items",
        ),
        ({"items": [item(worn="head")]}, "not_carried", "state.items[0].worn"),
        (
            {"items": [item(worn="nose", holder={"kind": "character", "key": "ann"})]},
            "not_in_world",
            "state.items[0].worn",
        ),
        ({"exits": [{"key": "x", "from": "hall"}]}, "missing", "state.exits[0].to"),
        (
            {"exits": [{"key": "x", "from": "hall", "to": "moon"}]},
            "not_in_world",
            "state.exits[0].to",
        ),
        (
            {"characters": [{"key": "ann", "at": "moon"}], "items": []},
            "not_in_world",
            "state.characters[0].at",
        ),
        ({"slots": [{"key": "tail"}]}, "missing", "state.slots[0].capacity"),
    ],
)
def test_a_state_of_another_form_is_refused_with_the_place(state, code, at):
    assert fault(request(**state)) == (code, at)


@pytest.mark.spec("IC-1")
@pytest.mark.parametrize(
    ("change", "code", "at"),
    [
        ("take coin", "not_object", "changes[0]"),
        ({}, "missing", "changes[0].op"),
        ({"op": "paint"}, "unknown_value", "changes[0].op"),
        ({"op": ["take"]}, "unknown_value", "changes[0].op"),
        ({"op": "take", "item": "coin"}, "missing", "changes[0].actor"),
        ({"op": "take", "actor": "ann"}, "missing", "changes[0].item"),
        ({"op": "take", "actor": "ann", "exit": "gate"}, "missing", "changes[0].item"),
        ({"op": "open", "actor": "ann"}, "one_of", "changes[0]"),
        ({"op": "open", "actor": "ann", "item": "bag", "exit": "gate"}, "one_of", "changes[0]"),
        ({"op": "give", "actor": "ann", "item": "bag"}, "missing", "changes[0].to"),
        ({"op": "alter", "item": "bag", "set": {}}, "missing", "changes[0].set"),
        (
            {"op": "alter", "item": "bag", "set": {"size": 1}},
            "unknown_field",
            "changes[0].set.size",
        ),
        ({"op": "alter", "item": "bag", "set": {"name": " "}}, "empty", "changes[0].set.name"),
        (
            {"op": "alter", "item": "bag", "set": {"name": "a\nb"}},
            "not_one_line",
            "changes[0].set.name",
        ),
        (
            {"op": "take", "actor": "ann", "item": "coin", "quantity": 0},
            "out_of_range",
            "changes[0].quantity",
        ),
        (
            {"op": "take", "actor": "ann", "item": "coin", "amount": 1},
            "unknown_field",
            "changes[0].amount",
        ),
        (
            {"op": "give", "actor": "ann", "item": "coin", "to": "bob"},
            "not_object",
            "changes[0].to",
        ),
    ],
)
def test_a_change_of_another_form_is_refused_with_the_place(change, code, at):
    assert fault(request(change)) == (code, at)


@pytest.mark.spec("IC-1")
def test_a_request_needs_state_and_changes_and_nothing_else():
    assert fault({"changes": []}) == ("missing", "state")
    assert fault({"state": {}}) == ("missing", "changes")
    assert fault({"state": [], "changes": []}) == ("not_object", "state")
    assert fault({"state": {}, "changes": {}}) == ("not_list", "changes")
    assert fault({"state": {}, "changes": [], "seed": 1}) == ("unknown_field", "seed")
    assert fault({"state": {}, "changes": [{}] * 1001}) == ("too_many", "changes")


@pytest.mark.spec("IC-1", "IT-3")
@pytest.mark.parametrize("slot", ["main_hand", "main hand", "off hand"])
def test_slots_may_be_written_as_they_are_spoken(slot):
    asked = request({"actor": "ann", "op": "wear", "item": "cup"})
    cup = item(slot=slot, holder={"kind": "character", "key": "ann"})
    asked["state"]["items"].append(cup)
    answer = answer_trial(asked)
    assert answer["ok"]
    assert answer["state"]["items"][-1]["worn"] == slot
