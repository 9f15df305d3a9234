"""A whole request to try changes, and its answer (IC-1)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from worldbook.rules.faults import Fault, first
from worldbook.rules.items.reading import read_state, state_fault
from worldbook.rules.items.reading_changes import change_faults, read_change
from worldbook.rules.items.trial import try_changes
from worldbook.rules.items.writing import written_state
from worldbook.rules.refusal import Refusal

MOST_CHANGES = 1_000
_SPOKEN = {"main hand": 1, "off hand": 1}
"""Slots as people write them, beside the keys `main_hand` and `off_hand`."""


def answer_trial(request: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
    """`{state, changes}` → `{ok, failures: [{index, code, reason}], state}`.

    A refusal says what is wrong with the form of the request; `detail["at"]` is where. What the
    laws do not let happen is no refusal but a failure.
    """
    wrong = _fault(request)
    if wrong:
        return wrong.refusal("request")
    state = read_state(request["state"])
    slots = {**_SPOKEN, **state.slots}
    trial = try_changes(
        replace(state, slots=slots), [read_change(row) for row in request["changes"]]
    )
    return {
        "ok": trial.ok,
        "failures": [
            {"index": found.index, "code": found.refusal.code, "reason": found.refusal.reason}
            for found in trial.failures
        ],
        "state": written_state(request["state"], state, trial),
    }


def _fault(request: Mapping[str, Any]) -> Fault | None:
    for name in request:
        if name not in ("state", "changes"):
            return Fault("unknown_field", str(name)[:200])
    for name in ("state", "changes"):
        if name not in request:
            return Fault("missing", name)
    changes = request["changes"]
    if not isinstance(changes, list | tuple):
        return Fault("not_list", "changes")
    if len(changes) > MOST_CHANGES:
        return Fault("too_many", "changes", {"most": MOST_CHANGES})
    return state_fault(request["state"]) or first(
        fault for at, row in enumerate(changes) for fault in change_faults(row, f"changes[{at}]")
    )
