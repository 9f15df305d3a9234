"""Try changes of things on a state, without a session: `items_try --json` (IC-1)."""

from collections.abc import Mapping
from typing import Any

from worldbook.management.json_command import JsonCommand
from worldbook.rules.items.asking import answer_trial
from worldbook.rules.refusal import Refusal


class Command(JsonCommand):
    """Print what comes of changes of things, or every reason why they are not possible."""

    help = __doc__

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        """`{state, changes}` → `{ok, failures: [{index, code, reason}], state}`."""
        return answer_trial(request)
