"""What is odd about a world that may be saved all the same (TB-19, IT-9).

Works on a world's document (`world_document`); rows that have not the right shape are passed over,
since saving refuses them. A world without places has no map, and nothing is said of one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from worldbook.rules import folding
from worldbook.rules.checks import check_faults, check_warnings
from worldbook.rules.clock import NONE, SIMULATED
from worldbook.rules.world_document.laws import Sound
from worldbook.rules.world_document.shapes import Document
from worldbook.rules.world_findings import ERROR, WorldFinding, world_finding

Row = Mapping[str, Any]
ELSEWHERE = ("away", "dead")
"""Conditions of characters that need no place."""


def lint_world(document: Document) -> tuple[WorldFinding, ...]:
    """Everything that lint finds in a world, errors first."""
    world = _World(Sound.of(document))
    found = [
        *_map_findings(world),
        *_people_findings(world),
        *_opening_findings(world),
        *_name_findings(world),
        *_lock_findings(world),
        *_same_place_findings(world),
        *_check_findings(world),
        *_time_findings(world),
    ]
    return tuple(sorted(found, key=lambda one: one.level != ERROR))


class _World:
    """The rows of a document by part, and what is often asked of them."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self.places = self.rows("locations")
        self.exits = [row for row in self.rows("exits") if row["from"] != row["to"]]
        self.people = self.rows("characters")
        self.items = self.rows("items")
        self._items = {row["key"]: row for row in self.items}
        self._people = {row["key"]: row for row in self.people}

    def rows(self, part: str) -> list[Row]:
        """The rows of a part."""
        return [row for _path, row in self._sound.rows[part]]

    def starts(self) -> Iterator[tuple[str, str]]:
        """Of each opening that begins in a place: its name, and the place's key."""
        for opening in self.rows("openings"):
            player = self._people.get(opening["player"] or "")
            place = player["location"] if player else opening["location"]
            if place:
                yield opening["name"], place

    def inside_of(self, item: Row) -> list[Row]:
        """The items that an item is in."""
        return [self._items[key] for key in self.around(item)[0]]

    def around(self, item: Row) -> tuple[list[str], str]:
        """The items that an item is in, nearest first, and its place; "" where it has none."""
        inside: list[str] = []
        holder = item["holder"]
        while holder["kind"] == "item" and holder["key"] in self._items:
            if holder["key"] in inside:
                return inside, ""
            inside.append(holder["key"])
            holder = self._items[holder["key"]]["holder"]
        if holder["kind"] == "location":
            return inside, holder["key"]
        carrier = self._people.get(holder["key"]) if holder["kind"] == "character" else None
        return inside, (carrier["location"] or "") if carrier else ""


def _map_findings(world: _World) -> Iterator[WorldFinding]:
    """Places that cannot be entered, left or reached, and exits without a way back."""
    entered = {way["to"] for way in world.exits}
    left = {way["from"] for way in world.exits}
    for place in world.places if len(world.places) > 1 else ():
        if place["key"] not in entered:
            yield world_finding("no_entrance", "locations", place["key"])
        if place["key"] not in left:
            yield world_finding("no_way_out", "locations", place["key"])
    yield from _unreachable(world)
    ways = {(way["from"], way["to"]) for way in world.exits}
    for way in world.exits:
        if (way["to"], way["from"]) not in ways:
            ends = {"from": way["from"], "to": way["to"]}
            yield world_finding("one_way", "exits", way["key"], **ends)


def _unreachable(world: _World) -> Iterator[WorldFinding]:
    """Places that an opening's player cannot come to, whatever is opened and found."""
    cut_off: dict[str, list[str]] = {}
    for name, start in world.starts():
        reached = _reached(world.exits, start)
        for place in world.places:
            if place["key"] not in reached:
                cut_off.setdefault(place["key"], []).append(name)
    for key, openings in cut_off.items():
        yield world_finding("unreachable", "locations", key, openings=", ".join(openings))


def _reached(exits: Sequence[Row], start: str) -> set[str]:
    ways: dict[str, list[str]] = {}
    for way in exits:
        ways.setdefault(way["from"], []).append(way["to"])
    reached, todo = {start}, [start]
    while todo:
        new = set(ways.get(todo.pop(), ())) - reached
        reached |= new
        todo.extend(new)
    return reached


