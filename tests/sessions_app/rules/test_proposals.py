"""The form of proposals: what can be read, and every fault of what cannot, with its place."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessions_app.rules.proposals import (
    MAX_OUTCOME,
    MOST_CHANGES,
    MOST_FAULTS,
    MOST_NAMED,
    RoundProposal,
    TimeProposal,
    read_round,
    read_time,
)

WHOLE = {
    "outcomes": {"player": "takes the lamp"},
    "moves_to": {"player": "cellar", "mira": "cellar"},
    "item_changes": [{"actor": "player", "op": "take", "item": "lamp"}],
    "variable_changes": [{"of": {"kind": "world"}, "variable": "alarm", "by": 1}],
    "elapsed_seconds": 90,
    "ignore_exits": ["mira"],
    "forced": True,
    "characters": {"mira": {"condition": "unconscious", "follows": None}},
    "location": "hall",
    "new_phase": True,
}


_MANY = {str(number): "hall" for number in range(MOST_NAMED + 1)}


def test_of_endless_faults_the_first_are_told() -> None:
    refusals = read_round(dict.fromkeys(map(str, range(MOST_FAULTS + 5)), 1))
    assert isinstance(refusals, tuple)
    assert len(refusals) == MOST_FAULTS


def test_a_whole_round_is_read() -> None:
    assert read_round(WHOLE) == RoundProposal(
        outcomes={"player": "takes the lamp"},
        moves_to={"player": "cellar", "mira": "cellar"},
        item_changes=({"actor": "player", "op": "take", "item": "lamp"},),
        variable_changes=({"of": {"kind": "world"}, "variable": "alarm", "by": 1},),
        elapsed_seconds=90,
        ignore_exits=frozenset({"mira"}),
        forced=frozenset({"player", "mira"}),
        characters={"mira": {"condition": "unconscious", "follows": None}},
        location="hall",
        new_phase=True,
    )


@pytest.mark.parametrize(
    "empty", [{}, dict.fromkeys(WHOLE), {"ignore_exits": False, "moves_to": {}, "outcomes": {}}]
)
def test_nothing_said_is_an_empty_round(empty: dict[str, Any]) -> None:
    assert read_round(empty) == RoundProposal()


@pytest.mark.parametrize(
    ("wrong", "faults"),
    [
        ([], {("not_object", "proposal")}),
        (None, {("not_object", "proposal")}),
        ({"outcome": {}}, {("unknown_field", "outcome")}),
        ({"outcomes": ["x"], "moves_to": 3}, {("not_object", "outcomes"), ("not_object", "moves_to")}),
        ({"outcomes": {"mira": 3}}, {("not_text", "outcomes.mira")}),
        ({"outcomes": {"mira": "x" * (MAX_OUTCOME + 1)}}, {("too_long", "outcomes.mira")}),
        ({"outcomes": {"mira": "\x00"}}, {("unstorable", "outcomes.mira")}),
        ({"moves_to": {"mira": ""}}, {("empty", "moves_to.mira")}),
        ({"item_changes": {}}, {("not_list", "item_changes")}),
        ({"item_changes": [{}, 1]}, {("not_object", "item_changes[1]")}),
        (
            {"item_changes": [{"op": "take", "actor": "a", "after_moves": 1}]},
            {("missing", "item_changes[0].item"), ("not_flag", "item_changes[0].after_moves")},
        ),
        ({"item_changes": [{}] * (MOST_CHANGES + 1)}, {("out_of_range", "item_changes")}),
        ({"outcomes": _MANY}, {("out_of_range", "outcomes")}),
        ({"moves_to": _MANY}, {("out_of_range", "moves_to")}),
        ({"characters": _MANY}, {("out_of_range", "characters")}),
        ({"forced": list(_MANY)}, {("out_of_range", "forced")}),
        ({"elapsed_seconds": -1}, {("out_of_range", "elapsed_seconds")}),
        ({"elapsed_seconds": 1.5}, {("not_whole", "elapsed_seconds")}),
        ({"elapsed_seconds": True}, {("not_whole", "elapsed_seconds")}),
        ({"ignore_exits": "mira"}, {("not_list", "ignore_exits")}),
        ({"forced": [1]}, {("not_text", "forced[0]")}),
        ({"characters": {"mira": "dead"}}, {("not_object", "characters.mira")}),
        ({"characters": {"mira": {"condition": "asleep"}}},
         {("unknown_value", "characters.mira.condition")}),
        ({"characters": {"mira": {"follows": 3}}}, {("not_text", "characters.mira.follows")}),
        ({"characters": {"mira": {"mood": "x"}}}, {("unknown_field", "characters.mira.mood")}),
        ({"location": ""}, {("empty", "location")}),
        ({"new_phase": 1}, {("not_flag", "new_phase")}),
    ],
)  # fmt: skip
def test_every_fault_of_form_is_named_with_its_place(
    wrong: Any, faults: set[tuple[str, str]]
) -> None:
    refused = read_round(wrong)
    assert isinstance(refused, tuple)
    assert {(refusal.code, refusal.detail["at"]) for refusal in refused} == faults


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ({"by_minutes": 90, "reason": " waiting "}, TimeProposal(90, None, 0, "waiting")),
        ({"until_time": "06:00", "reason": "sleep"}, TimeProposal(None, "06:00", 0, "sleep")),
        (
            {"until_time": "23:59", "days_later": 2, "by_minutes": None, "reason": "sleep"},
            TimeProposal(None, "23:59", 2, "sleep"),
        ),
    ],
)
def test_a_skip_is_read(told: dict[str, Any], read: TimeProposal) -> None:
    assert read_time(told) == read


@pytest.mark.parametrize(
    ("wrong", "faults"),
    [
        (7, {("not_object", "proposal")}),
        ({"reason": "x"}, {("one_of", "proposal")}),
        ({"by_minutes": 1, "until_time": "06:00", "reason": "x"}, {("one_of", "proposal")}),
        ({"by_minutes": 0, "reason": "x"}, {("out_of_range", "by_minutes")}),
        ({"by_minutes": 1}, {("missing", "reason")}),
        ({"by_minutes": 1, "reason": " "}, {("empty", "reason")}),
        ({"until_time": "24:00", "reason": "x"}, {("not_time", "until_time")}),
        ({"until_time": "6:00", "reason": "x"}, {("not_time", "until_time")}),
        ({"by_minutes": 1, "days_later": 1, "reason": "x"}, {("missing", "until_time")}),
        ({"by_minutes": 1, "reason": "x", "now": 1}, {("unknown_field", "now")}),
    ],
)
def test_every_fault_of_a_skip_is_named(wrong: Any, faults: set[tuple[str, str]]) -> None:
    refused = read_time(wrong)
    assert isinstance(refused, tuple)
    assert {(refusal.code, refusal.detail["at"]) for refusal in refused} == faults


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
_NAMES = st.sampled_from([*WHOLE, "reason", "by_minutes", "until_time", "x"])


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(_NAMES, _JSON, max_size=5) | _JSON)
def test_whatever_is_sent_it_is_read_or_refused(data: Any) -> None:
    for read, value in ((read_round, RoundProposal), (read_time, TimeProposal)):
        answer = read(data)
        assert isinstance(answer, value) or (answer and all(r.reason for r in answer))
