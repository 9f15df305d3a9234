import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.condition_leaves import LEAVES as LEAF_KINDS
from worldbook.rules.condition_seen import kleene_all, kleene_any
from worldbook.rules.conditions import evaluate
from worldbook.rules.conditions_validate import condition_fault
from worldbook.rules.facts import Facts, state_fault

STATE = {
    "now": "2026-11-30T22:30",
    "tz": "Europe/Berlin",
    "hemisphere": "north",
    "started": "2026-11-28T16:30",
    "turn": 7,
    "player": "robin",
    "places": {"robin": "gate", "edda": "gate", "davy": "harbour", "ghost": None},
    "regions": {"gate": ["tower", "city"], "harbour": ["city"]},
    "variables": [
        {"kind": "world", "variable": "gate_open", "value": True},
        {"kind": "world", "variable": "alarm", "value": 2},
        {"kind": "character", "key": "robin", "variable": "mood", "value": "glad"},
        {"kind": "item", "key": "lamp", "variable": "oil", "value": 0.5},
    ],
    "items": [
        {"key": "coin", "quantity": 3, "holder": {"kind": "item", "key": "purse"}},
        {
            "key": "coin~2",
            "kind": "coin",
            "quantity": 4,
            "holder": {"kind": "item", "key": "chest"},
        },
        {"key": "purse", "holder": {"kind": "character", "key": "robin"}},
        {"key": "chest", "holder": {"kind": "location", "key": "harbour"}},
        {"key": "lamp", "holder": {"kind": "character", "key": "davy"}},
        {"key": "letter", "holder": None},
    ],
    "events": [
        {"tags": ["alarm"], "importance": 2, "when": "2026-11-30T20:30"},
        {"tags": ["alarm", "fire"], "importance": 4, "when": "2026-11-27T22:30"},
    ],
    "triggers": {
        "bell": {"status": "fired", "fired_when": "2026-11-30T10:30"},
        "flood": {"status": "dormant"},
    },
    "engagements": {
        "duel": {"status": "pending", "when": "2026-11-30T22:00"},
        "feast": {"status": "pending", "when": "2026-12-24T18:00"},
        "watch": {"status": "kept"},
    },
    "verdicts": {"Edda trusts Robin": True, "The lamp is lit": False},
    "festivals": {"longest night": {"dates": ["12-21"]}},
}


def of(condition, state=STATE):
    assert condition_fault(condition) is None
    return evaluate(condition, Facts(state))


def verdict(condition, **changes):
    state = {k: v for k, v in (STATE | changes).items() if v is not None}
    return of(condition, state).verdict


def world(variable, op, value):
    return {"variable": {"of": {"kind": "world"}, "variable": variable, "op": op, "value": value}}


def item(key, **members):
    return {"item": {"item": key, **members}}


