"""The door to a story's state for its author: what is edited by hand, and what cannot stand (PG-22)."""

from typing import Any

import pytest

from sessions_app.models import Session
from sessions_app.queries.world import read_world
from tests.sessions_app.playing_state import dump
from tests.sessions_app.state_door import Door
from tests.sessions_app.tables import inn, make_table_story
from worldbook.models import JournalRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Session:
    return make_table_story()


@pytest.fixture
def door(story: Session) -> Door:
    return Door(story)


@pytest.mark.spec("PG-22", "AD-5")
def test_an_edit_by_hand_is_written_with_its_reason_in_the_journal(door: Door, story) -> None:
    answer = door.edit("items", "iron-key", "name", "iron key", "rusty key")
    assert answer.status_code == 200
    assert answer.json()["row"]["name"] == "rusty key"
    (row,) = JournalRow.objects.filter(session=story)
    assert (row.cause, row.reason, row.n) == ("author", "because", answer.json()["row"]["n"])
    assert (row.before["name"], row.after["name"]) == ("iron key", "rusty key")


@pytest.mark.spec("PG-22", "AD-5")
def test_two_who_edit_one_value_see_both(door: Door, story) -> None:
    door.edit("exits", "to-yard", "state", "closed", "open")
    before = dump(story)
    late = door.edit("exits", "to-yard", "state", "closed", "blocked")
    assert late.status_code == 409
    error = late.json()["error"]
    assert (error["code"], error["seen"], error["present"]) == ("value_changed", "closed", "open")
    assert dump(story) == before
    held = {"kind": "location", "key": "hall"}
    carried = {"kind": "character", "key": "mira"}
    door.edit("items", "gem", "held", held, carried)
    late = door.edit("items", "gem", "held", held, None)
    assert late.json()["error"]["present"] == carried


@pytest.mark.spec("PL-1")
def test_both_sides_of_a_door_are_edited_together(door: Door, story) -> None:
    door.edit("exits", "down", "state", "locked", "open")
    door.edit("exits", "up", "opener", "iron-key", "small-key")
    exits = read_world(story.pk).things.exits
    assert (exits["down"].state, exits["up"].state) == ("open", "open")
    assert (exits["down"].opener, exits["up"].opener) == ("small-key", "small-key")


_HALL = {"kind": "location", "key": "hall"}


def _with_boxes(document: dict[str, Any]) -> dict[str, Any]:
    """The inn with a filled box, boxes in a hand, and a region in another."""
    mira = {"kind": "character", "key": "mira"}
    document["items"][-1] |= {"container": "open", "quantity": 1}
    document["items"] += [
        {"key": "boxes", "name": "boxes", "container": "open", "quantity": 2, "holder": mira},
        {"key": "crumb", "name": "crumb", "holder": {"kind": "item", "key": "bread"}},
    ]
    document["slots"] = [{"key": "finger", "name": "Finger", "capacity": 2}]
    document["items"] += [
        {"key": key, "name": key, "holder": mira, "slot": "finger", "worn": "finger"}
        for key in ("ring", "band")
    ]
    document["items"].append({"key": "crown", "name": "crown", "holder": mira})
    document["characters"][0]["intents"] = [{"key": "sell", "text": "Sell"}]
    document["regions"] = [
        {"key": "shire", "name": "Shire"},
        {"key": "vale", "name": "Vale", "parent": "shire"},
    ]
    return document


