"""Drawing a world's map: where places stand, connections of two exits, doors of two sides (PL-1)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.db import transaction
from django.db.models import Model

from worldbook.actions.lookup import not_found, world_to_edit
from worldbook.actions.world_parts import Put, edit_world, update_part
from worldbook.models import Exit, Location, User, World
from worldbook.rules.world_document.parts import FURTHEST

_SHARED = ("state", "opener")
"""What the two sides of a door have in common."""
LONGEST_KEY = 90


@dataclass(frozen=True, slots=True)
class Connection:
    """Two places, and how one gets from each to the other.

    `name` and `back_name` are what the exits are called, "" for the name of the place they lead
    to. With `door` they open and close together.
    """

    one: str
    other: str
    name: str = ""
    back_name: str = ""
    state: str = "open"
    opener: str = ""
    travel_seconds: int | None = None
    door: bool = True


@transaction.atomic
def connect_places(*, by: User, world_id: int, connection: Connection) -> tuple[str, str]:
    """Make both directions of a connection, with one door; the keys of the exits.

    Raises:
        ActionRefused: "not_found", "not_yours", "invalid" (400).
    """
    world = world_to_edit(by, world_id)
    names = {
        row.key: row.name
        for row in Location.objects.filter(world=world, key__in=(connection.one, connection.other))
    }
    if connection.one not in names or connection.other not in names:
        raise not_found()
    keys, doors = _used(world)
    there = _free(f"{connection.one}-{connection.other}", keys)
    back = _free(f"{connection.other}-{connection.one}", keys | {there})
    shared = {
        "state": connection.state,
        "opener": connection.opener,
        "travel_seconds": connection.travel_seconds,
        "door": _free(there, doors) if connection.door else "",
    }
    ends = ((there, connection.one, connection.other), (back, connection.other, connection.one))
    said = (connection.name, connection.back_name)
    puts = [
        Put(
            "exits",
            {"key": key, "name": name or names[target], "from": origin, "to": target, **shared},
        )
        for (key, origin, target), name in zip(ends, said, strict=True)
    ]
    edit_world(by=by, world_id=world_id, edits=puts)
    return there, back


def place_on_map(*, by: User, world_id: int, key: str, x: int | None, y: int | None) -> Model:
    """Put a place somewhere on the map; None, None: where the automatic layout has it (PL-9).

    Points further off than the map reaches are brought to its edge.

    Raises:
        ActionRefused: "not_found", "not_yours", "invalid" (400).
    """
    values = {"x": _on_map(x), "y": _on_map(y)}
    return update_part(by=by, world_id=world_id, part="locations", key=key, values=values)


def _on_map(value: int | None) -> int | None:
    return None if value is None else max(-FURTHEST, min(FURTHEST, value))


@transaction.atomic
def update_exit(
    *,
    by: User,
    world_id: int,
    key: str,
    values: Mapping[str, Any],
    seen: Mapping[str, Any] | None = None,
) -> Model:
    """Change an exit, and with its state and opener those of the other sides of its door (PL-1).

    Raises:
        ActionRefused: as `edit_world`.
    """
    world = world_to_edit(by, world_id)
    door = values.get("door")
    if door is None:
        row = Exit.objects.filter(world=world, key=key).first()
        door = row.door if row else ""
    shared = {name: values[name] for name in _SHARED if name in values}
    sides = Exit.objects.filter(world=world, door=door).exclude(key=key) if door and shared else ()
    edits = [Put("exits", values, key, seen or {})]
    edits += [Put("exits", shared, side.key) for side in sides]
    new = edit_world(by=by, world_id=world_id, edits=edits)[0]
    return Exit.objects.get(world=world, key=new)


def _used(world: World) -> tuple[set[str], set[str]]:
    """The keys of a world's exits, and its doors."""
    rows = Exit.objects.filter(world=world).values_list("key", "door")
    return {key for key, _door in rows}, {door for _key, door in rows}


def _free(stem: str, taken: Collection[str]) -> str:
    stem = stem[:LONGEST_KEY]
    numbered = (f"{stem}-{number}" for number in count(2))
    return stem if stem not in taken else next(key for key in numbered if key not in taken)
