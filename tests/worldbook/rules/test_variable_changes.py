from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.variable_changes import judge_changes
from worldbook.rules.variable_defs import definition_fault, read_definition
from worldbook.rules.variable_values import clamped, value_fault
from worldbook.rules.variables import Target, Variables, plain

DECLARED = [
    {"key": "wounds", "minimum": 0, "maximum": 10, "step": 3},
    {"key": "debt", "baseline": 5},
    {"key": "lit", "value_kind": "flag", "scope": "location"},
    {"key": "mark", "value_kind": "text", "scope": "item", "targets": ["coin"]},
    {"key": "weather", "value_kind": "choice", "options": ["dry", "wet"], "scope": "world"},
]
VARIABLES = Variables(
    {one["key"]: read_definition(one) for one in DECLARED},
    temperaments={"anna": {"valence": Decimal("0.2")}},
)
KEYS = {"character": {"anna", "ben"}, "item": {"coin", "cup"}, "location": {"inn"}}


def change(kind, key, variable, **how):
    return {"of": {"kind": kind, **({"key": key} if key else {})}, "variable": variable, **how}


def judge(*changes, variables=VARIABLES):
    return judge_changes(variables, changes, keys=KEYS, player="ben")


def one(*args, **how):
    """The value after a change, or the code of its refusal."""
    found = judge(change(*args, **how))
    if found.left_out:
        assert found.accepted == ()
        assert found.variables is VARIABLES
        return found.left_out[0].code
    return plain(found.accepted[0].after)


@pytest.mark.spec("VR-4")
def test_to_by_and_baseline():
    assert one("character", "anna", "wounds", to=6) == 6
    assert one("character", "anna", "wounds", by=3) == 3
    assert one("character", "anna", "debt", by=-2.25) == -2.25
    assert one("character", "anna", "debt", baseline=True) == 5
    assert one("character", "anna", "valence", baseline=True) == 0.2
    assert one("character", "player", "debt", to=1) == 1
    assert one("location", "inn", "lit", to=True) is True
    assert one("item", "coin", "mark", to="a crown") == "a crown"
    assert one("world", "", "weather", to="wet") == "wet"


@pytest.mark.spec("VR-4")
def test_by_is_clamped_into_the_range_and_stays_on_the_steps():
    assert one("character", "anna", "wounds", by=300) == 9
    assert one("character", "anna", "wounds", by=-3) == 0
    assert one("character", "anna", "valence", by=5) == 1
    assert one("character", "anna", "debt", by=10**9) == 10**9
    found = judge(*[change("character", "anna", "debt", by=10**9)] * 2)
    assert plain(found.accepted[1].after) == 10**9


@pytest.mark.spec("VR-4")
@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (change("character", "anna", "luck", to=1), "unknown_variable"),
        (change("character", "cleo", "wounds", to=1), "unknown_target"),
        (change("item", "cup", "mark", to="x"), "wrong_target"),
        (change("location", "inn", "wounds", to=1), "wrong_target"),
        (change("world", "", "wounds", to=1), "wrong_target"),
        (change("character", "anna", "wounds", to=12), "out_of_range"),
        (change("character", "anna", "wounds", to=-1), "out_of_range"),
        (change("character", "anna", "wounds", to=4), "off_step"),
        (change("character", "anna", "wounds", by=1), "off_step"),
        (change("character", "anna", "wounds", to="3"), "not_decimal"),
        (change("character", "anna", "debt", by=0.00001), "not_decimal"),
        (change("character", "anna", "wounds", baseline=True), "no_baseline"),
        (change("location", "inn", "lit", by=1), "not_number"),
        (change("location", "inn", "lit", to=1), "not_flag"),
        (change("location", "inn", "lit", baseline=True), "no_baseline"),
        (change("world", "", "weather", to="fog"), "unknown_value"),
        (change("item", "coin", "mark", to="x" * 201), "too_long"),
        (change("character", "anna", "debt"), "one_of"),
        (change("character", "anna", "debt", to=1, by=1), "one_of"),
        (change("character", "anna", "debt", baseline=False), "unknown_value"),
        (change("character", "", "debt", to=1), "missing"),
        (change("room", "inn", "debt", to=1), "unknown_value"),
        (change("character", "anna", "debt", plus=1), "unknown_field"),
        ({"variable": "debt", "to": 1}, "missing"),
        ({"of": "anna", "variable": "debt", "to": 1}, "not_object"),
        ({"of": {"kind": "world"}, "variable": 3, "to": 1}, "not_text"),
        (7, "not_object"),
    ],
)
def test_what_is_wrong_with_one_is_left_out_and_the_others_hold(asked, code):
    good = change("character", "anna", "debt", by=1)
    found = judge(good, asked, good)
    assert [(it.code, it.detail["index"]) for it in found.left_out] == [(code, 1)]
    assert [plain(it.after) for it in found.accepted] == [1, 2]
    assert found.left_out[0].reason


@pytest.mark.spec("VR-4", "VR-1a")
def test_each_sees_the_last_and_a_default_is_marked():
    found = judge(
        change("character", "anna", "debt", to=3),
        change("character", "anna", "debt", by=-1),
        change("character", "anna", "debt", to=0),
    )
    assert [(plain(it.before), plain(it.after), it.is_default) for it in found.accepted] == [
        (0, 3, False),
        (3, 2, False),
        (2, 0, True),
    ]
    assert found.variables.values == {}
    assert found.accepted[0].to_json() == {
        "of": {"kind": "character", "key": "anna"},
        "variable": "debt",
        "before": 0,
        "after": 3,
    }
    world = judge(change("world", "", "weather", to="wet")).accepted[0]
    assert world.to_json()["of"] == {"kind": "world"}


DECIMALS = st.decimals(-50, 50, places=2).map(lambda number: number)
RANGES = st.tuples(DECIMALS, DECIMALS).map(sorted)


@pytest.mark.spec("VR-4", "VR-1a")
@settings(max_examples=200, deadline=None)
@given(
    RANGES,
    st.none() | st.decimals("0.01", 20, places=2),
    st.booleans(),
    st.lists(st.integers(-40, 40), max_size=6),
)
def test_whatever_is_added_the_value_is_one_the_variable_may_have(bounds, step, both, counts):
    low, high = bounds
    declared = {
        "key": "n",
        "minimum": plain(low),
        **({"maximum": plain(high)} if both else {}),
        **({} if step is None else {"step": plain(step)}),
    }
    assert definition_fault(declared) is None
    definition = read_definition(declared)
    variables = Variables({"n": definition})
    size = definition.step or Decimal("0.0001")
    target = Target("character", "anna")
    for count in counts:
        before = variables.value(definition, target)
        asked = change("character", "anna", "n", by=plain(count * size))
        found = judge(asked, variables=variables)
        assert found.left_out == ()
        after = found.accepted[0].after
        assert value_fault(definition, plain(after), "") is None
        assert after == clamped(definition, before + count * size)
        if both:
            assert abs(after - min(max(before + count * size, low), high)) < size
        variables = found.variables
