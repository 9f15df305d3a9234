"""What is saved as a condition is judged before: form, size, names and dates."""

import pytest

from tests.worldbook.rules.test_conditions import item, world
from worldbook.rules.condition_leaves import Known
from worldbook.rules.conditions_validate import condition_fault, save_fault


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