_CANNOT_STAND = [
    ("items", "chest", "held", _HALL, {"kind": "item", "key": "small-key"}, "not_a_container"),
    ("items", "chest", "held", _HALL, {"kind": "item", "key": "chest"}, "cycle"),
    ("items", "chest", "held", _HALL, {"kind": "moon", "key": "x"}, "unknown_value"),
    ("items", "chest", "held", _HALL, {"kind": "item", "key": "nothing"}, "unknown_key"),
    ("items", "chest", "held", _HALL, "hall", "wrong_kind"),
    ("items", "chest", "held", _HALL, {"kind": [], "key": {}}, "unknown_value"),
    ("items", "chest", "held", _HALL, {"kind": "item", "key": ["gem"]}, "unknown_key"),
    ("items", "iron-key", "owner", None, {"key": "mira"}, "unknown_key"),
    ("placements", "mira", "location", "hall", ["hall"], "unknown_key"),
    ("items", "chest", "held", _HALL, None, "not_empty"),
    ("items", "chest", "container", "locked", "none", "not_empty"),
    ("items", "chest", "container", "locked", "ajar", "unknown_value"),
    ("items", "coin", "quantity", 10, 0, "out_of_range"),
    ("items", "coin", "unique", False, True, "not_one"),
    ("items", "coin", "worn", "", "tail", "unknown_key"),
    ("items", "iron-key", "worn", "", "head", "not_carried"),
    ("items", "iron-key", "hidden", False, "no", "wrong_kind"),
    ("items", "iron-key", "aliases", [], [1], "not_texts"),
    ("items", "iron-key", "aliases", [], "key", "wrong_kind"),
    ("items", "iron-key", "owner", None, "nobody", "unknown_key"),
    ("items", "iron-key", "name", "iron key", "x" * 201, "not_possible"),
    ("items", "iron-key", "name", "iron key", "", "empty"),
    ("items", "iron-key", "name", "iron key", " \n", "empty"),
    ("items", "iron-key", "name", "iron key", "\u200b", "empty"),
    ("items", "iron-key", "name", "iron key", "iron\nkey", "not_one_line"),
    ("items", "iron-key", "name", "iron key", "iron\x07key", "not_one_line"),
    ("items", "iron-key", "aliases", [], ["  "], "empty"),
    ("items", "iron-key", "aliases", [], ["a" * 201], "too_long"),
    ("items", "iron-key", "opener", "", "not a key", "not_key"),
    ("items", "iron-key", "quantity", 1, 1_000_001, "out_of_range"),
    ("locations", "hall", "name", "Hall", "\t", "empty"),
    ("locations", "hall", "tags", [], [""], "empty"),
    ("locations", "hall", "x", None, 10**9, "out_of_range"),
    ("exits", "down", "name", "cellar door", "", "empty"),
    ("exits", "down", "travel_seconds", None, 10**8, "out_of_range"),
    ("regions", "vale", "name", "Vale", "\u2028", "empty"),
    ("slots", "finger", "name", "Finger", " ", "empty"),
    ("slots", "finger", "capacity", 2, 1, "slot_full"),
    ("slots", "finger", "capacity", 2, 0, "out_of_range"),
    ("items", "ring", "slot", "finger", "", "worn"),
    ("items", "crown", "worn", "", "head", "not_wearable"),
    ("items", "crown", "slot", "", "tail", "unknown_key"),
    ("items", "crown", "slot", "", ["head"], "unknown_key"),
    ("characters", "mira", "name", "Mira", "  ", "empty"),
    ("characters", "mira", "nickname", "", "x" * 201, "not_possible"),
    ("variable_defs", "alarm", "name", "Alarm", "\n", "empty"),
    ("checks", "luck", "name", "Luck", "\n", "empty"),
    ("intents", "sell", "text", "Sell", "", "not_possible"),
    ("intents", "sell", "text", "Sell", "  ", "empty"),
    ("intents", "sell", "priority", 0, 101, "out_of_range"),
    ("placements", "mira", "activity", "", "x" * 301, "too_long"),
    ("exits", "down", "state", "locked", "ajar", "not_possible"),
    ("exits", "to-yard", "door", "", "cellar-door", "two_doors"),
    ("regions", "shire", "parent", None, "shire", "cycle"),
    ("regions", "shire", "parent", None, "vale", "cycle"),
    ("items", "bread", "quantity", 1, 2, "not_one"),
    ("items", "iron-key", "held", _HALL, {"kind": "item", "key": "boxes"}, "not_one"),
    ("items", "boxes", "worn", "", "head", "not_one"),
    ("exits", "down", "travel_seconds", None, -1, "not_possible"),
    ("exits", "down", "travel_seconds", None, True, "wrong_kind"),
    ("exits", "down", "target", "cellar", None, "unknown_key"),
    ("placements", "mira", "condition", "active", "asleep", "not_possible"),
    ("placements", "mira", "location", "hall", "moon", "unknown_key"),
    ("placements", "mira", "follows", None, "mira", "cycle"),
    ("placements", "mira", "follows", None, "tom", "cycle"),
    ("characters", "mira", "valence", 0.0, 2, "not_possible"),
]


