import json

import pytest

from tests.worldbook.rules.selecting import OPEN, book, choose, decisions, entry, ids, turn
from worldbook.rules.entries import CharacterFilter
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import (
    Message,
    Selection,
    SelectionRequest,
    eligible,
    select,
)


@pytest.mark.spec("WB-19", "WB-46")
def test_the_window_counts_messages_and_the_scene_stands_beside_the_query():
    books = [
        book(
            entry("one", "copper", scan_depth=1),
            entry("two", "copper", scan_depth=2),
            entry("scene", "gulls", scan_depth=1),
            entry("never", "gulls", scan_depth=0),
            entry("default", "oldest"),
        )
    ]
    request = turn("oldest", "second", "third", "copper", "query", scene="Gulls cry.")
    assert ids(choose(request, *books)) == ["two", "scene"]
    assert ids(choose(turn("copper", scene="Gulls"), *books)) == ["one", "two", "scene"]


@pytest.mark.spec("WB-18", "WB-19")
def test_at_most_twenty_past_messages_of_user_and_model_are_used():
    deep = book(entry("deep", "needle", scan_depth=99))
    assert ids(choose(turn("needle", *["x"] * 19, "query"), deep)) == ["deep"]
    assert ids(choose(turn("needle", *["x"] * 20, "query"), deep)) == []
    system = (Message("system", "needle"), Message("user", "x"))
    assert ids(choose(SelectionRequest(query="q", messages=system), deep)) == []


@pytest.mark.spec("WB-21", "WB-37")
def test_causes_say_which_key_in_which_text():
    books = book(
        entry("gate", "zzz", "Gate", content="the tower", **OPEN),
        entry("tower", "tower", **OPEN),
        entry("always", constant=True, requires=("brought",)),
        entry("must", required=True),
        entry("brought"),
        entry("stuck", sticky=3),
        entry("moon", "moon"),
    )
    selection = choose(
        turn("open the gate", "no", "and?", turn=5, scene="Moon.", timed={"stuck": 4}), books
    )
    causes = {item.key_id: dict(item.cause) for item in selection.selected}
    here = {"text": "message", "back": 2, "role": "user"}
    assert causes == {
        "gate": {"kind": "keyword", "key": "Gate", "in": here, "pass": 0},
        "tower": {
            "kind": "recursion",
            "key": "tower",
            "in": {"text": "body", "book": "inline", "key_id": "gate"},
            "pass": 1,
        },
        "always": {"kind": "constant", "pass": 0},
        "must": {"kind": "required", "pass": 0},
        "brought": {"kind": "dependency", "of": "always"},
        "stuck": {"kind": "sticky", "since": 4, "pass": 0},
        "moon": {"kind": "keyword", "key": "moon", "in": {"text": "scene"}, "pass": 0},
    }


@pytest.mark.spec("WB-20")
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"enabled": False}, "disabled"),
        ({"audience": ("gm",)}, "audience"),
        ({"conditions": {"turn": {"at_least": 1}}}, "unknown"),
        ({"conditions": {"weather": "rain"}}, "unknown"),
        ({"character_filter": CharacterFilter("include", ("Ann",))}, "character"),
        ({"character_filter": CharacterFilter("exclude", (" bob ",))}, "character"),
        ({"probability": 0}, "probability"),
        ({"delay": 9}, "delay"),
        ({"cooldown": 9}, "cooldown"),
        ({"only_after": 1}, "only_after"),
        ({"content": "{{trim}}\n{{// nothing}} "}, "empty"),
    ],
)
@pytest.mark.parametrize("how", [{"required": True}, {"constant": True}, {"keys": ("x",)}])
def test_nobody_is_chosen_who_is_not_eligible(fields, why, how):
    request = turn("x", char="Bob", turn=5, timed={"e": 4})
    selection = choose(request, book(entry("e", **(how | fields))))
    assert ids(selection) == []
    assert [(item["decision"], item["why"]) for item in selection.dropped] == [("ineligible", why)]


@pytest.mark.spec("WB-20", "WB-37")
def test_a_blocked_entry_says_why():
    selection = choose(turn("x"), book(entry("e", "x", blocked="script")))
    assert selection.dropped[0]["decision"] == "blocked"
    assert selection.dropped[0]["why"] == "script"


OPEN_GATE = {"variable": {"of": {"kind": "world"}, "variable": "gate", "op": "==", "value": "open"}}


def state_with(gate):
    return {"variables": [{"kind": "world", "variable": "gate", "value": gate}]}


