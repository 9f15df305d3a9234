import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.condition_leaves import LEAVES as LEAF_KINDS
from worldbook.rules.condition_leaves import Known
from worldbook.rules.condition_seen import kleene_all, kleene_any
from worldbook.rules.conditions import evaluate
from worldbook.rules.conditions_validate import condition_fault, save_fault
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


@pytest.mark.spec("CO-1", "CO-3")
@pytest.mark.parametrize(
    ("condition", "path", "code"),
    [
        (None, "", "not_object"),
        ([], "", "not_object"),
        ({}, "", "one_of"),
        ({"all": [], "any": []}, "", "one_of"),
        ({"weather": "rain"}, "weather", "unknown_kind"),
        ({"all": {"turn": {}}}, "all", "not_list"),
        ({"not": []}, "not", "not_object"),
        ({"any": [{"turn": {"at_least": 1}}, 5]}, "any[1]", "not_object"),
        ({"at_least": {"n": 2}}, "at_least.of", "missing"),
        ({"at_least": {"n": "2", "of": []}}, "at_least.n", "not_whole"),
        ({"at_least": {"n": 1, "of": [{"judged": ""}]}}, "at_least.of[0].judged", "empty"),
        ({"time": {}}, "time", "one_or_more"),
        ({"time": {"after": "yesterday"}}, "time.after", "not_instant"),
        ({"calendar": {"months": [13]}}, "calendar.months[0]", "out_of_range"),
        ({"calendar": [{"months": [1]}, {}]}, "calendar[1]", "empty"),
        ({"calendar": {}}, "calendar", "empty"),
        ({"window": {"from": "24:00", "to": "06:00"}}, "window.from", "not_time"),
        ({"elapsed": {"since": "birth", "at_least": "1d"}}, "elapsed.since", "unknown_value"),
        ({"elapsed": {"since": {}, "at_least": "1d"}}, "elapsed.since", "one_of"),
        ({"elapsed": {"since": "start", "at_least": "soon"}}, "elapsed.at_least", "not_duration"),
        ({"place": {"who": "x", "at": []}}, "place.at", "empty"),
        ({"place": {"who": "x", "at": ["a", 5]}}, "place.at[1]", "not_text"),
        ({"together": {"who": "x"}}, "together.who", "not_list"),
        ({"together": {"who": ["x", "y"], "at": ["a"]}}, "together.at", "not_text"),
        (world("a", "=", 1), "variable.op", "unknown_value"),
        (world("a", "<", True), "variable.value", "not_number"),
        (world("a", "<", "b"), "variable.value", "not_number"),
        (world("a", "==", None), "variable.value", "not_value"),
        (world("a", "==", [1]), "variable.value", "not_value"),
        (world("a", "==", float("inf")), "variable.value", "not_value"),
        ({"item": {"item": "x"}}, "item", "one_of"),
        (item("x", held_by="y", at="z"), "item", "one_of"),
        (item("x", held_by="y", quantity_at_least=0), "item.quantity_at_least", "out_of_range"),
        ({"event": {"tag": "x", "within": 5}}, "event.within", "not_duration"),
        ({"event": {}}, "event.tag", "missing"),
        ({"trigger": {"key": "x", "status": "kept"}}, "trigger.status", "unknown_value"),
        ({"engagement": {"key": "x", "status": "fired"}}, "engagement.status", "unknown_value"),
        ({"turn": {"at_least": -1}}, "turn.at_least", "out_of_range"),
        ({"turn": {"at_least": 1, "until": 2}}, "turn.until", "unknown_field"),
        ({"judged": True}, "judged", "not_text"),
        ({"all": [{"turn": {"at_least": 1}}] * 200}, "all[199]", "too_many_nodes"),
    ],
)
def test_what_is_no_condition(condition, path, code):
    fault = condition_fault(condition)
    assert (fault.path, fault.code) == (path, code)


@pytest.mark.spec("CO-3")
def test_paths_name_the_part_that_is_wrong():
    wrong = {"all": [{"turn": {"at_least": 1}}, world("a", "=", 1)]}
    fault = condition_fault(wrong)
    assert fault.path == "all[1].variable.op"
    assert fault.refusal("condition").detail["at"] == "all[1].variable.op"
    no_key = {"variable": {"of": {"kind": "item"}, "variable": "a", "op": "==", "value": 1}}
    assert condition_fault(no_key).path == "variable.of.key"


@pytest.mark.spec("CO-3")
def test_at_most_two_hundred_nodes_and_ten_levels():
    assert condition_fault({"all": [{"turn": {"at_least": 1}}] * 199}) is None
    rules = {"calendar": [{"months": [1]}] * 100}
    assert condition_fault({"all": [rules]}) is None
    assert condition_fault({"all": [rules, rules]}).path == "all[1]"
    deep = {"turn": {"at_least": 1}}
    for _ in range(9):
        deep = {"not": deep}
    assert condition_fault(deep) is None
    fault = condition_fault({"not": deep})
    assert (fault.code, fault.path) == ("too_many_levels", ".".join(["not"] * 10))
    for _ in range(5000):
        deep = {"not": deep}
    assert condition_fault(deep).code == "too_many_levels"


