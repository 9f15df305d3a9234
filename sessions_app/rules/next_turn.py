"""What an author gives a story for its next turn alone (WB-37b): strategy, budget, entries in or out.

Stored as JSON {strategy, budget, force, bar}; absent is "as in the story". Entries are named
`book:key_id`, as the selection names them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sessions_app.rules.scenarios import STRATEGIES, ScenarioConfig
from sessions_app.rules.settings import is_budget
from worldbook.rules.refusal import Refusal

MOST_NAMED = 50
"""How many entries may be forced, and how many barred; a turn takes no more either."""


@dataclass(frozen=True, slots=True)
class NextTurn:
    """What holds for one turn; None and nobody named is as in the story."""

    strategy: str | None = None
    budget: int | None = None
    force: tuple[str, ...] = ()
    bar: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self != NextTurn()

    @property
    def overridden(self) -> tuple[str, ...]:
        """Which of strategy and budget are given."""
        given = {"strategy": self.strategy, "budget": self.budget}
        return tuple(name for name, value in given.items() if value is not None)

    def applied(self, config: ScenarioConfig) -> ScenarioConfig:
        """The scenario as it is for this turn."""
        return replace(
            config,
            strategy=config.strategy if self.strategy is None else self.strategy,
            worldbook_budget=config.worldbook_budget if self.budget is None else self.budget,
        )

    def to_json(self) -> dict[str, Any]:
        """What is stored; {} where nothing is given."""
        values = {
            "strategy": self.strategy,
            "budget": self.budget,
            "force": list(self.force),
            "bar": list(self.bar),
        }
        return {name: value for name, value in values.items() if value not in (None, [])}


def stored_next_turn(data: Mapping[str, Any]) -> NextTurn:
    """What was stored; it trusts what `to_json` wrote."""
    return NextTurn(
        strategy=data.get("strategy"),
        budget=data.get("budget"),
        force=tuple(data.get("force", ())),
        bar=tuple(data.get("bar", ())),
    )


def given_in(selection_input: Mapping[str, Any]) -> NextTurn:
    """What an author had given for a turn, read from the turn's frozen input."""
    overridden = selection_input.get("overridden", ())
    return NextTurn(
        strategy=selection_input["strategy"] if "strategy" in overridden else None,
        budget=selection_input["budget"] if "budget" in overridden else None,
        force=tuple(selection_input.get("forced", ())),
        bar=tuple(selection_input.get("barred", ())),
    )


def read_next_turn(
    *, strategy: str | None, budget: int | None, force: Sequence[str], bar: Sequence[str]
) -> NextTurn | Refusal:
    """What somebody asks for, judged; whether the entries exist is the caller's to see.

    Refused: next_turn_invalid with the field (strategy, budget, force, bar).
    """
    if strategy is not None and strategy not in STRATEGIES:
        return _invalid("strategy", f"The strategy is one of {', '.join(STRATEGIES)}.")
    if budget is not None and not is_budget(budget):
        return _invalid("budget", "The budget is out of its range.")
    for field, names in (("force", force), ("bar", bar)):
        if len(set(names)) > MOST_NAMED:
            return _invalid(field, f"At most {MOST_NAMED} entries may be named.")
    both = sorted(set(force) & set(bar))
    if both:
        return _invalid("bar", f"The entry {both[0]} cannot be forced and barred at once.")
    return NextTurn(strategy, budget, tuple(dict.fromkeys(force)), tuple(dict.fromkeys(bar)))


def _invalid(field: str, reason: str) -> Refusal:
    return Refusal("next_turn_invalid", reason, {"field": field})
