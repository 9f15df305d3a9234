from decimal import Decimal
from typing import Any

import pytest

from sessions_app.rules.calls import CallRecord, Route, Usage, cost_of
from sessions_app.rules.usage import add_usage


def call(**values: Any) -> CallRecord:
    return CallRecord(role="actor", provider="p", model="m", outcome="ok", **values)


@pytest.mark.spec("OB-1")
def test_calls_add_up() -> None:
    first = add_usage({}, [call(tokens_in=10, tokens_out=5, cost=Decimal("0.1"))])
    both = add_usage(first, [call(tokens_in=1, tokens_out=2, tokens_cached=3, cost=Decimal("0.2"))])
    assert both == {
        "calls": 2, "in": 11, "out": 7, "cached": 3, "estimated": False, "cost": "0.3"
    }  # fmt: skip


@pytest.mark.spec("OB-1")
def test_one_unknown_cost_makes_the_sum_unknown_for_good() -> None:
    usage = add_usage({}, [call(tokens_in=1, cost=Decimal(1)), call(tokens_in=1)])
    assert usage["cost"] is None
    assert add_usage(usage, [call(tokens_in=1, cost=Decimal(1))])["cost"] is None


def test_no_calls_change_nothing() -> None:
    assert add_usage({}, []) == {}


@pytest.mark.spec("OB-1")
@pytest.mark.parametrize(("kind", "cost"), [("storyteller", Decimal(0)), ("openai", None)])
def test_without_prices_the_storyteller_costs_nothing_and_a_service_an_unknown_sum(
    kind: str, cost: Decimal | None
) -> None:
    route = Route(role="actor", kind=kind, provider="p", model="m")
    assert cost_of(route, Usage(10, 5)) == cost
