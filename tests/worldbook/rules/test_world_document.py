"""A world's document: its faults with their places, and what follows an edit."""

import copy
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldbook.documents import house
from worldbook.rules.formats.ids import slug
from worldbook.rules.world_document import (
    KEYED,
    PARTS,
    added,
    altered,
    document_faults,
    whole_document,
    without,
)
from worldbook.rules.world_document.kinds import is_key

WHOLE = whole_document(house())


def faults(document: dict[str, Any]) -> dict[str, str]:
    """Path to code."""
    return {fault.path: fault.code for fault in document_faults(document)}


def test_a_sound_world_has_no_fault_and_fills_its_defaults() -> None:
    assert document_faults(house()) == ()
    assert document_faults(WHOLE) == ()
    assert whole_document(WHOLE) == WHOLE
    assert WHOLE["exits"][1]["travel_seconds"] is None
    assert WHOLE["characters"][0]["playable"] is True


def _set(document: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A document with another value at a place; a part that is not there yet is made."""
    inner: Any = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "at", "code"),
    [
        (("format",), "other", "format", "unknown_value"),
        (("version",), 2, "version", "unknown_value"),
        (("version",), True, "version", "unknown_value"),
        (("world", "name"), " ", "world.name", "empty"),
        (("world", "zone"), "Mars", "world.zone", "unknown_zone"),
        (("world", "festivals"), {"f": {"dates": ["02-30"]}}, "world.festivals.f.dates[0]", None),
        (("world", "festivals"), {"f": {"months": [2], "dates": ["03-01"]}}, None, "never"),
        (("world", "day_parts"), {"night": "25:00"}, "world.day_parts.night", "not_time"),
        (("world", "starting_time"), "tomorrow", "world.starting_time", "not_instant"),
        (("world", "starting_time"), "0000-01-01T00:00", "world.starting_time", None),
        (("world", "rules"), [""], "world.rules", "empty"),
        (("planets",), [], "planets", "unknown_field"),
        (("exits",), {}, "exits", "not_list"),
        (("regions", 0, "parent"), "street", "regions[0].parent", "circle"),
        (("regions", 0, "parent"), "nowhere", "regions[0].parent", "not_in_world"),
        (("locations", 1, "key"), "hall", "locations[1].key", "key_taken"),
        (("locations", 1, "key"), "town", "locations[1].key", "key_taken"),
        (("locations", 0, "features", 1, "key"), "clock", "locations[0].features[1].key", None),
        (("locations", 0, "x"), 1.5, "locations[0].x", "not_whole"),
        (("locations", 0, "key"), "the hall", "locations[0].key", "not_key"),
        (("exits", 0, "to"), "hall", "exits[0].to", "itself"),
        (("exits", 1, "state"), "open", "exits[1].state", "two_doors"),
        (("exits", 0, "state"), "ajar", "exits[0].state", "unknown_value"),
        (("exits", 0, "travel_seconds"), -1, "exits[0].travel_seconds", "out_of_range"),
        (("characters", 0, "key"), "player", "characters[0].key", "reserved"),
        (("characters", 0, "key"), "persona", "characters[0].key", "reserved"),
        (("characters", 0, "follows"), "tom", "characters[0].follows", "circle"),
        (("characters", 1, "follows"), "tom", "characters[1].follows", "circle"),
        (("characters", 0, "valence"), 1.01, "characters[0].valence", "out_of_range"),
        (("characters", 0, "valence"), 0.00001, "characters[0].valence", "not_decimal"),
        (
            ("characters", 0, "routines", 0, "start"),
            "8:00",
            "characters[0].routines[0].start",
            None,
        ),
        (
            ("characters", 0, "routines", 0, "calendar"),
            {"festival": "x"},
            "characters[0].routines[0].calendar.festival",
            "not_in_world",
        ),
        (
            ("characters", 0, "relationships", 0, "other"),
            "mira",
            "characters[0].relationships[0].other",
            "itself",
        ),
        (
            ("characters", 0, "knowledge", 1, "key"),
            "gold-key",
            "characters[0].knowledge[1].key",
            "not_in_world",
        ),
        (
            ("characters", 0, "intents", 0, "deadline"),
            "soon",
            "characters[0].intents[0].deadline",
            "not_instant",
        ),
        (("items", 0, "holder"), None, "items[0].holder", "not_object"),
        (("items", 0, "holder", "kind"), "table", "items[0].holder.kind", "unknown_value"),
        (("items", 0, "holder", "key"), "iron-key", "items[0].holder.key", "circle"),
        (("items", 0, "holder", "key"), "ring", "items[0].holder.key", "not_container"),
        (("items", 1, "quantity"), 2, "items[0].holder.key", "several"),
        (("items", 1, "quantity"), True, "items[1].quantity", "not_whole"),
        (("items", 2, "slot"), "", "items[2].worn", "not_wearable"),
        (("items", 2, "worn"), "toe", "items[2].worn", "not_in_world"),
        (
            ("items", 2, "holder"),
            {"kind": "location", "key": "hall"},
            "items[2].worn",
            "not_carried",
        ),
        (("variables", 0, "minimum"), 200, "variables[0].maximum", "least_above_most"),
        (("variables", 0, "key"), "valence", "variables[0].key", "built_in"),
        (("variables", 1, "targets"), ["tim"], "variables[1].targets[0]", "not_in_world"),
        (("checks", 0, "dice"), "1d0", "checks[0].dice", "bad_dice"),
        (("checks", 0, "variable"), "luck", "checks[0].variable", "not_in_world"),
        (("checks", 0, "bands", 0, "to"), 11, "checks[0].bands[1]", "overlap"),
        (("openings", 0, "characters"), ["tom", "tom"], "openings[0].characters[1]", "named_twice"),
        (("characters", 1, "playable"), False, "openings[0].player", "not_playable"),
        (
            ("openings", 0, "variable_values", 0, "value"),
            12.3,
            "openings[0].variable_values[0].value",
            "off_step",
        ),
        (
            ("openings", 0, "variable_values", 0, "variable"),
            "sworn",
            "openings[0].variable_values[0].of",
            "no_such_variable",
        ),
        (
            ("openings", 0, "item_changes"),
            [{"op": "steal", "item": "tin"}],
            "openings[0].item_changes[0].op",
            "unknown_value",
        ),
        (
            ("openings", 0, "item_changes"),
            [{"op": "take", "actor": "player", "item": "iron-key"}],
            "openings[0].item_changes[0]",
            "cannot_be_done",
        ),
    ],
)
def test_each_fault_has_its_place(
    path: tuple[Any, ...], value: Any, at: str | None, code: str | None
) -> None:
    found = document_faults(_set(copy.deepcopy(WHOLE), path, value))
    assert any(at in (None, f.path) and code in (None, f.code) for f in found), found


@pytest.mark.parametrize("name", ["राम", "Zoë", "Zoe\u0308", "กา", "城门 2", "x" * 300, "_a"])
def test_keys_that_are_made_from_names_are_keys(name: str) -> None:
    assert is_key(slug(name))


def test_faults_of_different_rows_are_told_together() -> None:
    document = house()
    document["locations"][0]["name"] = 7
    document["exits"][0]["to"] = "attic"
    document["items"][2]["unique"] = "yes"
    document["variables"][0]["step"] = 0
    document["characters"][0]["routines"][0]["end"] = "25:00"
    assert faults(document) == {
        "locations[0].name": "not_text",
        "items[2].unique": "not_flag",
        "exits[0].to": "not_in_world",
        "characters[0].routines[0].end": "not_time",
        "variables[0].step": "not_above_zero",
    }


def test_a_slot_takes_no_more_than_it_can() -> None:
    document = house()
    for number in range(2):
        ring = document["items"][2]
        document["items"].append({**ring, "key": f"ring-{number}"})
    assert faults(document) == {"items[4].worn": "slot_full"}


def test_things_stand_inside_each_other_so_deep_and_no_deeper() -> None:
    document = house()
    tin = document["items"][1]
    for number in range(20):
        holder = {"kind": "item", "key": "tin" if number == 0 else f"tin-{number - 1}"}
        document["items"].append({**tin, "key": f"tin-{number}", "holder": holder})
    assert faults(document) == {"items[22].holder.key": "too_many_levels"}
    del document["items"][-1]
    assert document_faults(document) == ()


def test_an_opening_may_begin_with_what_can_be_done() -> None:
    document = house()
    opening = document["openings"][0]
    opening["item_changes"] = [
        {"op": "open", "actor": "player", "item": "tin"},
        {"op": "take", "actor": "player", "item": "iron-key"},
        {"op": "unlock", "actor": "player", "exit": "down"},
    ]
    opening["variable_values"].append(
        {"of": {"kind": "character", "key": "player"}, "variable": "debt", "value": 1}
    )
    assert document_faults(document) == ()
    opening["player"] = None
    assert document_faults(document) == ()


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats()
    | st.sampled_from(["", "hall", "x"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["key", "name", "kind", "of", "from"]), inner, max_size=2)
    ),
    max_leaves=4,
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for step, part in inner:
        found.append((*path, step))
        if isinstance(part, dict | list):
            found += _places(part, (*path, step))
    return found


_PLACES = _places(WHOLE)


@given(st.sampled_from(_PLACES), _JSON)
@settings(max_examples=150, deadline=None)
def test_nothing_in_a_document_makes_judging_fail(path: tuple[Any, ...], value: Any) -> None:
    """Whatever stands anywhere is right or a fault whose path begins with a part."""
    document = _set(copy.deepcopy(WHOLE), path, value)
    for fault in document_faults(document):
        assert fault.path.split("[")[0].split(".")[0] in {*PARTS, "format", "version"} | set(
            document
        )


@pytest.mark.parametrize("document", [None, 3, "x", [], {}, {"world": None}, {"items": [None]}])
def test_what_is_no_document_is_refused(document: Any) -> None:
    assert document_faults(document)


def test_a_row_that_goes_is_let_go_of_where_it_can_be() -> None:
    document = without(WHOLE, "characters", "tom")
    assert document["openings"][0]["characters"] == ["mira"]
    assert document["openings"][0]["player"] is None
    assert document["characters"][0]["relationships"] == []
    assert document["variables"][1]["targets"] == []
    assert document_faults(document) == ()
    assert faults(without(WHOLE, "characters", "mira")) == {"items[2].holder.key": "not_in_world"}


def test_the_last_thing_of_a_kind_takes_the_kind_along() -> None:
    spare = {
        "key": "spare",
        "name": "Spare",
        "kind": "iron-key",
        "holder": WHOLE["items"][2]["holder"],
    }
    document = added(WHOLE, "items", spare)
    document = without(document, "items", "iron-key")
    assert {"kind": "item", "key": "iron-key"} in document["characters"][0]["knowledge"]
    document = without(document, "items", "spare")
    assert {"kind": "item", "key": "iron-key"} not in document["characters"][0]["knowledge"]
    assert document["exits"][0]["opener"] == "iron-key"


@given(
    st.sampled_from([(part, row["key"]) for part in KEYED for row in WHOLE[part]]),
    st.sampled_from(["new", "另一个", "n-2"]),
)
@settings(max_examples=40, deadline=None)
def test_a_new_key_and_back_leaves_everything_as_it_was(named: tuple[str, str], new: str) -> None:
    part, key = named
    there = altered(WHOLE, part, key, {"key": new})
    assert document_faults(there) == ()
    assert f"'{key}'" not in str([row["key"] for row in there[part]])
    assert altered(there, part, new, {"key": key}) == WHOLE


@pytest.mark.parametrize("value", [10**400, -(10**400), math.inf, -math.inf, math.nan])
@pytest.mark.parametrize(
    ("part", "field"), [("characters", "valence"), ("variables", "default"), ("variables", "step")]
)
def test_no_number_is_too_large_to_be_refused(part: str, field: str, value: float) -> None:
    document = house()
    document[part][0][field] = value
    assert faults(document)[f"{part}[0].{field}"] == "out_of_range"
