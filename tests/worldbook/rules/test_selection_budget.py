from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.worldbook.rules.selecting import book, choose, decisions, entry, ids, turn
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import select
from worldbook.rules.selection.budget import (
    CONSTANT,
    OTHER,
    REQUIRED,
    Candidate,
    constant_cap,
    fill,
)
from worldbook.rules.tokens import counter_for
from worldbook.rules.wrapper import SEPARATOR


def cost_of(selection, key_id):
    return next(item.tokens for item in selection.selected if item.key_id == key_id)


@pytest.mark.spec("WB-30", "WB-32")
def test_cost_is_the_wrapped_entry_with_its_separator():
    books = book(entry("a", "x", title="T", content="<{{char}}>"), key="b", revision=7)
    count = counter_for("gpt-4o")
    item = choose(turn("x", char="Bob"), books, count=count).selected[0]
    assert item.text == "<Bob>"
    assert item.wrapped == (
        '<worldbook-entry id="b:7:a" title="T">\n&lt;Bob&gt;\n</worldbook-entry>'
    )
    assert item.tokens == count(item.wrapped + SEPARATOR)


@pytest.mark.spec("WB-32")
def test_tokens_are_counted_once_a_body_and_tokenizer():
    seen = []

    def count(text):
        seen.append(text)
        return len(text)

    books = book(entry("plain", "x"), entry("macro", "x", content="{{char}}"))
    for number in range(3):
        choose(turn("x", turn=number, char="Bob"), books, count=count)
    assert len([text for text in seen if "plain" in text]) == 1


@pytest.mark.spec("WB-30", "WB-44")
def test_rank_inside_a_class():
    def order(*entries):
        """Who goes in when only one fits, then without it, and so on."""
        left, result = list(entries), []
        while left:
            every = choose(turn("x"), book(*left))
            budget = max(item.tokens for item in every.selected)
            first = list(ids(choose(turn("x", budget=budget, max_entries=1), book(*left))))
            result += first
            left = [one for one in left if one.key_id not in first]
        return result

    assert order(
        entry("place-b", "x", place=2),
        entry("place-a", "x", place=1),
        entry("high-order", "x", order=101),
        entry("priority", "x", priority=1, order=-9),
        entry("required", required=True, priority=-9),
    ) == ["required", "priority", "high-order", "place-a", "place-b"]


@pytest.mark.spec("WB-4")
def test_a_constant_competes_and_what_is_required_too_does_not():
    """Constant asks for no key but for room; both marks together are handled as required."""
    both = entry("both", required=True, constant=True)
    books = book(both, entry("constant", constant=True), constant_budget_ratio=1)
    selection = choose(turn("no key here"), books)
    assert {item.key_id: item.cause["kind"] for item in selection.selected} == {
        "both": "required",
        "constant": "constant",
    }
    budget = cost_of(selection, "both")
    assert decisions(choose(turn("x", budget=budget), books)) == {"constant": "over_budget"}
    no_cap = book(both, constant_budget_ratio=0)
    assert ids(choose(turn("x", budget=budget), no_cap)) == ["both"]
    assert select(turn("x", budget=budget - 1), [no_cap], len).code == "required_over_budget"
    assert choose(turn("x", budget=0), book(entry("c", constant=True))).selected == ()


@pytest.mark.spec("WB-31", "WB-51")
@pytest.mark.parametrize(("spare", "found"), [(0, ["a"]), (-1, [])])
def test_the_constant_cap_is_exact(spare, found):
    books = book(entry("a", "x", constant=True), constant_budget_ratio=0.35)
    cost = cost_of(choose(turn("x"), books), "a")
    budget = next(n for n in range(10**4) if constant_cap(n, 0.35) >= cost) + spare
    selection = choose(turn("x", budget=budget), books)
    assert ids(selection) == found
    assert decisions(selection) == ({} if found else {"a": "over_constant_cap"})


@pytest.mark.spec("WB-31")
def test_the_example_of_the_cap():
    assert constant_cap(2400, 0.35) == 840
    assert constant_cap(100, 0.29) == 29


@pytest.mark.spec("WB-53")
def test_budget_and_fifty_hold_over_all_books():
    books = [book(*(entry(f"e{n}", "x") for n in range(30)), key=f"b{b}") for b in range(3)]
    selection = choose(turn("x"), *books)
    assert len(selection.selected) == 50
    assert [item.book for item in selection.selected] == ["b0"] * 30 + ["b1"] * 20
    assert [item["decision"] for item in selection.dropped] == ["over_count"] * 40


@pytest.mark.spec("WB-25", "WB-30")
def test_what_is_required_and_does_not_fit_fails_the_turn():
    many = book(*(entry(f"e{n}", required=True) for n in range(51)))
    assert select(turn("x"), [many], len).code == "too_many_required"
    bundle = book(entry("a", required=True, requires=("b",)), entry("b", content="x" * 500))
    refusal = select(turn("x", budget=400), [bundle], len)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "required_over_budget"
    assert refusal.detail["budget"] == 400
    assert str(refusal.detail["tokens"]) in refusal.reason


COSTS = st.integers(0, 40)
BUNDLES = st.lists(
    st.tuples(st.sampled_from([CONSTANT, OTHER]), st.sets(st.integers(0, 9), min_size=1)),
    max_size=12,
)


@pytest.mark.spec("WB-30", "WB-31")
@given(BUNDLES, st.lists(COSTS, min_size=10, max_size=10), st.integers(0, 120), st.integers(0, 12))
def test_the_arithmetic_of_the_budget(bundles, costs, budget, most):
    candidates = [
        Candidate(root=f"root{n}", level=level, members=tuple(sorted(members)), ratio=0.35)
        for n, (level, members) in enumerate(bundles)
    ]
    ledger = fill(candidates, costs.__getitem__, budget=budget, max_entries=most)
    assert ledger.spent == sum(costs[member] for member in ledger.chosen) <= budget
    assert len(set(ledger.chosen)) == len(ledger.chosen) <= most
    assert ledger.constants <= Fraction("0.35") * budget
    chosen = set(ledger.chosen)
    for candidate in candidates:
        whole = set(candidate.members) <= chosen
        assert whole or candidate.root in ledger.dropped
    for candidate in candidates:
        if candidate.root in ledger.dropped:
            facts = ledger.dropped[candidate.root]
            assert facts["decision"] in ("over_budget", "over_constant_cap", "over_count")
            if facts["decision"] != "over_count":
                assert facts["tokens"] > facts["left"] >= 0


@pytest.mark.spec("WB-25")
@given(st.integers(0, 50), st.integers(0, 50))
def test_a_required_bundle_is_in_or_the_turn_fails(cost, budget):
    required = Candidate(root="r", level=REQUIRED, members=("r",))
    result = fill([required], lambda _: cost, budget=budget, max_entries=50)
    assert isinstance(result, Refusal) == (cost > budget)