@pytest.mark.spec("PG-22", "IT-2")
def test_a_value_that_cannot_stand_is_refused_and_nothing_is_written() -> None:
    story = make_table_story(document=_with_boxes(inn()))
    door, before = Door(story), dump(story)
    for table, key, field, seen, value, problem in _CANNOT_STAND:
        answer = door.edit(table, key, field, seen, value)
        error = answer.json()["error"]
        told = (answer.status_code, error["code"], error["problem"])
        assert told == (400, "value_invalid", problem), (table, key, field, value)
        assert error["reason"].endswith("."), (table, key, field, value)
    assert dump(story) == before


_EDITS_NOTHING = [
    ({"reason": " "}, "reason_missing"),
    ({"value": "x" * 200_000}, "value_invalid"),
    ({"field": "aliases", "seen": [], "value": ["a"] * 100_000}, "value_invalid"),
    ({"field": "kind"}, "field_fixed"),
    ({"field": "pk"}, "field_fixed"),
    ({"n": 999_999}, "not_found"),
    ({"n": 0}, "invalid"),
    ({"table": "users"}, "invalid"),
    ({"seen": "x"}, "value_changed"),
]


@pytest.mark.spec("PG-22")
def test_an_edit_of_nothing_or_for_no_reason_is_refused(door: Door) -> None:
    body = {"table": "items", "n": door.row("items", "iron-key")["n"], "field": "name",
            "seen": "iron key", "value": "x", "reason": "because"}  # fmt: skip
    for changed, code in _EDITS_NOTHING:
        assert door.patch(**(body | changed)).json()["error"]["code"] == code, changed


@pytest.mark.spec("PG-22")
def test_what_is_edited_may_be_anything_of_the_state(door: Door, story) -> None:
    hall = {"kind": "location", "key": "hall"}
    assert door.edit("items", "gem", "held", hall, None).json()["row"]["status"] == "gone"
    again = door.edit("items", "gem", "held", None, {"kind": "character", "key": "mira"})
    assert (again.json()["row"]["quantity"], again.json()["row"]["status"]) == (1, "present")
    door.edit("items", "gem", "slot", "", "neck")
    assert door.edit("items", "gem", "worn", "", "neck").status_code == 200
    full = door.edit("items", "coin", "worn", "", "neck")
    assert full.json()["error"]["problem"] == "slot_full"
    assert door.edit("placements", "tom", "location", "yard", "attic").status_code == 200
    state = read_world(story.pk)
    assert state.knows("tom", "exit", "ladder-down")
    assert ("vera", "tom") in state.relationships
    world = door.get(view="author", tables=["world"]).json()["tables"]["world"][0]
    common = {"table": "world", "n": world["n"], "reason": "because"}
    assert door.patch(**common, field="rules", seen=[], value=["Be kind."]).status_code == 200
    wrong = door.patch(**common, field="zone", seen="Europe/Berlin", value="Mars/Base")
    assert wrong.json()["error"]["problem"] == "unknown_zone"
    assert door.patch(**common, field="zone", seen="Europe/Berlin", value="UTC").status_code == 200
    assert read_world(story.pk).almanac.zone.name == "UTC"


def test_a_routine_is_judged_as_a_whole(door: Door) -> None:
    rows = door.get(view="author", tables=["routines"]).json()["tables"]["routines"]
    eats = next(row for row in rows if row["activity"] == "eats")
    common = {"table": "routines", "n": eats["n"], "reason": "because"}
    wrong = door.patch(**common, field="end", seen="13:00", value="25:00")
    assert wrong.json()["error"]["problem"] == "not_time"
    days = door.patch(**common, field="days", seen=[], value=["someday"])
    assert days.json()["error"]["code"] == "value_invalid"
    assert door.patch(**common, field="end", seen="13:00", value="14:00").status_code == 200
    market = [{"weekdays": ["mon"]}, {"dates": ["12-24"]}]
    done = door.patch(**common, field="calendar", seen={}, value=market)
    assert done.json()["row"]["calendar"] == market
    never = door.patch(**common, field="calendar", seen=market, value={"dates": ["02-30"]})
    assert never.json()["error"]["code"] == "value_invalid"
    assert door.patch(**common, field="calendar", seen=market, value=None).status_code == 200


