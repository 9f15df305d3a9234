"""Try a condition on a state, without a session: `condition --json` (CO-4)."""

from collections.abc import Mapping
from typing import Any

from worldbook.management.json_command import JsonCommand
from worldbook.rules.conditions import evaluate
from worldbook.rules.conditions_validate import condition_fault
from worldbook.rules.facts import Facts, state_fault
from worldbook.rules.faults import Fault, under
from worldbook.rules.refusal import Refusal


class Command(JsonCommand):
    """Print whether a condition holds on a state, and what each part of it saw."""

    help = __doc__

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        """`{condition, state}` → `{value, reason?, tree}`; paths of errors are inside the condition."""
        condition: Any = request.get("condition")
        state = request.get("state")
        wrong = condition_fault(condition)
        if wrong:
            return wrong.refusal("condition")
        if not isinstance(state, Mapping):
            return Fault("not_object", "state").refusal("state")
        wrong = under("state", state_fault(state))
        if wrong:
            return wrong.refusal("state")
        outcome = evaluate(condition, Facts(state))
        why = {"reason": outcome.reason} if outcome.reason else {}
        return {"value": outcome.holds, **why, "tree": outcome.tree}