@pytest.mark.spec("CO-1", "CO-2")
@pytest.mark.parametrize(
    ("condition", "value", "seen"),
    [
        ({"time": {"after": "2026-11-30T22:30"}}, True, "2026-11-30T22:30:00+01:00"),
        ({"time": {"before": "2026-11-30T22:30"}}, False, "2026-11-30T22:30:00+01:00"),
        ({"time": {"after": "2026-11-30T21:30Z", "before": "2027-01-01"}}, True, ...),
        ({"calendar": {"weekdays": ["mon"], "season": "autumn"}}, True, "2026-11-30"),
        ({"calendar": {"festival": "longest night"}}, False, "2026-11-30"),
        ({"window": {"from": "22:00", "to": "06:00"}}, True, "2026-11-30T22:30:00"),
        ({"window": {"from": "22:00", "to": "06:00", "days": ["sun"]}}, False, ...),
        ({"elapsed": {"since": "start", "at_least": "2d 6h"}}, True, "2d 6h"),
        ({"elapsed": {"since": "start", "at_least": "2d 6h 1s"}}, False, "2d 6h"),
        ({"elapsed": {"since": {"trigger": "bell"}, "at_least": "12h"}}, True, "12h"),
        ({"elapsed": {"since": {"trigger": "flood"}, "at_least": "0s"}}, False, None),
        ({"elapsed": {"since": {"event": "alarm"}, "at_least": "3h"}}, False, "2h"),
        ({"elapsed": {"since": {"event": "peace"}, "at_least": "0s"}}, False, None),
        ({"place": {"who": "edda", "at": "gate"}}, True, "gate"),
        ({"place": {"who": "player", "at": ["harbour", "tower"]}}, True, "gate"),
        ({"place": {"who": "davy", "at": "tower"}}, False, "harbour"),
        ({"place": {"who": "ghost", "at": "city"}}, False, None),
        ({"together": {"who": ["player", "edda"]}}, True, {"player": "gate", "edda": "gate"}),
        ({"together": {"who": ["robin", "edda"], "at": "city"}}, True, ...),
        ({"together": {"who": ["robin", "edda"], "at": "harbour"}}, False, ...),
        ({"together": {"who": ["robin", "davy"], "at": "city"}}, False, ...),
        ({"together": {"who": ["ghost"]}}, False, {"ghost": None}),
        (world("gate_open", "==", True), True, True),
        (world("gate_open", "==", 1), False, True),
        (world("gate_open", "!=", 1), True, True),
        (world("alarm", ">=", 2.0), True, 2),
        (world("alarm", "<", 2), False, 2),
        (world("gate_open", ">", 0), False, True),
        (
            {
                "variable": {
                    "of": {"kind": "character", "key": "player"},
                    "variable": "mood",
                    "op": "==",
                    "value": "glad",
                }
            },
            True,
            "glad",
        ),
        (item("coin", held_by="robin"), True, 3),
        (item("coin", held_by="player", quantity_at_least=4), False, 3),
        (item("coin", held_by="edda"), False, 0),
        (item("coin", at="gate"), True, 3),
        (item("coin", at="city", quantity_at_least=7), True, 7),
        (item("coin", **{"in": "chest"}), True, 4),
        (item("coin", **{"in": "lamp"}), False, 0),
        (item("lamp", at="harbour"), True, 1),
        (item("letter", at="harbour"), False, 0),
        ({"event": {"tag": "alarm"}}, True, 2),
        ({"event": {"tag": "alarm", "count_at_least": 3}}, False, 2),
        ({"event": {"tag": "alarm", "importance_at_least": 3}}, True, 1),
        ({"event": {"tag": "alarm", "within": "3d", "count_at_least": 2}}, True, 2),
        ({"event": {"tag": "fire", "within": "2d 23h"}}, False, 0),
        ({"event": {"tag": "peace"}}, False, 0),
        ({"trigger": {"key": "bell", "status": "fired"}}, True, "fired"),
        ({"trigger": {"key": "flood", "status": "fired"}}, False, "dormant"),
        ({"engagement": {"key": "duel", "status": "overdue"}}, True, "overdue"),
        ({"engagement": {"key": "duel", "status": "pending"}}, False, "overdue"),
        ({"engagement": {"key": "feast", "status": "pending"}}, True, "pending"),
        ({"engagement": {"key": "watch", "status": "kept"}}, True, "kept"),
        ({"turn": {"at_least": 7, "at_most": 7}}, True, 7),
        ({"turn": {"at_most": 6}}, False, 7),
        ({"judged": "Edda trusts Robin"}, True, True),
        ({"judged": "The lamp is lit"}, False, False),
    ],
)
def test_leaves(condition, value, seen):
    outcome = of(condition)
    assert outcome.verdict is value
    assert outcome.tree.keys() == {*condition, "value", "seen"}
    assert seen is ... or outcome.tree["seen"] == seen


