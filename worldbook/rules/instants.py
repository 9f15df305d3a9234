"""Instants as people and files write them: ISO 8601 with an offset, or in the zone of a story."""

import re
from dataclasses import dataclass

from worldbook.rules.refusal import Refusal
from worldbook.rules.zones import HOUR, MINUTE, SECOND, Zone, in_calendar, wall_at

_SHAPE = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
    r"(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)?"
    r"(?P<offset>[Zz]|[+-][0-9]{2}(?::?[0-9]{2}(?::?[0-9]{2})?)?)?)?"
)


@dataclass(frozen=True, slots=True)
class Written:
    """A wall time and the offset that was written with it, in milliseconds; None: none was."""

    wall: int
    offset: int | None

    def instant(self, zone: Zone | None, now: int | None = None) -> int | None:
        """The instant that is meant; None where it takes a zone and there is none.

        Years 1 to 9999 of the zone's calendar; what lies beyond is None too.
        """
        if self.offset is not None:
            meant = self.wall - self.offset
        elif zone is not None:
            meant = zone.instant(self.wall, now)
        else:
            return None
        return meant if in_calendar(zone.wall(meant) if zone else meant) else None


def read_instant(text: object) -> Written | None:
    """What an ISO text says: a date, or date and time, with or without offset; None if nothing."""
    found = _SHAPE.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    offset = _offset(found["offset"])
    if hour > 23 or minute > 59 or second > 59 or offset is NO_OFFSET:
        return None
    try:
        begun = wall_at(year, month, day)
    except ValueError:
        return None
    fraction = int((found[7] or "0").ljust(3, "0")[:3])
    wall = begun + hour * HOUR + minute * MINUTE + second * SECOND + fraction
    return Written(wall, offset)


NO_OFFSET = -1
"""What `_offset` says of digits that are none; no real one is a part of a second."""


def _offset(text: str | None) -> int | None:
    if text is None:
        return None
    if text in "Zz":
        return 0
    digits = text[1:].replace(":", "").ljust(6, "0")
    hours, minutes, seconds = int(digits[:2]), int(digits[2:4]), int(digits[4:])
    if hours > 23 or minutes > 59 or seconds > 59:
        return NO_OFFSET
    return (-1 if text[0] == "-" else 1) * (hours * HOUR + minutes * MINUTE + seconds * SECOND)


def parse_instant(text: object, zone: Zone, now: int | None = None) -> int | Refusal:
    """An ISO text as an instant; without offset it is in the zone (`now`: see Zone.instant)."""
    written = read_instant(text)
    if written is None:
        reason = "An instant looks like 2026-03-29T14:30 or 2026-03-29T14:30:00+02:00."
        return Refusal("not_instant", reason)
    instant = written.instant(zone, now)
    if instant is None:
        return Refusal("beyond_calendar", "The date lies outside the years 1 to 9999.")
    return instant
