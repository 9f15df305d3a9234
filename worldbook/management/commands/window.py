"""Ask a window of the day about an instant, without a session: `window --json` (CA-5)."""

from collections.abc import Mapping
from typing import Any

from worldbook.management.json_command import JsonCommand
from worldbook.management.moments import moment_of
from worldbook.rules.refusal import Refusal
from worldbook.rules.windows import occurrence, window_fault
from worldbook.rules.zones import Zone, show


class Command(JsonCommand):
    """Print whether an instant is inside a window, and when that occurrence or the next one is."""

    help = __doc__

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        """`{window, at, tz}` → `{inside, begins, ends}`."""
        window: Any = request.get("window")
        wrong = window_fault(window)
        if wrong:
            return wrong.refusal("window")
        moment = moment_of(request)
        if isinstance(moment, Refusal):
            return moment
        at, zone = moment
        found = occurrence(window, at, zone)
        return {
            "inside": found.inside,
            "begins": _told(found.begins, zone),
            "ends": _told(found.ends, zone),
        }


def _told(instant: int | None, zone: Zone) -> str | None:
    return None if instant is None else show(instant, zone)
