"""The arithmetic of the budget against a second, plainer telling of WB-30 and WB-31."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.refusal import Refusal
from worldbook.rules.selection.budget import (
    CONSTANT,
    OTHER,
    REQUIRED,
    Candidate,
    constant_cap,
    fill,
)

MEMBERS = st.sampled_from("abcdefgh")
COSTS = st.fixed_dictionaries({name: st.integers(0, 40) for name in "abcdefgh"})
BUNDLES = st.lists(
    st.builds(
        Candidate,
        root=st.integers(),
        level=st.sampled_from((REQUIRED, CONSTANT, CONSTANT, OTHER, OTHER)),
        members=st.lists(MEMBERS, min_size=1, max_size=4, unique=True).map(tuple),
        ratio=st.sampled_from((0.0, 0.35, 0.5, 1.0)),
    ),
    max_size=8,
    unique_by=lambda candidate: candidate.root,
).map(lambda bundles: sorted(bundles, key=lambda bundle: bundle.level))
BUDGETS = st.integers(0, 150)
COUNTS = st.integers(0, 6)


def told_plainly(bundles, costs, budget, most):
    """What is in, what is out, or the root that fails the turn."""
    inside, out, spent_by_constants = [], [], 0
    for bundle in bundles:
        new = [name for name in bundle.members if name not in inside]
        cost = sum(costs[name] for name in new)
        spent = sum(costs[name] for name in inside)
        cap = int(Fraction(str(bundle.ratio)) * budget)
        fits = len(inside) + len(new) <= most and spent + cost <= budget
        if bundle.level == CONSTANT and cost and spent_by_constants + cost > cap:
            fits = False
        if not fits and bundle.level == REQUIRED:
            return None, bundle.root
        if fits:
            inside += new
            spent_by_constants += cost if bundle.level == CONSTANT else 0
        else:
            out.append(bundle.root)
    return inside, out


@pytest.mark.spec("WB-30", "WB-31", "WB-25")
@settings(max_examples=120, deadline=None)
@given(BUNDLES, COSTS, BUDGETS, COUNTS)
def test_the_budget_is_filled_as_told(bundles, costs, budget, most):
    ledger = fill(bundles, costs.__getitem__, budget=budget, max_entries=most)
    inside, out = told_plainly(bundles, costs, budget, most)
    if inside is None:
        assert isinstance(ledger, Refusal)
        return
    assert ledger.chosen == inside
    assert list(ledger.dropped) == out
    assert ledger.spent == sum(costs[name] for name in inside) <= budget
    assert len(ledger.chosen) == len(set(ledger.chosen)) <= most


@pytest.mark.spec("WB-30")
@settings(max_examples=60, deadline=None)
@given(BUNDLES, COSTS, BUDGETS)
def test_bundles_go_in_whole_or_not_at_all(bundles, costs, budget):
    ledger = fill(bundles, costs.__getitem__, budget=budget, max_entries=50)
    if isinstance(ledger, Refusal):
        return
    for bundle in bundles:
        whole = set(bundle.members) <= set(ledger.chosen)
        assert whole or bundle.root in ledger.dropped
    taken = {name for b in bundles if b.root not in ledger.dropped for name in b.members}
    assert set(ledger.chosen) == taken


@pytest.mark.spec("WB-30")
@given(st.lists(st.integers(1, 50), min_size=1, max_size=6))
def test_an_exact_fit_goes_in_and_one_token_less_does_not(costs):
    bundles = [Candidate(at, OTHER, (at,)) for at in range(len(costs))]
    whole = fill(bundles, costs.__getitem__, budget=sum(costs), max_entries=50)
    assert whole.chosen == list(range(len(costs)))
    assert not whole.dropped
    less = fill(bundles, costs.__getitem__, budget=sum(costs) - 1, max_entries=50)
    assert list(less.dropped) == [len(costs) - 1]


@pytest.mark.spec("WB-31")
@given(st.integers(0, 10**6), st.integers(0, 100))
def test_the_cap_is_the_exact_share_rounded_down(budget, percent):
    assert constant_cap(budget, percent / 100) == budget * percent // 100