@pytest.mark.spec("CO-3")
def test_keys_that_the_world_does_not_have_are_refused_where_it_is_known():
    known = Known(
        characters=frozenset({"edda"}),
        places=frozenset({"gate", "city"}),
        items=frozenset({"lamp"}),
        variables=frozenset({("world", "alarm")}),
        triggers=frozenset({"bell"}),
        engagements=frozenset({"duel"}),
        festivals={"longest night": {"dates": ["12-21"]}},
    )
    right = [
        {"place": {"who": "player", "at": ["gate", "city"]}},
        {"together": {"who": ["edda", "player"], "at": "gate"}},
        world("alarm", ">", 1),
        item("lamp", held_by="edda"),
        {"trigger": {"key": "bell", "status": "fired"}},
        {"engagement": {"key": "duel", "status": "kept"}},
        {"calendar": {"festival": "longest night"}},
    ]
    assert condition_fault({"all": right}, known=known) is None
    wrong = {
        "place.who": {"place": {"who": "nan", "at": "gate"}},
        "place.at[1]": {"place": {"who": "edda", "at": ["gate", "sea"]}},
        "together.who[0]": {"together": {"who": ["nan"]}},
        "variable.variable": world("mood", "==", 1),
        "item.item": item("key", at="gate"),
        "item.in": item("lamp", **{"in": "chest"}),
        "elapsed.since.trigger": {"elapsed": {"since": {"trigger": "x"}, "at_least": "1d"}},
        "engagement.key": {"engagement": {"key": "x", "status": "kept"}},
        "calendar.festival": {"calendar": {"festival": "x"}},
    }
    for path, condition in wrong.items():
        fault = condition_fault(condition, known=known)
        assert (fault.path, fault.code) == (path, "not_in_world")
        assert condition_fault(condition) is None


@pytest.mark.spec("CA-3", "CO-3")
def test_a_date_that_never_comes_is_refused_at_save():
    never = {"not": {"calendar": {"months": [2], "days_of_month": [30]}}}
    assert condition_fault(never) is None
    fault = save_fault(never)
    assert (fault.path, fault.code) == ("not.calendar", "never")


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


KEYS = st.sampled_from(["robin", "edda", "player", "gate", "city", "lamp", "coin", "purse", "bell"])
TIMES = st.sampled_from(
    ["2026-11-30", "2026-03-29T02:30", "2026-10-25T02:30Z", "0001-01-01", "9999-12-31T23:59-11:00"]
)
SPANS = st.sampled_from(["0s", "1h", "2d 6h", "9999w"])
CLOCK = st.sampled_from(["00:00", "02:30", "22:00"])
VALUES = st.sampled_from([0, 1, 1.5, -3, 10**400, True, False, "open", ""])
WHOLE = st.integers(1, 5)


def obj(required, **optional):
    return st.fixed_dictionaries(required, optional=optional)