@pytest.mark.spec("CO-2")
@pytest.mark.parametrize(
    ("condition", "without", "reason"),
    [
        ({"time": {"after": "2026-11-30"}}, "now", "no_clock"),
        ({"time": {"after": "2026-11-30"}}, "tz", "no_clock"),
        ({"calendar": {"months": [11]}}, "now", "no_clock"),
        ({"calendar": {"season": "autumn"}}, "hemisphere", "no_calendar"),
        ({"calendar": {"festival": "longest night"}}, "festivals", "no_calendar"),
        ({"window": {"from": "22:00", "to": "06:00"}}, "now", "no_clock"),
        ({"elapsed": {"since": "start", "at_least": "1h"}}, "started", "no_start"),
        ({"elapsed": {"since": "start", "at_least": "1h"}}, "now", "no_clock"),
        ({"elapsed": {"since": {"trigger": "bell"}, "at_least": "1h"}}, "triggers", "no_triggers"),
        ({"elapsed": {"since": {"event": "alarm"}, "at_least": "1h"}}, "events", "no_events"),
        ({"place": {"who": "edda", "at": "gate"}}, "places", "no_places"),
        ({"together": {"who": ["edda", "robin"]}}, "places", "no_places"),
        (world("gate_open", "==", True), "variables", "no_variables"),
        (item("coin", held_by="edda"), "items", "no_items"),
        (item("lamp", at="harbour"), "places", "no_holder"),
        ({"event": {"tag": "alarm"}}, "events", "no_events"),
        ({"event": {"tag": "alarm", "within": "3d"}}, "now", "no_clock"),
        ({"trigger": {"key": "bell", "status": "fired"}}, "triggers", "no_triggers"),
        ({"engagement": {"key": "duel", "status": "kept"}}, "engagements", "no_engagements"),
        ({"engagement": {"key": "duel", "status": "overdue"}}, "now", "no_clock"),
        ({"turn": {"at_least": 1}}, "turn", "no_turn"),
        ({"judged": "Edda trusts Robin"}, "verdicts", "no_verdict"),
    ],
)
def test_what_the_state_does_not_keep_is_unknown(condition, without, reason):
    outcome = of(condition, {name: part for name, part in STATE.items() if name != without})
    assert outcome.verdict is None
    assert (outcome.holds, outcome.reason) == (False, "unknown")
    assert (outcome.tree["value"], outcome.tree["reason"]) == (None, reason)


@pytest.mark.spec("CO-2")
@pytest.mark.parametrize(
    "condition",
    [
        {"elapsed": {"since": {"trigger": "nobody"}, "at_least": "1h"}},
        {"place": {"who": "nobody", "at": "gate"}},
        {"together": {"who": ["robin", "davy", "nobody"]}},
        world("nothing", "!=", True),
        item("nothing", held_by="robin"),
        item("coin", **{"in": "nothing"}),
        {"trigger": {"key": "nobody", "status": "fired"}},
        {"engagement": {"key": "nobody", "status": "missed"}},
        {"judged": "Nobody has judged this"},
    ],
)
def test_a_key_that_is_not_there_is_unknown_and_so_is_its_contrary(condition):
    assert of(condition).verdict is None
    assert of({"not": condition}).verdict is None
    assert of({"not": condition}).holds is False


@pytest.mark.spec("CO-2")
def test_what_never_happened_is_false_without_a_clock_too():
    assert verdict({"event": {"tag": "peace", "within": "1d"}}, now=None) is False
    never = {"elapsed": {"since": {"trigger": "flood"}, "at_least": "1h"}}
    assert verdict(never, now=None) is False
    assert verdict({"engagement": {"key": "duel", "status": "kept"}}, now=None) is False


@pytest.mark.spec("CO-2")
def test_what_is_yet_to_come_has_not_happened():
    events = [{"tags": ["alarm"], "importance": 5, "when": "2026-12-01T00:00"}]
    assert verdict({"event": {"tag": "alarm", "within": "9w"}}, events=events) is False
    since = {"elapsed": {"since": {"event": "alarm"}, "at_least": "0s"}}
    assert verdict(since, events=events) is False


@pytest.mark.spec("CO-2")
def test_the_player_is_meant_by_the_reserved_key_and_by_its_own():
    for places in ({"robin": "gate"}, {"player": "gate"}):
        for who in ("robin", "player"):
            assert verdict({"place": {"who": who, "at": "gate"}}, places=places) is True
    lamp = [{"key": "lamp", "holder": {"kind": "character", "key": "player"}}]
    assert verdict(item("lamp", held_by="robin"), items=lamp) is True
    assert verdict(item("lamp", at="tower"), items=lamp) is True


@pytest.mark.spec("CO-2")
def test_things_whose_holder_is_not_known_are_neither_there_nor_elsewhere():
    lost = [
        {"key": "a", "kind": "coin", "holder": {"kind": "item", "key": "lost bag"}},
        {"key": "b", "kind": "coin", "holder": {"kind": "item", "key": "b"}},
        {"key": "c", "kind": "coin", "holder": {"kind": "character", "key": "robin"}},
        {
            "key": "d",
            "kind": "ring",
            "quantity": "two",
            "holder": {"kind": "character", "key": "x"},
        },
    ]
    assert verdict(item("coin", held_by="robin"), items=lost) is True
    assert verdict(item("coin", held_by="robin", quantity_at_least=3), items=lost) is None
    assert verdict(item("coin", held_by="robin", quantity_at_least=4), items=lost) is False
    assert verdict(item("ring", held_by="x", quantity_at_least=9), items=lost) is None


