"""Who fits: the order of the classes, the budget, the cap of constants, the fifty (WB-30, WB-31)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from worldbook.rules.refusal import Refusal

GIVEN, REQUIRED, CONSTANT, OTHER = -1, 0, 1, 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """One bundle that asks for room: its root's class, and its members (root included).

    A root that is GIVEN has been chosen for another audience before; where it is a constant
    (`given_constant`), it takes from the share of constants. `ratio` is the share of the budget that optional constants of the root's book may take; `name`
    is what a refusal calls the root (`book:key_id`).
    """

    root: Any
    level: int
    members: tuple[Any, ...]
    ratio: float = 1.0
    name: str = ""
    given_constant: bool = False


@dataclass(slots=True)
class Ledger:
    """What is in, in the order it came in, and the arithmetic of it (tokens)."""

    budget: int
    max_entries: int
    chosen: list[Any] = field(default_factory=list)
    spent: int = 0
    constants: int = 0
    dropped: dict[Any, Mapping[str, Any]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The sums for the trace."""
        return {
            "budget": self.budget,
            "spent": self.spent,
            "left": self.budget - self.spent,
            "constants": self.constants,
            "entries": len(self.chosen),
            "max_entries": self.max_entries,
        }


def constant_cap(budget: int, ratio: float) -> int:
    """Tokens that optional constants may newly add: the exact share, rounded down."""
    return int(Fraction(str(ratio)) * budget)


def fill(
    candidates: Sequence[Candidate],
    cost: Callable[[Any], int],
    *,
    budget: int,
    max_entries: int,
) -> Ledger | Refusal:
    """Let bundles in, in the order given, each whole; members already in cost nothing again.

    A bundle that does not fit is skipped and smaller ones after it may still go in. A required
    one that does not fit fails the turn (WB-25).
    """
    ledger = Ledger(budget, max_entries)
    inside: set[Any] = set()
    for candidate in candidates:
        new = [member for member in candidate.members if member not in inside]
        facts = _misfit(candidate, new, cost, ledger)
        if facts is None:
            inside.update(new)
        elif candidate.level == REQUIRED:
            return _required_refusal(candidate, facts, ledger)
        else:
            ledger.dropped[candidate.root] = facts
    return ledger


def _misfit(
    candidate: Candidate, new: list[Any], cost: Callable[[Any], int], ledger: Ledger
) -> Mapping[str, Any] | None:
    """Why a bundle does not fit; None when it does, and then it is entered in the ledger."""
    if len(ledger.chosen) + len(new) > ledger.max_entries:
        return {"decision": "over_count", "entries": len(ledger.chosen), "new": len(new)}
    tokens = sum(map(cost, new))
    left = ledger.budget - ledger.spent
    if tokens > left:
        return {"decision": "over_budget", "tokens": tokens, "left": left}
    if candidate.level == CONSTANT and tokens:
        cap = constant_cap(ledger.budget, candidate.ratio)
        if ledger.constants + tokens > cap:
            left = max(cap - ledger.constants, 0)
            return {"decision": "over_constant_cap", "tokens": tokens, "left": left, "cap": cap}
        ledger.constants += tokens
    elif candidate.given_constant:
        ledger.constants += tokens
    ledger.spent += tokens
    ledger.chosen.extend(new)
    return None


def _required_refusal(candidate: Candidate, facts: Mapping[str, Any], ledger: Ledger) -> Refusal:
    if facts["decision"] == "over_count":
        return Refusal(
            "too_many_required",
            f"More than {ledger.max_entries} required entries are active; "
            f"at most {ledger.max_entries} entries go into a turn.",
            {"max_entries": ledger.max_entries, "entry": candidate.name},
        )
    return Refusal(
        "required_over_budget",
        f"A required entry needs {facts['tokens']} tokens with all it requires, but only "
        f"{facts['left']} of the budget of {ledger.budget} are left for it.",
        {
            "tokens": facts["tokens"],
            "left": facts["left"],
            "budget": ledger.budget,
            "entry": candidate.name,
        },
    )