@pytest.mark.spec("WB-14", "WB-20")
@pytest.mark.parametrize("how", [{"required": True}, {"constant": True}, {"keys": ("x",)}])
def test_a_condition_is_asked_of_the_state_of_the_story(how):
    books = book(entry("e", **how, conditions=OPEN_GATE))
    assert ids(choose(turn("x", state=state_with("open")), books)) == ["e"]
    for state, why in ((state_with("shut"), "condition"), ({}, "unknown"), (None, "unknown")):
        (item,) = choose(turn("x", state=state), books).dropped
        assert (item["decision"], item["why"]) == ("ineligible", why)


@pytest.mark.spec("WB-14", "WB-37")
def test_the_trace_tells_what_each_part_of_a_condition_saw():
    asked = {"all": [OPEN_GATE, {"turn": {"at_least": 3}}]}
    selection = choose(turn("x", state=state_with("shut")), book(entry("e", "x", conditions=asked)))
    (item,) = selection.trace["dropped"]
    assert item["why"] == "condition"
    assert item["condition"] == {
        "all": [
            {**OPEN_GATE, "value": False, "seen": "shut"},
            {"turn": {"at_least": 3}, "value": None, "reason": "no_turn", "seen": None},
        ],
        "value": False,
    }
    assert json.loads(json.dumps(selection.to_json())) == selection.to_json()


@pytest.mark.spec("WB-14", "WB-26")
def test_the_body_of_an_entry_whose_condition_does_not_hold_starts_nothing():
    books = book(
        entry("gate", "x", content="tower", conditions=OPEN_GATE, **OPEN),
        entry("tower", "tower", **OPEN),
    )
    assert ids(choose(turn("x", state=state_with("shut")), books)) == []
    assert ids(choose(turn("x", state=state_with("open")), books)) == ["gate", "tower"]
    assert eligible(turn("x", state=state_with("shut")), [books]) == {"inline": ("tower",)}


@pytest.mark.spec("WB-54")
@pytest.mark.parametrize(
    ("mode", "others", "found"),
    [
        ("include", ("ANN",), True),
        ("include", ("Cid",), False),
        ("exclude", ("Ann",), False),
        ("exclude", ("Cid",), True),
    ],
)
def test_the_character_filter_looks_at_all_who_are_present(mode, others, found):
    books = book(entry("e", "x", character_filter=CharacterFilter(mode, ("Ａnn ",))))
    assert bool(ids(choose(turn("x", char="Bob", others=others), books))) == found


@pytest.mark.spec("WB-18")
def test_eligible_is_asked_by_searches_over_all_entries():
    books = [
        book(entry("a", "x"), entry("b", enabled=False), key="one"),
        book(entry("a", probability=0), entry("c"), key="two"),
    ]
    assert eligible(turn("q"), books) == {"one": ("a",), "two": ("c",)}


@pytest.mark.spec("WB-26", "WB-45")
def test_passes_end_and_bodies_of_closed_entries_start_nothing():
    chain = [entry(f"e{n}", f"k{n}", content=f"k{n + 1}", **OPEN) for n in range(6)]
    assert ids(choose(turn("k0"), book(*chain))) == ["e0", "e1", "e2"]
    assert ids(choose(turn("k0"), book(*chain, max_passes=0))) == ["e0"]
    assert ids(choose(turn("k0"), book(*chain, max_passes=9))) == [f"e{n}" for n in range(6)]
    assert choose(turn("k0"), book(*chain)).passes == 2
    assert choose(turn("nothing"), book(*chain)).passes == 0


@pytest.mark.spec("WB-45")
def test_delay_levels_open_in_their_pass_and_sticky_does_not_wait():
    levels = [entry(f"e{n}", "x", delay_until_recursion=n) for n in range(4)]
    selection = choose(turn("x"), book(*levels))
    assert [(item.key_id, item.cause["pass"]) for item in selection.selected] == [
        ("e0", 0),
        ("e1", 1),
        ("e2", 2),
    ]
    late = book(entry("late", delay_until_recursion=9, sticky=2))
    assert ids(choose(turn("y", turn=2, timed={"late": 1}), late)) == ["late"]


@pytest.mark.spec("WB-53")
def test_recursion_crosses_books_each_entry_up_to_its_own_books_passes():
    one = book(entry("a", "start", content="middle", **OPEN), key="one", max_passes=0)
    two = book(entry("b", "middle", content="end", **OPEN), entry("d", "end", **OPEN), key="two")
    three = book(entry("c", "end", **OPEN), key="three", max_passes=1)
    selection = choose(turn("start"), one, two, three)
    assert [(item.book, item.key_id) for item in selection.selected] == [
        ("one", "a"),
        ("two", "b"),
        ("two", "d"),
    ]


@pytest.mark.spec("WB-53")
def test_one_pin_a_book():
    refusal = select(turn("x"), [book(entry("a")), book(entry("b"))], len)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "pinned_twice"


