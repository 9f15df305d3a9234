"""Ask a calendar rule about a date, without a session: `calendar --json` (CA-5)."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from worldbook.management.json_command import JsonCommand
from worldbook.management.moments import moment_of
from worldbook.rules.calendar import Calendar
from worldbook.rules.calendar_validate import HEMISPHERES, festivals_fault, rule_fault
from worldbook.rules.faults import Fault, by_kind, first, under
from worldbook.rules.fields import OneOf
from worldbook.rules.refusal import Refusal
from worldbook.rules.zones import date_of


class Command(JsonCommand):
    """Print whether a rule holds on the local date, and the dates before and after on which it does."""

    help = __doc__

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        """`{rule, at, tz, hemisphere?, festivals?}` → `{matches, next, previous}`."""
        rule, festivals = request.get("rule"), request.get("festivals") or {}
        hemisphere = request.get("hemisphere") or "north"
        wrong = _wrong(rule, hemisphere, festivals)
        if wrong:
            return wrong.refusal("rule")
        moment = moment_of(request)
        if isinstance(moment, Refusal):
            return moment
        at, zone = moment
        day, calendar = date_of(zone.wall(at)), Calendar(hemisphere, festivals)
        return {
            "matches": calendar.matches(rule, day),
            "next": _told(calendar.next(rule, day)),
            "previous": _told(calendar.previous(rule, day)),
        }


def _wrong(rule: Any, hemisphere: Any, festivals: Any) -> Fault | None:
    return first(
        (
            under("festivals", festivals_fault(festivals)),
            by_kind(OneOf(HEMISPHERES), hemisphere, "hemisphere"),
        )
    ) or rule_fault(rule, festivals=festivals)


def _told(day: date | None) -> str | None:
    return day.isoformat() if day else None
