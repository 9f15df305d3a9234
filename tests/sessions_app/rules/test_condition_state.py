from decimal import Decimal

import pytest

from sessions_app.rules.condition_state import (
    Targets,
    Thing,
    clock_part,
    item_part,
    place_parts,
    variable_part,
)
from worldbook.rules.conditions import evaluate
from worldbook.rules.facts import Facts, state_fault
from worldbook.rules.instants import parse_instant
from worldbook.rules.variable_defs import read_definition
from worldbook.rules.variables import Target, Variables
from worldbook.rules.zones import zone_of

BERLIN = zone_of("Europe/Berlin")
NOW = parse_instant("2026-10-25T02:30+01:00", BERLIN)
THINGS = (
    Thing("coin", "coin", 5, ("item", "purse")),
    Thing("coin~2", "coin", 1, ("location", "inn")),
    Thing("purse", "purse", 1, ("item", "sack")),
    Thing("sack", "sack", 1, ("character", "anna")),
    Thing("bread", "bread", 3, None),
    Thing("cup", "cup", 1, ("location", "inn")),
)


def holds(condition, state):
    assert state_fault(state) is None
    return evaluate(condition, Facts(state)).verdict


@pytest.mark.spec("CO-2", "WB-14")
def test_the_clock_is_told_with_its_offset_so_that_a_fold_is_no_matter():
    state = clock_part(
        zone=BERLIN, hemisphere="south", festivals={"fair": {"months": [10]}}, now=NOW, started=0
    )
    assert state["now"] == "2026-10-25T02:30:00+01:00"
    assert Facts(state).now == NOW
    assert holds({"calendar": {"festival": "fair"}}, state)
    assert holds({"calendar": {"season": "spring"}}, state)
    assert holds({"elapsed": {"since": "start", "at_least": "2000w"}}, state)


@pytest.mark.spec("CO-2", "WB-14", "TM-2")
def test_without_a_clock_time_is_unknown():
    state = clock_part(zone=BERLIN, hemisphere="north", festivals={}, now=None, started=0)
    assert holds({"time": {"after": "2000-01-01"}}, state) is None
    assert holds({"elapsed": {"since": "start", "at_least": "1h"}}, state) is None


@pytest.mark.spec("CO-2", "PL-9")
def test_places_come_with_the_regions_they_lie_in():
    state = place_parts({"anna": "inn", "ben": None}, {"inn": ["town", "land"], "mill": ["land"]})
    assert state == {
        "places": {"anna": "inn", "ben": None},
        "regions": {"inn": ["town", "land"]},
    }
    assert holds({"place": {"who": "anna", "at": "land"}}, state) is True
    assert holds({"place": {"who": "ben", "at": "land"}}, state) is False
    assert holds({"place": {"who": "cleo", "at": "land"}}, state) is None


@pytest.mark.spec("CO-2", "IT-6")
def test_things_of_a_kind_come_with_all_that_they_are_in():
    state = item_part(THINGS, {"coin"})
    assert {item["key"] for item in state["items"]} == {"coin", "coin~2", "purse", "sack"}
    held = {"item": {"item": "coin", "held_by": "anna"}}
    assert holds(held, state) is True
    assert holds({"item": {**held["item"], "quantity_at_least": 6}}, state) is False
    assert holds({"item": {"item": "coin", "in": "purse"}}, item_part(THINGS, {"coin", "purse"}))
    assert holds({"item": {"item": "cup", "held_by": "anna"}}, state) is None


@pytest.mark.spec("CO-2")
def test_of_what_is_gone_there_are_none_which_is_not_unknown():
    state = item_part(THINGS, {"bread"})
    assert holds({"item": {"item": "bread", "held_by": "anna"}}, state) is False
    assert holds({"not": {"item": {"item": "bread", "held_by": "anna"}}}, state) is True


@pytest.mark.spec("CO-2")
def test_things_in_each_other_end_nowhere():
    circle = (Thing("a", "a", 1, ("item", "b")), Thing("b", "b", 1, ("item", "a")))
    assert len(item_part(circle, {"a"})["items"]) == 2


DECLARED = [
    {"key": "wounds", "step": 0.5},
    {"key": "lit", "value_kind": "flag", "scope": "location"},
    {"key": "dread", "scope": "world", "default": 3},
]
VARIABLES = Variables(
    {one["key"]: read_definition(one) for one in DECLARED},
    {(Target("character", "anna"), "wounds"): Decimal("1.5")},
    temperaments={"anna": {"valence": Decimal("0.25")}},
)
TARGETS = Targets({"character": {"anna", "ben"}, "location": {"inn"}})


@pytest.mark.spec("CO-2", "VR-1")
def test_variables_come_with_defaults_filled_in():
    asked = [
        ("character", "anna", "wounds"),
        ("character", "ben", "wounds"),
        ("character", "anna", "valence"),
        ("location", "inn", "lit"),
        ("world", "", "dread"),
    ]
    state = variable_part(VARIABLES, asked, TARGETS, None)
    told = {(row["kind"], row.get("key"), row["variable"]): row["value"]
            for row in state["variables"]}  # fmt: skip
    assert told == {
        ("character", "anna", "wounds"): 1.5,
        ("character", "ben", "wounds"): 0,
        ("character", "anna", "valence"): 0.25,
        ("location", "inn", "lit"): False,
        ("world", None, "dread"): 3,
    }
    of = {"kind": "character", "key": "anna"}
    half = {"variable": {"of": of, "variable": "wounds", "op": ">=", "value": 1.5}}
    assert holds(half, state) is True


@pytest.mark.spec("CO-2")
def test_what_nothing_has_is_left_out_and_the_player_is_a_character():
    asked = [
        ("character", "cleo", "wounds"),
        ("character", "anna", "luck"),
        ("location", "inn", "wounds"),
        ("character", "player", "wounds"),
    ]
    assert variable_part(VARIABLES, asked, TARGETS, None) == {"variables": []}
    (row,) = variable_part(VARIABLES, asked, TARGETS, "anna")["variables"]
    assert (row["key"], row["value"]) == ("anna", 1.5)