TRUE, FALSE, UNKNOWN = {"turn": {"at_least": 7}}, {"turn": {"at_most": 1}}, {"judged": "?"}
LEAF = {True: TRUE, False: FALSE, None: UNKNOWN}
KLEENE = st.sampled_from([True, False, None])


def negated(value):
    return None if value is None else not value


@pytest.mark.spec("CO-2")
@given(st.lists(KLEENE, max_size=5), st.integers(0, 6))
def test_laws_of_three_values(values, n):
    parts = [LEAF[value] for value in values]
    every, some = of({"all": parts}).verdict, of({"any": parts}).verdict
    assert every is kleene_all(values)
    assert some is kleene_any(values)
    assert of({"not": {"all": parts}}).verdict is negated(every)
    assert of({"any": [{"not": part} for part in parts]}).verdict is negated(every)
    assert of({"all": [{"not": part} for part in parts]}).verdict is negated(some)
    assert of({"not": {"not": {"all": parts}}}).verdict is every
    enough = of({"at_least": {"n": n, "of": parts}}).verdict
    sure, open_ = values.count(True), values.count(None)
    assert enough is (True if sure >= n else False if sure + open_ < n else None)
    if values:
        assert of({"at_least": {"n": len(values), "of": parts}}).verdict is every
        assert of({"at_least": {"n": 1, "of": parts}}).verdict is some


@pytest.mark.spec("CO-4")
def test_the_tree_repeats_the_condition_with_values():
    condition = {"any": [FALSE, {"not": UNKNOWN}, {"at_least": {"n": 1, "of": [FALSE]}}]}
    assert of(condition).tree == {
        "any": [
            {**FALSE, "value": False, "seen": 7},
            {
                "not": {**UNKNOWN, "value": None, "reason": "no_verdict", "seen": None},
                "value": None,
                "reason": "unknown",
            },
            {
                "at_least": {"n": 1, "of": [{**FALSE, "value": False, "seen": 7}]},
                "value": False,
            },
        ],
        "value": None,
        "reason": "unknown",
    }


def test_a_state_that_somebody_wrote_is_judged():
    assert state_fault(STATE) is None
    assert state_fault({}) is None
    wrong = {
        "tz": {"tz": "Mars/Base"},
        "now": {"now": "soon"},
        "started": {"started": 5},
        "turn": {"turn": "7"},
        "places": {"places": []},
        "items": {"items": {}},
        "events[1]": {"events": [{}, 5]},
        "hemisphere": {"hemisphere": "east"},
        "festivals.a.months[0]": {"festivals": {"a": {"months": [0]}}},
        "festivals.a": {"festivals": {"a": {"festival": "a"}}},
    }
    for path, state in wrong.items():
        assert state_fault(state).path == path


GUIDE = Path(__file__).parents[3] / "docs" / "authoring.md"


def test_the_examples_of_the_guide_are_conditions():
    guide = GUIDE.read_text("utf-8")
    (long,) = re.findall(r"```json\n(.+?)```", guide, re.DOTALL)
    table = guide.split("| Kind | Example |")[1].split("\n\n")[0]
    short = [json.loads(text) for text in re.findall(r"`(\{.+?\})`(?=[:;,\s|])", table)]
    right = [one for one in short if condition_fault(one) is None]
    assert {kind for leaf in right for kind in leaf} == set(LEAF_KINDS)
    tower = json.loads(long)
    state = {
        "now": "2026-11-30T23:00",
        "tz": "Europe/Berlin",
        "player": "robin",
        "places": {"robin": "north-tower"},
        "items": [{"key": "copper-key", "holder": {"kind": "character", "key": "robin"}}],
        "events": [],
    }
    assert of(tower, state).holds
    assert not of(tower, state | {"now": "2026-11-30T12:00"}).holds
    assert not of(tower, {name: part for name, part in state.items() if name != "events"}).holds
