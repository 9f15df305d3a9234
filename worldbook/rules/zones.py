"""Wall clocks of zones, also where they jump (TM-10).

Instants are whole milliseconds since 1970 in UTC (TM-1). A *wall time* is what a clock on the wall
shows, counted the same way as if the zone were UTC, so that both are plain numbers that never leave
the calendar. In a *gap* the clocks go forward and skip wall times; in a *fold* they go back and
show some twice.

Zones come from the pinned package `tzdata`, never from the machine, so that the same story reads
the same everywhere.
"""

from datetime import date, datetime, timedelta
from functools import cache, lru_cache
from importlib import resources
from zoneinfo import ZoneInfo

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000

_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - a wall time
_EPOCH_DAY = date(1970, 1, 1).toordinal()

FIRST_WALL = -62_135_596_800_000
LAST_WALL = 253_402_300_799_999
"""The walls of years 1 to 9999."""

# Offsets do not change in the first and last days of the calendar; asked there, they would leave it.
_FIRST_ASKED, _LAST_ASKED = FIRST_WALL + 3 * DAY, LAST_WALL - 3 * DAY
# No zone has changed its clocks twice within this time.
_STEP = 6 * HOUR


def in_calendar(wall: int) -> bool:
    """Whether a wall time lies in the years 1 to 9999."""
    return FIRST_WALL <= wall <= LAST_WALL


def day_of(wall: int) -> int:
    """The day of a wall time as a number (0 = 1970-01-01)."""
    return wall // DAY


def date_of(wall: int) -> date:
    """The date of a wall time of the calendar."""
    return date.fromordinal(_EPOCH_DAY + day_of(wall))


def weekday_of(day: int) -> int:
    """The weekday of a numbered day; 0 is Monday."""
    return (day + 3) % 7


def wall_at(year: int, month: int, day: int) -> int:
    """The wall time at which a date begins.

    Raises:
        ValueError: There is no such date.
    """
    return (date(year, month, day).toordinal() - _EPOCH_DAY) * DAY


def _shown(wall: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=wall)


def show_wall(wall: int) -> str:
    """A wall time of the calendar in ISO form."""
    return _shown(wall).isoformat(timespec="milliseconds" if wall % SECOND else "seconds")


def show(instant: int, zone: "Zone | None") -> str | None:
    """An instant in ISO form with the zone's offset, or in UTC; None beyond the calendar."""
    offset = zone.offset(instant) if zone else 0
    if not in_calendar(instant + offset):
        return None
    behind, ahead = ("-", -offset) if offset < 0 else ("+", offset)
    hours, rest = divmod(ahead // SECOND, 3600)
    minutes, seconds = divmod(rest, 60)
    told = f"{behind}{hours:02}:{minutes:02}" + (f":{seconds:02}" if seconds else "")
    return show_wall(instant + offset) + told


class Zone:
    """One zone of the tz database."""

    def __init__(self, info: ZoneInfo) -> None:
        self._info = info
        self.name = str(info.key)

    def offset(self, instant: int) -> int:
        """How far the wall clock is ahead of UTC at an instant, in milliseconds."""
        asked = min(max(instant, _FIRST_ASKED), _LAST_ASKED)
        local = self._info.fromutc(_shown(asked).replace(tzinfo=self._info))
        return _milliseconds(local.utcoffset())

    def wall(self, instant: int) -> int:
        """What the wall clock shows at an instant."""
        return instant + self.offset(instant)

    def instants(self, wall: int) -> tuple[int, ...]:
        """When the wall clock shows a time: once, twice in a fold, never in a gap."""
        early, late = self._guesses(wall)
        if early == late:
            return (early,)
        return (early, late) if early < late else ()

    def instant(self, wall: int, now: int | None = None) -> int:
        """The instant that a wall time means.

        In a gap the next existing one, where the clocks jump; in a fold the first, or the second
        if the first is not after `now`.
        """
        found = self.instants(wall)
        if not found:
            before_off, after_off = self._guesses(wall)
            return self._jump(after_off, before_off)
        return found[-1] if now is not None and found[0] <= now else found[0]

    def stretches(self, start: int, end: int) -> list[tuple[int, int, int]]:
        """The instants from `start` to `end` cut where the offset changes: (from, to, offset)."""
        result: list[tuple[int, int, int]] = []
        begun, offset, at = start, self.offset(start), start
        while at < end:
            ahead = min(at + _STEP, end)
            if self.offset(ahead) != offset:
                jump = self._jump(at, ahead)
                result.append((begun, jump, offset))
                begun, offset = jump, self.offset(jump)
            at = ahead
        return [*result, (begun, end, offset)] if begun < end else result

    def _guesses(self, wall: int) -> tuple[int, int]:
        """The instants that the offsets before and after a jump at this wall time would give."""
        asked = _shown(min(max(wall, _FIRST_ASKED), _LAST_ASKED))
        before, after = (
            _milliseconds(asked.replace(tzinfo=self._info, fold=fold).utcoffset())
            for fold in (0, 1)
        )
        return wall - before, wall - after

    def _jump(self, low: int, high: int) -> int:
        """The first instant after `low`, at most `high`, with another offset than at `low`."""
        before = self.offset(low)
        while high - low > 1:
            middle = (low + high) // 2
            if self.offset(middle) == before:
                low = middle
            else:
                high = middle
        return high


def _milliseconds(offset: timedelta | None) -> int:
    return round((offset or timedelta()) / timedelta(milliseconds=1))


@cache
def zone_names() -> frozenset[str]:
    """The names of all zones."""
    listed = resources.files("tzdata").joinpath("zones").read_text(encoding="utf-8")
    return frozenset(listed.split())


@lru_cache(maxsize=600)
def _loaded(name: str) -> Zone:
    path = resources.files("tzdata").joinpath("zoneinfo", *name.split("/"))
    with path.open("rb") as file:
        return Zone(ZoneInfo.from_file(file, key=name))


def zone_of(name: object) -> Zone | None:
    """A zone by its IANA name; None where there is none of that name."""
    return _loaded(name) if isinstance(name, str) and name in zone_names() else None
