"""What can be given for one turn, and how it changes the scenario (WB-37b)."""

import pytest

from sessions_app.rules.next_turn import NextTurn, given_in, read_next_turn, stored_next_turn
from sessions_app.rules.scenarios import ScenarioConfig
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import SelectionRequest

pytestmark = pytest.mark.spec("WB-37b")

NOTHING = {"strategy": None, "budget": None, "force": (), "bar": ()}


def test_what_is_given_takes_the_place_of_the_scenarios_and_the_rest_stays() -> None:
    config = ScenarioConfig("s", strategy="rules", worldbook_budget=1500)
    assert NextTurn().applied(config) == config
    given = read_next_turn(strategy="hybrid", budget=0, force=["b:a", "b:a"], bar=["b:c"])
    assert given == NextTurn("hybrid", 0, ("b:a",), ("b:c",))
    applied = given.applied(config)
    assert (applied.strategy, applied.worldbook_budget) == ("hybrid", 0)
    assert given.overridden == ("strategy", "budget")


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"strategy": "magic"}, "strategy"),
        ({"budget": -1}, "budget"),
        ({"budget": True}, "budget"),
        ({"budget": 100_001}, "budget"),
        ({"force": [f"b:{n}" for n in range(51)]}, "force"),
        ({"bar": [f"b:{n}" for n in range(51)]}, "bar"),
        ({"force": ["b:a"], "bar": ["b:a"]}, "bar"),
    ],
)
def test_what_cannot_be_given_is_refused_with_its_field(values, field) -> None:
    refusal = read_next_turn(**(NOTHING | values))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.detail["field"]) == ("next_turn_invalid", field)


@pytest.mark.parametrize(
    "given",
    [NextTurn(), NextTurn("rules"), NextTurn(budget=0), NextTurn("hybrid", 9, ("b:a",), ("b:c",))],
)
def test_it_is_read_back_from_the_story_and_from_a_turns_frozen_input(given) -> None:
    assert stored_next_turn(given.to_json()) == given
    assert bool(given) is bool(given.to_json())
    applied = given.applied(ScenarioConfig("s"))
    request = SelectionRequest(
        query="x",
        strategy=applied.strategy,
        budget=applied.worldbook_budget,
        forced=given.force,
        barred=given.bar,
        overridden=given.overridden,
    )
    assert given_in(request.to_json()) == given
