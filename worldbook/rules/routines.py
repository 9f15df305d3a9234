"""Whether a routine window may be kept, and as a value (AG-1).

In JSON: `{start, end, days?, calendar?, location?, activity?}`; see `agenda.Routine`.
"""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.agenda import Routine
from worldbook.rules.calendar import never_matches
from worldbook.rules.calendar_validate import rule_fault
from worldbook.rules.faults import Fault, by_kind, first, members, under
from worldbook.rules.fields import Text
from worldbook.rules.windows import window_fault

_KNOWN = ("start", "end", "days", "calendar", "location", "activity")
_WINDOW = {"from": "start", "to": "end"}


def routine_fault(given: Any, *, festivals: Mapping[str, Any] | None = None) -> Fault | None:
    """What is wrong with a window; with `festivals` given its calendar rule may name only those.

    Whether there is such a place is the world's to say.
    """
    wrong = members(given, "", known=_KNOWN, needed=("start", "end"))
    return wrong or first(
        (
            _window_fault(given),
            _calendar_fault(given.get("calendar"), festivals),
            None if given.get("location") is None else by_kind(_KEY, given["location"], "location"),
            by_kind(Text(300), given.get("activity", ""), "activity"),
        )
    )


_KEY = Text(100, empty=False)


def _window_fault(given: Mapping[str, Any]) -> Fault | None:
    days = {"days": given["days"]} if given.get("days", []) not in ([], ()) else {}
    fault = window_fault({"from": given["start"], "to": given["end"], **days})
    return fault and Fault(fault.code, _WINDOW.get(fault.path, fault.path), fault.values)


def _calendar_fault(rule: Any, festivals: Mapping[str, Any] | None) -> Fault | None:
    """{} and null stand for no rule."""
    if rule is None or rule == {}:
        return None
    fault = under("calendar", rule_fault(rule, festivals=festivals))
    return fault or (Fault("never", "calendar") if never_matches(rule) else None)


def read_routine(given: Mapping[str, Any]) -> Routine:
    """A valid window as a value."""
    return Routine(
        start=given["start"],
        end=given["end"],
        days=tuple(given.get("days", ())),
        calendar=given.get("calendar") or None,
        location=given.get("location"),
        activity=given.get("activity", ""),
    )
