"""How a world tells its time: zone, calendar, names, and parts of the day, as one value (TM-8…11)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.calendar import Calendar
from worldbook.rules.calendar_names import PLAIN_NAMES, CalendarNames, names_fault, read_names
from worldbook.rules.calendar_validate import HEMISPHERES, festivals_fault
from worldbook.rules.day_parts import DAY_PARTS, DayPart, day_part, day_parts_fault, read_day_parts
from worldbook.rules.faults import Fault, by_kind, first, under
from worldbook.rules.fields import OneOf
from worldbook.rules.refusal import Refusal
from worldbook.rules.zones import Zone, day_of, zone_of


@dataclass(frozen=True, slots=True)
class Almanac:
    """What instants are told and wall times are read by.

    `festivals` are calendar rules by name; `calendar` reads rules with them and the hemisphere.
    """

    zone: Zone
    hemisphere: str = "north"
    festivals: Mapping[str, Any] = field(default_factory=dict)
    names: CalendarNames = PLAIN_NAMES
    day_parts: tuple[DayPart, ...] = DAY_PARTS

    @property
    def calendar(self) -> Calendar:
        """A reader of calendar rules; it remembers the festivals it reckoned, so keep it."""
        return Calendar(self.hemisphere, self.festivals)

    def day_part(self, instant: int) -> str:
        """The name of the part of the day that the wall clock shows at an instant."""
        return day_part(self.day_parts, self.zone.wall(instant))

    def day(self, instant: int) -> int:
        """The day of the wall clock at an instant (0 = 1970-01-01)."""
        return day_of(self.zone.wall(instant))


def almanac_fault(given: Mapping[str, Any]) -> Fault | None:
    """What is wrong with `{zone, hemisphere, festivals, calendar_names, day_parts}`.

    Absent members are not wrong; paths begin with the member's name.
    """
    judges = {
        "zone": lambda v: Fault("unknown_zone", "") if zone_of(v) is None else None,
        "hemisphere": lambda v: by_kind(OneOf(HEMISPHERES), v, ""),
        "festivals": festivals_fault,
        "calendar_names": names_fault,
        "day_parts": day_parts_fault,
    }
    return first(under(name, judge(given[name])) for name, judge in judges.items() if name in given)


def read_almanac(given: Mapping[str, Any]) -> Almanac | Refusal:
    """`{zone, hemisphere, festivals, calendar_names, day_parts}` as a value; all may be absent."""
    fault = almanac_fault(given)
    zone = zone_of(given.get("zone", "UTC"))
    if fault is not None or zone is None:
        return (fault or Fault("unknown_zone", "zone")).refusal("almanac")
    return Almanac(
        zone=zone,
        hemisphere=given.get("hemisphere", "north"),
        festivals=given.get("festivals", {}),
        names=read_names(given.get("calendar_names", {})),
        day_parts=read_day_parts(given.get("day_parts", {})),
    )
