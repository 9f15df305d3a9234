"""Whether a condition is one, and what is wrong with it and where (CO-1, CO-3)."""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.calendar import never_matches
from worldbook.rules.calendar_validate import rule_fault, rules_in
from worldbook.rules.condition_leaves import LEAVES, Known
from worldbook.rules.faults import Fault, by_kind, first, inside, members
from worldbook.rules.fields import LARGE, Whole

MOST_NODES, MOST_LEVELS = 200, 10

BRANCHES = ("all", "any", "not", "at_least")
KINDS = (*BRANCHES, *LEAVES)


def branch_of(condition: Mapping[str, Any]) -> tuple[str, tuple[tuple[Any, str], ...]]:
    """The kind of a condition of one member, and the conditions in it with their paths in it."""
    kind, value = next(iter(condition.items()))
    if kind in ("all", "any"):
        return kind, tuple((item, f"{kind}[{at}]") for at, item in enumerate(value))
    if kind == "at_least":
        return kind, tuple((item, f"at_least.of[{n}]") for n, item in enumerate(value["of"]))
    return kind, ((value, "not"),) if kind == "not" else ()


def condition_fault(condition: Any, *, known: Known | None = None) -> Fault | None:
    """The first thing that is wrong with a condition; None for one that may be evaluated.

    Where a world is `known`, keys that it does not have are refused.
    """
    nodes = 0

    def judge(value: Any, path: str, level: int) -> Fault | None:
        nonlocal nodes
        nodes += _size(value)
        if level > MOST_LEVELS:
            return Fault("too_many_levels", path, {"most": MOST_LEVELS})
        if nodes > MOST_NODES:
            return Fault("too_many_nodes", path, {"most": MOST_NODES})
        wrong = _shape_fault(value, path, known or Known())
        return wrong or first(
            judge(part, inside(path, at), level + 1) for part, at in branch_of(value)[1]
        )

    return judge(condition, "", 1)


def _size(value: Any) -> int:
    """How many nodes a node is itself: one, and of a calendar rule as many as it has rules."""
    rule = value.get("calendar") if isinstance(value, Mapping) else None
    return max(1, sum(1 for _ in rules_in(rule))) if rule and rule_fault(rule) is None else 1


def _shape_fault(value: Any, path: str, known: Known) -> Fault | None:
    """What is wrong with one node, the conditions in it aside."""
    if not isinstance(value, Mapping):
        return Fault("not_object", path)
    unknown = next((str(name) for name in value if name not in KINDS), None)
    if unknown is not None:
        return Fault("unknown_kind", inside(path, unknown), {"known": ", ".join(KINDS)})
    if len(value) != 1:
        return Fault("one_of", path, {"known": ", ".join(KINDS)})
    kind, part = next(iter(value.items()))
    at = inside(path, kind)
    if kind in LEAVES:
        return LEAVES[kind](part, at, known)
    if kind == "at_least":
        names = ("n", "of")
        wrong = members(part, at, known=names, needed=names)
        wrong = wrong or by_kind(Whole(0, LARGE), part["n"], inside(at, "n"))
        return wrong or _list_fault(part["of"], inside(at, "of"))
    return _list_fault(part, at) if kind != "not" else None


def _list_fault(value: Any, path: str) -> Fault | None:
    return None if isinstance(value, list | tuple) else Fault("not_list", path)


def save_fault(condition: Any, *, known: Known | None = None) -> Fault | None:
    """What keeps a condition from being saved: a fault, or a date that can never come (CA-3)."""
    return condition_fault(condition, known=known) or _never(condition, "")


def _never(condition: Mapping[str, Any], path: str) -> Fault | None:
    kind, parts = branch_of(condition)
    if kind == "calendar" and never_matches(condition[kind]):
        return Fault("never", inside(path, kind))
    return first(_never(part, inside(path, at)) for part, at in parts)