@pytest.mark.spec("TM-10")
def test_no_deadline_lies_beyond_the_calendar() -> None:
    document = inn()
    document["characters"][0]["intents"] = [{"key": "sell", "text": "Sell the inn"}]
    door = Door(make_table_story(document=document))
    for instant in (2**62, -(2**62), 10**30):
        wrong = door.edit("intents", "sell", "deadline", None, instant)
        assert wrong.json()["error"]["problem"] == "beyond_calendar"
    assert door.edit("intents", "sell", "deadline", None, 1_800_000_000_000).status_code == 200


@pytest.mark.spec("TM-10", "PG-22")
def test_no_zone_brings_the_story_out_of_the_calendar() -> None:
    document = inn()
    document["world"] |= {"zone": "Pacific/Pago_Pago", "starting_time": "9999-12-31T23:00"}
    story = make_table_story(document=document)
    door, before = Door(story), dump(story)
    world = door.get(view="author", tables=["world"]).json()["tables"]["world"][0]
    common = {"table": "world", "n": world["n"], "field": "zone", "reason": "because"}
    wrong = door.patch(**common, seen="Pacific/Pago_Pago", value="Pacific/Kiritimati")
    assert wrong.json()["error"]["problem"] == "beyond_calendar"
    assert dump(story) == before
    assert door.get().json()["clock"]["now"].startswith("9999-12-31T23:00")


@pytest.mark.spec("PG-22", "AG-1")
def test_a_festival_that_a_routine_goes_by_stays() -> None:
    document = inn()
    fair = {"fair": {"dates": ["03-03"]}}
    document["world"]["festivals"] = fair
    document["characters"][1]["routines"][0]["calendar"] = {"festival": "fair"}
    door = Door(make_table_story(document=document))
    world = door.get(view="author", tables=["world"]).json()["tables"]["world"][0]
    common = {"table": "world", "n": world["n"], "field": "festivals", "reason": "because"}
    wrong = door.patch(**common, seen=fair, value={})
    assert wrong.json()["error"]["problem"] == "in_use"
    moved = {"fair": {"dates": ["03-04"]}}
    assert door.patch(**common, seen=fair, value=moved).json()["row"]["festivals"] == moved


@pytest.mark.spec("TM-2")
def test_what_moves_the_clock_is_changed_within_its_law(door: Door) -> None:
    clock = door.get(view="author", tables=["clock"]).json()["tables"]["clock"][0]
    common = {"table": "clock", "n": clock["n"], "field": "mode", "reason": "because"}
    real = door.patch(**common, seen="simulated", value="real")
    assert real.json()["error"]["problem"] == "own_dates"
    assert door.patch(**common, seen="simulated", value="none").status_code == 200
    assert door.get().json()["clock"] is None
    back = door.patch(**common, seen="none", value="simulated").json()["row"]
    assert (back["mode"], back["now"]) == ("simulated", clock["now"])
    assert door.patch(**common, seen="simulated", value="dial").json()["error"]["problem"] == (
        "unknown_mode"
    )


@pytest.mark.spec("PG-22", "VR-4")
def test_a_variable_is_edited_with_what_was_seen(door: Door, story) -> None:
    common = {"table": "variables", "of": {"kind": "character", "key": "mira"}, "reason": "fell"}
    done = door.patch(**common, variable="wounds", seen=0, value=2)
    assert done.json()["variable"]["after"] == 2
    late = door.patch(**common, variable="wounds", seen=0, value=3)
    assert (late.status_code, late.json()["error"]["present"]) == (409, 2)
    wrong = door.patch(**common, variable="wounds", seen=2, value=9)
    assert wrong.json()["error"]["problem"] == "out_of_range"
    assert wrong.json()["error"]["reason"] == "The value must lie between 0 and 5, not 9."
    nothing = door.patch(**common, variable="courage", seen=2, value=9)
    assert nothing.json()["error"]["problem"] == "unknown_variable"
    lacking = door.patch(table="variables", variable="wounds", seen=2, value=0, reason="x")
    assert lacking.json()["error"]["code"] == "invalid"
    assert JournalRow.objects.filter(session=story, reason="fell").count() == 1