LEAVES = st.one_of(
    obj({}, after=TIMES, before=TIMES).filter(bool).map(lambda v: {"time": v}),
    st.sampled_from(
        [
            {"months": [11]},
            [{"season": "winter"}, {"festival": "f"}],
            {"except": [{"dates": ["02-29"]}]},
        ]
    ).map(lambda v: {"calendar": v}),
    obj({"from": CLOCK, "to": CLOCK}, days=st.just(["fri"])).map(lambda v: {"window": v}),
    obj(
        {
            "since": st.just("start")
            | KEYS.map(lambda k: {"trigger": k})
            | KEYS.map(lambda k: {"event": k}),
            "at_least": SPANS,
        }
    ).map(lambda v: {"elapsed": v}),
    obj({"who": KEYS, "at": KEYS | st.lists(KEYS, min_size=1)}).map(lambda v: {"place": v}),
    obj({"who": st.lists(KEYS, min_size=1)}, at=KEYS).map(lambda v: {"together": v}),
    obj(
        {
            "of": st.sampled_from(["character", "item", "location"]).flatmap(
                lambda kind: KEYS.map(lambda key: {"kind": kind, "key": key})
            )
            | st.just({"kind": "world"}),
            "variable": KEYS,
            "op": st.sampled_from(["==", "!="]),
            "value": VALUES,
        }
    ).map(lambda v: {"variable": v}),
    obj(
        {
            "of": st.just({"kind": "world"}),
            "variable": KEYS,
            "op": st.sampled_from(["<", "<=", ">", ">="]),
            "value": st.sampled_from([0, 1.5, -(10**400)]),
        }
    ).map(lambda v: {"variable": v}),
    st.tuples(KEYS, st.sampled_from(["held_by", "at", "in"]), KEYS, WHOLE).map(
        lambda v: {"item": {"item": v[0], v[1]: v[2], "quantity_at_least": v[3]}}
    ),
    obj({"tag": KEYS}, importance_at_least=WHOLE, count_at_least=WHOLE, within=SPANS).map(
        lambda v: {"event": v}
    ),
    obj({"key": KEYS, "status": st.sampled_from(["fired", "dormant"])}).map(
        lambda v: {"trigger": v}
    ),
    obj({"key": KEYS, "status": st.sampled_from(["pending", "overdue", "kept"])}).map(
        lambda v: {"engagement": v}
    ),
    obj({}, at_least=WHOLE, at_most=WHOLE).filter(bool).map(lambda v: {"turn": v}),
    KEYS.map(lambda v: {"judged": v}),
)
CONDITIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda v: {"all": v}),
        st.lists(inner, max_size=3).map(lambda v: {"any": v}),
        inner.map(lambda v: {"not": v}),
        st.lists(inner, max_size=3).map(lambda v: {"at_least": {"n": 2, "of": v}}),
    ),
    max_leaves=6,
).filter(lambda condition: condition_fault(condition) is None)
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.sampled_from([10**400, float("inf"), float("nan"), 0.5])
    | KEYS
    | TIMES
    | VALUES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            KEYS | st.sampled_from(["kind", "key", "holder", "tags", "when", "status"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
HOLDERS = obj({"kind": st.sampled_from(["item", "character", "location"]) | ANYTHING, "key": KEYS})
STATES = obj(
    {},
    now=TIMES | ANYTHING,
    tz=st.sampled_from(["Europe/Berlin", "Pacific/Apia", "UTC"]) | ANYTHING,
    hemisphere=st.just("north") | ANYTHING,
    started=TIMES | ANYTHING,
    turn=st.integers(0, 9) | ANYTHING,
    player=KEYS | ANYTHING,
    places=st.dictionaries(KEYS, KEYS | ANYTHING, max_size=4) | ANYTHING,
    regions=st.dictionaries(KEYS, st.lists(KEYS) | ANYTHING, max_size=3) | ANYTHING,
    variables=st.lists(
        obj({"kind": KEYS | st.just("world"), "variable": KEYS, "value": VALUES}, key=ANYTHING)
        | ANYTHING,
        max_size=4,
    )
    | ANYTHING,
    items=st.lists(
        obj({"key": KEYS}, kind=KEYS | ANYTHING, quantity=ANYTHING, holder=HOLDERS | ANYTHING),
        max_size=5,
    )
    | ANYTHING,
    events=st.lists(
        obj({"tags": st.lists(KEYS) | ANYTHING}, importance=ANYTHING, when=TIMES | ANYTHING),
        max_size=3,
    )
    | ANYTHING,
    triggers=st.dictionaries(
        KEYS, obj({"status": st.just("fired") | ANYTHING}, fired_when=TIMES | ANYTHING)
    )
    | ANYTHING,
    engagements=st.dictionaries(
        KEYS, obj({"status": st.just("pending") | ANYTHING}, when=TIMES | ANYTHING)
    )
    | ANYTHING,
    verdicts=st.dictionaries(KEYS, st.booleans() | ANYTHING) | ANYTHING,
    festivals=st.dictionaries(st.just("f"), st.just({"months": [1]}) | ANYTHING) | ANYTHING,
)


@pytest.mark.spec("CO-2", "CO-3")
@settings(max_examples=400, deadline=None)
@given(CONDITIONS, STATES)
def test_a_valid_condition_never_raises_on_any_state(condition, state):
    outcome = of(condition, state)
    assert outcome.verdict in (True, False, None)
    assert repeated(outcome.tree) == condition
    assert of({"not": condition}, state).verdict is negated(outcome.verdict)
    state_fault(state)
    json.dumps(outcome.tree)


def repeated(tree):
    """A tree without what evaluation added to it."""
    (kind,) = set(tree) - {"value", "reason", "seen"}
    part = tree[kind]
    if kind in ("all", "any"):
        return {kind: [repeated(item) for item in part]}
    if kind == "at_least":
        return {kind: {"n": part["n"], "of": [repeated(item) for item in part["of"]]}}
    return {kind: repeated(part) if kind == "not" else part}


@settings(max_examples=300, deadline=None)
@given(ANYTHING | st.dictionaries(st.sampled_from(["all", "item", "time", "calendar"]), ANYTHING))
def test_judging_never_raises(value):
    fault = condition_fault(value)
    if fault:
        assert fault.refusal("condition").reason


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
