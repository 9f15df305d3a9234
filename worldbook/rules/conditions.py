"""Whether a condition holds on a plain state, and how that came about (CO-2, CO-4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from worldbook.rules.condition_seen import SEEN, kleene_all, kleene_any
from worldbook.rules.facts import Facts

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a condition.

    `verdict`: true, false, or None where it is unknown. `tree`: the condition again, each node with
    its `value` (null with a `reason`: unknown), leaves with `seen`, the present value.
    """

    verdict: bool | None
    tree: Mapping[str, Any]

    @property
    def holds(self) -> bool:
        """The value at the top, where unknown is false."""
        return self.verdict is True

    @property
    def reason(self) -> str:
        """`unknown` where that is why it does not hold."""
        return UNKNOWN if self.verdict is None else ""


def evaluate(condition: Mapping[str, Any], facts: Facts) -> Outcome:
    """Evaluate a valid condition (`conditions_validate`); any state will do."""
    kind, part = next(iter(condition.items()))
    if kind == "not":
        inner = evaluate(part, facts)
        verdict = None if inner.verdict is None else not inner.verdict
        return _branch({"not": inner.tree}, verdict)
    if kind == "at_least":
        parts = [evaluate(item, facts) for item in part["of"]]
        tree = {"at_least": {"n": part["n"], "of": [item.tree for item in parts]}}
        return _branch(tree, _enough(part["n"], [item.verdict for item in parts]))
    if kind in ("all", "any"):
        parts = [evaluate(item, facts) for item in part]
        join = kleene_all if kind == "all" else kleene_any
        return _branch({kind: [item.tree for item in parts]}, join(i.verdict for i in parts))
    seen = SEEN[kind](part, facts)
    why = {"reason": seen.reason or UNKNOWN} if seen.value is None else {}
    return Outcome(seen.value, {kind: part, "value": seen.value, **why, "seen": seen.seen})


def _branch(tree: Mapping[str, Any], verdict: bool | None) -> Outcome:  # noqa: FBT001 - a value
    why = {"reason": UNKNOWN} if verdict is None else {}
    return Outcome(verdict, {**tree, "value": verdict, **why})


def _enough(n: int, verdicts: Sequence[bool | None]) -> bool | None:
    """True if n are true, false if the unknown ones could not make it n."""
    sure = verdicts.count(True)
    if sure >= n:
        return True
    return None if sure + verdicts.count(None) >= n else False