@pytest.mark.spec("WB-23", "WB-46")
@pytest.mark.parametrize(
    ("logic", "present", "found"),
    [
        ("and_any", "", False),
        ("and_any", "s1", True),
        ("and_all", "s1", False),
        ("and_all", "s1 s2", True),
        ("not_any", "", True),
        ("not_any", "s1", False),
        ("not_all", "s1", True),
        ("not_all", "s1 s2", False),
    ],
)
def test_secondary_logic_over_the_whole_window(logic, present, found):
    books = book(entry("e", "x", secondary_keys=("s1", " ", "/s2/"), secondary_logic=logic))
    assert bool(ids(choose(turn(present, "x"), books))) == found


@pytest.mark.spec("WB-46")
def test_secondary_keys_may_wait_for_a_body():
    books = book(
        entry("late", "x", secondary_keys=("/tower/",), **OPEN),
        entry("closed", "x", secondary_keys=("tower",), exclude_recursion=True),
        entry("starter", "x", content="tower", **OPEN),
    )
    selection = choose(turn("x"), books)
    assert ids(selection) == ["late", "starter"]
    assert selection.selected[0].cause["pass"] == 1


@pytest.mark.spec("WB-33")
def test_macros_in_keys():
    books = book(
        entry("name", "{{char}}'s sword"),
        entry("second", "x", secondary_keys=("{{user}}",)),
        entry("drawn", "{{pick::x}}"),
        entry("gone", "{{// nothing}}"),
        entry("setvar", "x", content="a{{setvar::n::1}}"),
    )
    assert ids(choose(turn("Bob's sword", char="Bob"), books)) == ["name"]
    assert ids(choose(turn("x Al", char="Bob", user="Al"), books)) == ["second", "drawn", "setvar"]
    assert "second" in ids(choose(turn("x", user=""), books))
    selection = choose(turn("x", user="Al"), books)
    assert ids(selection) == ["drawn", "setvar"]
    assert selection.trace["selected"][1]["notes"] == [
        {"code": "setvar_writes_nothing", "macro": "n"}
    ]


@pytest.mark.spec("WB-34", "WB-44")
def test_injection_order_and_roles():
    books = [
        book(
            entry("tail", constant=True, position="at_depth", depth=0, role="user"),
            entry("after", constant=True, position="after_persona", role="user", order=1),
            entry("deep", constant=True, position="at_depth", depth=9, role="assistant"),
            entry("late", constant=True, order=200),
            entry("early", constant=True, order=-5),
            entry("same-2", constant=True, place=9),
            entry("same-1", constant=True, place=8),
            constant_budget_ratio=1,
            key="one",
        ),
        book(entry("other", constant=True), constant_budget_ratio=1, key="two"),
    ]
    placed = [
        (item.key_id, item.position, item.depth, item.role)
        for item in choose(turn("x"), *books).selected
    ]
    assert placed == [
        ("early", "before_persona", None, "system"),
        ("same-1", "before_persona", None, "system"),
        ("same-2", "before_persona", None, "system"),
        ("other", "before_persona", None, "system"),
        ("late", "before_persona", None, "system"),
        ("after", "after_persona", None, "system"),
        ("deep", "at_depth", 9, "assistant"),
        ("tail", "at_depth", 0, "user"),
    ]


@pytest.mark.spec("WB-37")
def test_the_trace_tells_of_all_that_came_up_and_counts_the_rest():
    books = book(
        entry("in", "x", ignore_budget=True),
        entry("off", "x", enabled=False),
        entry("big", "x", content="long " * 100),
        entry("asleep", "y"),
        key="b",
        revision=2,
    )
    selection = choose(turn("x", budget=300), books)
    trace = selection.trace
    assert json.loads(json.dumps(trace)) == trace
    assert [(item["key_id"], item["charged"]) for item in trace["selected"]] == [("in", 0)]
    assert decisions(selection) == {"off": "ineligible", "big": "over_budget"}
    assert trace["not_activated"] == 1
    assert trace["budget"] == {
        "budget": 300,
        "spent": 0,
        "left": 300,
        "constants": 0,
        "entries": 1,
        "max_entries": 50,
    }
    nothing = choose(turn("nothing"), books).trace
    assert nothing["selected"] == []
    assert nothing["not_activated"] == 4


@pytest.mark.spec("WB-35", "WB-37")
def test_selections_and_requests_travel_as_json():
    books = book(entry("in", "x", content="{{setvar::a::1}}x"), entry("off", "x", enabled=False))
    request = turn("a", "x", seed="s", others=("Ann",), timed={"in": 1}, variables={"a": "b"})
    assert SelectionRequest.from_json(json.loads(json.dumps(request.to_json()))) == request
    selection = choose(request, books)
    stored = json.loads(json.dumps(selection.to_json()))
    assert Selection.from_json(stored, selection.trace) == selection
