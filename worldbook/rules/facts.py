"""The plain state that conditions are evaluated on, read without trust (CO-2).

A part that is absent, null or of another shape is not known, and so is a row of one; nothing
raises. `state_fault` says of a state that somebody wrote what is wrong with it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from worldbook.rules.calendar import Calendar
from worldbook.rules.calendar_validate import HEMISPHERES, festivals_fault, rule_fault
from worldbook.rules.condition_leaves import PLAYER
from worldbook.rules.faults import Fault, by_kind, first, under
from worldbook.rules.fields import LARGE, Anything, Kind, OneOf, Text, Whole
from worldbook.rules.instants import read_instant
from worldbook.rules.zones import Zone, date_of, in_calendar, zone_of

Holder = tuple[str, str]
"""Kind (location, character or item) and key."""


@dataclass(frozen=True, slots=True)
class Item:
    """Some things of one kind; `holder` None: nowhere; `quantity` None: not known."""

    key: str
    kind: str
    quantity: int | float | None
    holder: Holder | None


def _mapping(value: Any) -> Mapping[str, Any] | None:
    return value if isinstance(value, Mapping) else None


def _rows(value: Any) -> tuple[Mapping[str, Any], ...] | None:
    """The objects of a list."""
    if not isinstance(value, list | tuple):
        return None
    return tuple(row for row in value if isinstance(row, Mapping))


def is_number(value: Any) -> bool:
    """Whether a JSON value is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _quantity(value: Any) -> int | float | None:
    return value if is_number(value) and 0 <= value <= _MOST_THINGS else None


_MOST_THINGS = 10**15


class Facts:
    """What a state tells; each part is read when it is first asked for."""

    def __init__(self, state: Mapping[str, Any]) -> None:
        self._state = state

    @cached_property
    def zone(self) -> Zone | None:
        """The zone that local times are in."""
        return zone_of(self._state.get("tz"))

    def instant(self, text: Any) -> int | None:
        """An ISO text as an instant, in the zone where it has no offset."""
        written = read_instant(text)
        return written.instant(self.zone) if written else None

    @cached_property
    def now(self) -> int | None:
        """The story clock."""
        return self.instant(self._state.get("now"))

    @cached_property
    def wall(self) -> int | None:
        """What the story's wall clock shows."""
        if self.now is None or self.zone is None:
            return None
        wall = self.zone.wall(self.now)
        return wall if in_calendar(wall) else None

    @property
    def today(self) -> date | None:
        """The local date."""
        return None if self.wall is None else date_of(self.wall)

    @cached_property
    def started(self) -> int | None:
        """When the story began."""
        return self.instant(self._state.get("started"))

    @cached_property
    def calendar(self) -> Calendar:
        """The world's calendar; festivals whose rule is none are not known."""
        given = _mapping(self._state.get("festivals")) or {}
        festivals = {name: rule for name, rule in given.items() if not rule_fault(rule)}
        hemisphere = self._state.get("hemisphere")
        return Calendar(hemisphere if isinstance(hemisphere, str) else None, festivals)

    @cached_property
    def turn(self) -> int | None:
        """The number of the turn."""
        turn = self._state.get("turn")
        return turn if isinstance(turn, int) and not isinstance(turn, bool) else None

    def who(self, key: str) -> str:
        """A character's key; the reserved `player` is the key of the player's character."""
        player = self._state.get("player")
        return player if key == PLAYER and isinstance(player, str) else key

    @cached_property
    def places(self) -> Mapping[str, str | None] | None:
        """Where everybody is; None is nowhere."""
        given = _mapping(self._state.get("places"))
        if given is None:
            return None
        return {
            self.who(key): place
            for key, place in given.items()
            if place is None or isinstance(place, str)
        }

    def is_at(self, place: str | None, at: str) -> bool:
        """Whether a place is the one named, or lies in the region named."""
        regions = (_mapping(self._state.get("regions")) or {}).get(place or "")
        return place is not None and (
            place == at or (isinstance(regions, list | tuple) and at in regions)
        )

    @cached_property
    def variables(self) -> Mapping[tuple[str, str, str], Any] | None:
        """Values by kind, key and name; the world's have the key ""."""
        rows = _rows(self._state.get("variables"))
        return None if rows is None else dict(self._read_variables(rows))

    def _read_variables(
        self, rows: tuple[Mapping[str, Any], ...]
    ) -> Iterator[tuple[tuple[str, str, str], Any]]:
        for row in rows:
            kind, name = row.get("kind"), row.get("variable")
            if isinstance(kind, str) and isinstance(name, str) and row.get("value") is not None:
                yield (kind, self.target(kind, row.get("key")), name), row["value"]

    def target(self, kind: str, key: Any) -> str:
        """The key of what has variables, as `variables` has it."""
        if kind == "world" or not isinstance(key, str):
            return ""
        return self.who(key) if kind == "character" else key

    @cached_property
    def items(self) -> tuple[Item, ...] | None:
        """All things of the story."""
        rows = _rows(self._state.get("items"))
        return None if rows is None else tuple(self._read_items(rows))

    def _read_items(self, rows: tuple[Mapping[str, Any], ...]) -> Iterator[Item]:
        for row in rows:
            key, kind, quantity = row.get("key"), row.get("kind"), row.get("quantity")
            if not isinstance(key, str):
                continue
            yield Item(
                key=key,
                kind=kind if isinstance(kind, str) else key,
                quantity=1 if quantity is None else _quantity(quantity),
                holder=self._holder(row.get("holder")),
            )

    def _holder(self, value: Any) -> Holder | None:
        if not value:
            return None
        found = _mapping(value) or {}
        kind, key = found.get("kind"), found.get("key")
        if not isinstance(kind, str) or not isinstance(key, str):
            return ("", "")
        return kind, self.who(key) if kind == "character" else key

    @cached_property
    def _by_key(self) -> Mapping[str, Item]:
        return {item.key: item for item in self.items or ()}

    def chain(self, item: Item) -> tuple[tuple[Holder, ...], bool]:
        """What holds an item, from the nearest outwards, and whether that is all of it."""
        found: list[Holder] = []
        holder = item.holder
        while holder is not None:
            if holder in found or holder[0] not in ("item", "character", "location"):
                return tuple(found), False
            found.append(holder)
            if holder[0] != "item":
                break
            if holder[1] not in self._by_key:
                return tuple(found), False
            holder = self._by_key[holder[1]].holder
        return tuple(found), True

    def kind_of(self, key: str) -> str:
        """The kind of the item with a key."""
        item = self._by_key.get(key)
        return item.kind if item else key

    @cached_property
    def events(self) -> tuple[Mapping[str, Any], ...] | None:
        """What happened in the story."""
        return _rows(self._state.get("events"))

    def row(self, part: str, key: str) -> Mapping[str, Any] | None:
        """A trigger or an engagement by its key."""
        return _mapping((_mapping(self._state.get(part)) or {}).get(key))

    def has(self, part: str) -> bool:
        """Whether a part of objects by key is there at all."""
        return _mapping(self._state.get(part)) is not None

    def verdict(self, statement: str) -> bool | None:
        """What was judged of a statement."""
        found = (_mapping(self._state.get("verdicts")) or {}).get(statement)
        return found if isinstance(found, bool) else None


