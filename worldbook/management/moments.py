"""The instant that a request names as `at`, in the zone `tz`."""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.faults import Fault
from worldbook.rules.instants import parse_instant
from worldbook.rules.refusal import Refusal
from worldbook.rules.zones import Zone, zone_of


def moment_of(request: Mapping[str, Any]) -> tuple[int, Zone] | Refusal:
    """The instant and its zone, or which of the two is wrong."""
    zone = zone_of(request.get("tz"))
    if zone is None:
        return Fault("unknown_zone", "tz").refusal("tz")
    at = parse_instant(request.get("at"), zone)
    if isinstance(at, Refusal):
        return Fault(at.code, "at").refusal("at")
    return at, zone
