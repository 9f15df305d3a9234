"""Conditions of any form over states of any form: judging and evaluating never raise."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldbook.rules.test_conditions import negated, of
from worldbook.rules.conditions_validate import condition_fault
from worldbook.rules.facts import state_fault

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