_SHAPES: Mapping[str, Kind] = {
    "hemisphere": OneOf(HEMISPHERES),
    "turn": Whole(0, LARGE),
    "player": Text(),
    **dict.fromkeys(("places", "regions", "triggers", "engagements", "verdicts"), Anything()),
}
_LISTS = ("variables", "items", "events")


def state_fault(state: Mapping[str, Any]) -> Fault | None:
    """What is wrong with a state that somebody wrote; absent and null parts are not."""
    given = {name: value for name, value in state.items() if value is not None}
    return first(
        (
            zone_fault(given["tz"], "tz") if "tz" in given else None,
            *(by_kind(kind, given[name], name) for name, kind in _SHAPES.items() if name in given),
            *(_list_fault(given[name], name) for name in _LISTS if name in given),
            *_clock_faults(given),
            under("festivals", festivals_fault(given.get("festivals", {}))),
        )
    )


def zone_fault(value: Any, path: str) -> Fault | None:
    """Whether there is a zone of this name."""
    return Fault("unknown_zone", path) if zone_of(value) is None else None


def _clock_faults(given: Mapping[str, Any]) -> Iterator[Fault | None]:
    zone = zone_of(given.get("tz"))
    for name in ("now", "started"):
        if name in given:
            yield instant_fault(given[name], name, zone)


def instant_fault(value: Any, path: str, zone: Zone | None) -> Fault | None:
    """Whether an ISO text is an instant of the years 1 to 9999."""
    written = read_instant(value)
    if written is None:
        return Fault("not_instant", path)
    known = zone is not None or written.offset is not None
    return Fault("beyond_calendar", path) if known and written.instant(zone) is None else None


def _list_fault(value: Any, path: str) -> Fault | None:
    if not isinstance(value, list | tuple):
        return Fault("not_list", path)
    return first(
        None if isinstance(row, Mapping) else Fault("not_object", f"{path}[{at}]")
        for at, row in enumerate(value)
    )