def _people_findings(world: _World) -> Iterator[WorldFinding]:
    """Characters without place, without relationship, and with one that is not returned."""
    ties = {
        (person["key"], tie["other"]) for person in world.people for tie in person["relationships"]
    }
    related = {key for tie in ties for key in tie}
    for person in world.people:
        key = person["key"]
        if world.places and not person["location"] and person["condition"] not in ELSEWHERE:
            yield world_finding("nowhere", "characters", key)
        extra = person["background"] or person["group"]
        if key not in related and len(world.people) > 1 and not extra:
            yield world_finding("no_relationship", "characters", key)
        for tie in person["relationships"]:
            if (tie["other"], key) not in ties:
                yield world_finding("one_sided", "characters", key, other=tie["other"])


def _opening_findings(world: _World) -> Iterator[WorldFinding]:
    """Openings that nobody is in, with which no story begins."""
    for opening in world.rows("openings"):
        if not opening["characters"]:
            yield world_finding("no_cast", "openings", opening["key"])


def _name_findings(world: _World) -> Iterator[WorldFinding]:
    """Places and regions, and characters, of the same name."""
    yield from _same_names([("regions", world.rows("regions")), ("locations", world.places)])
    yield from _same_names([("characters", world.people)])


def _same_names(parts: Sequence[tuple[str, Sequence[Row]]]) -> Iterator[WorldFinding]:
    seen: dict[str, str] = {}
    for part, rows in parts:
        for row in rows:
            first = seen.setdefault(folding.name(row["name"]), row["key"])
            if first != row["key"]:
                yield world_finding("name_twice", part, row["key"], other=first, name=row["name"])


def _lock_findings(world: _World) -> Iterator[WorldFinding]:
    """Locks that nothing opens (IT-9); a door is said once."""
    kinds: dict[str, list[Row]] = {}
    for item in world.items:
        kinds.setdefault(item["kind"] or item["key"], []).append(item)
    doors: set[str] = set()
    for part, rows in (("exits", world.exits), ("items", world.items)):
        for row in rows:
            door = row.get("door") or ""
            if door and door in doors:
                continue
            doors.add(door)
            yield from _lock_finding(world, part, row, kinds)


def _lock_finding(
    world: _World, part: str, row: Row, kinds: Mapping[str, Sequence[Row]]
) -> Iterator[WorldFinding]:
    state = row["state"] if part == "exits" else row["container"]
    opener = row["opener"]
    if not opener:
        if state == "locked":
            yield world_finding("no_opener", part, row["key"])
        return
    keys = kinds.get(opener, ())
    if not keys:
        yield world_finding("unknown_opener", part, row["key"], opener=opener)
    elif state == "locked" and all(row in world.inside_of(key) for key in keys):
        yield world_finding("opener_inside", part, row["key"], opener=opener)


def _same_place_findings(world: _World) -> Iterator[WorldFinding]:
    """Items of one name in one place, whoever has them there (IT-9)."""
    seen: dict[tuple[str, str], str] = {}
    for item in world.items:
        place = world.around(item)[1]
        if not place:
            continue
        first = seen.setdefault((place, folding.name(item["name"])), item["key"])
        if first != item["key"]:
            values = {"other": first, "name": item["name"]}
            yield world_finding("name_here_twice", "items", item["key"], **values)


def _check_findings(world: _World) -> Iterator[WorldFinding]:
    """Bands of checks that nothing ever falls into (DI-G6)."""
    for check in world.rows("checks"):
        for fault in () if check_faults(check) else check_warnings(check):
            yield world_finding("never_reached", "checks", check["key"], **fault.values)


def _time_findings(world: _World) -> Iterator[WorldFinding]:
    """Times that the world's clock makes nothing of, and windows that others always cover."""
    for row in world.rows("world"):
        mode = row["clock_mode"]
        if row["starting_time"] and mode != SIMULATED:
            yield world_finding("unused_start", "world", row["key"])
        if mode == NONE and any(person["routines"] for person in world.people):
            yield world_finding("routines_stand", "world", row["key"])
    for person in world.people:
        for at, routine in enumerate(person["routines"][:-1]):
            if _is_always(routine):
                told = {"number": at + 1, "start": routine["start"], "end": routine["end"]}
                yield world_finding("covered_routines", "characters", person["key"], **told)
                break


def _is_always(routine: Row) -> bool:
    """Whether a window holds at every time of every day."""
    whole = routine["start"] == routine["end"] or (routine["start"], routine["end"]) == _DAY
    return whole and not routine["days"] and not routine["calendar"]


_DAY = ("00:00", "24:00")
