"""Reads of a story's state what conditions ask for, and nothing else (CO-2, WB-14).

One small query for each table that is needed, none where only the turn is asked for; how many does
not depend on the story's length (PF-3).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils import timezone

from sessions_app.models import (
    StoryCharacter,
    StoryClock,
    StoryEngagement,
    StoryItem,
    StoryLocation,
    StoryPlacement,
    StoryRegion,
    StoryVariable,
    StoryVariableDef,
    StoryWorld,
)
from sessions_app.queries.world_tables import Row, Table
from sessions_app.rules.condition_state import (
    Targets,
    Thing,
    clock_part,
    item_part,
    place_parts,
    variable_part,
    variable_words,
)
from worldbook.rules.agenda import Engagement
from worldbook.rules.clock import NONE, Clock, present
from worldbook.rules.condition_asks import Asks
from worldbook.rules.condition_leaves import PLAYER
from worldbook.rules.variable_defs import read_definition
from worldbook.rules.variable_values import read_value
from worldbook.rules.variables import (
    BUILT_IN,
    CHARACTER,
    ITEM,
    LOCATION,
    THE_WORLD,
    Target,
    Value,
    Variables,
)
from worldbook.rules.zones import SECOND, Zone, show, zone_of

Json = dict[str, Any]

_WORLD = Table(StoryWorld, "zone", "hemisphere", "festivals", "player__key")
_CLOCK = Table(StoryClock, "mode", "now", "started")
_PLACEMENTS = Table(StoryPlacement, "character__key", "location__key", "location__region_id")
_REGIONS = Table(StoryRegion, "id", "key", "parent_id")
_PEOPLE = Table(StoryCharacter, "key", *BUILT_IN)
_LOCATIONS = Table(StoryLocation, "key")
_ITEMS = Table(StoryItem, "key", "kind", "quantity", "location__key", "holder__key", "inside__key")
_DEFINITIONS = Table(
    StoryVariableDef,
    "key", "value_kind", "scope", "minimum", "maximum", "step", "options", "default", "baseline",
    "targets",
)  # fmt: skip
_VALUES = Table(
    StoryVariable,
    "definition__key", "built_in", "character__key", "item__key", "location__key", "value",
)  # fmt: skip


def condition_state(session_id: int, asks: Asks) -> Json:
    """The parts of CO-2 that a story keeps and that are asked for; the turn is the caller's.

    Empty for a story that was not started from a world: it keeps nothing.
    """
    if not asks.parts - {"turn"}:
        return {}
    world = next(iter(_WORLD.rows(session_id)), None)
    if world is None:
        return {}
    player = world["player__key"]
    state: Json = {} if player is None else {"player": player}
    zone = _zone(world)
    if asks.clock:
        state |= _clock(session_id, world, zone)
    if "places" in asks.parts:
        state |= _places(session_id)
    things = list(_things(session_id)) if _needs_things(asks) else []
    if "items" in asks.parts:
        state |= item_part(things, asks.items)
    if "variables" in asks.parts:
        variables, targets = _variables(session_id, asks, things)
        state |= variable_part(variables, asks.variables, targets, player)
    if "engagements" in asks.parts:
        state["engagements"] = _engagements(session_id, asks, zone)
    return state


def story_variables(session_id: int) -> dict[str, str]:
    """The story's variables as macros read them; empty for a story without a world."""
    world = next(iter(_WORLD.rows(session_id)), None)
    if world is None:
        return {}
    own = Asks(variables=frozenset({(CHARACTER, PLAYER, "")}))
    return variable_words(*_variables(session_id, own, []), world["player__key"])


def _zone(world: Mapping[str, Any]) -> Zone:
    """The story's zone. Raises ValueError where the row names none."""
    zone = zone_of(world["zone"])
    if zone is None:
        raise ValueError(f"the story's time zone: {world['zone']}")
    return zone


def _clock(session_id: int, world: Mapping[str, Any], zone: Zone) -> Json:
    rows = _CLOCK.rows(session_id)
    clock = Clock(**rows[0]) if rows else Clock(NONE)
    wall = int(timezone.now().timestamp() * SECOND)
    return clock_part(
        zone=zone,
        hemisphere=world["hemisphere"],
        festivals=world["festivals"],
        now=present(clock, wall),
        started=clock.started,
    )


def _places(session_id: int) -> Json:
    rows = _PLACEMENTS.rows(session_id)
    regions = {row["id"]: row for row in _REGIONS.rows(session_id)}
    places = {row["character__key"]: row["location__key"] for row in rows}
    regions_of = {
        row["location__key"]: list(_outwards(row["location__region_id"], regions)) for row in rows
    }
    return place_parts(places, regions_of)


def _outwards(region: int | None, regions: Mapping[int, Row]) -> Iterator[str]:
    """The keys of the regions that a region lies in, itself first."""
    seen: set[int] = set()
    while region is not None and region not in seen:
        seen.add(region)
        yield regions[region]["key"]
        region = regions[region]["parent_id"]


def _needs_things(asks: Asks) -> bool:
    return "items" in asks.parts or any(kind == ITEM for kind, _, _ in asks.variables)


def _things(session_id: int) -> Iterator[Thing]:
    """All things; what is gone is nowhere."""
    holders = {"location__key": "location", "holder__key": "character", "inside__key": "item"}
    for row in _ITEMS.rows(session_id):
        held = ((kind, row[name]) for name, kind in holders.items() if row[name] is not None)
        yield Thing(row["key"], row["kind"], row["quantity"], next(held, None))


def _variables(session_id: int, asks: Asks, things: list[Thing]) -> tuple[Variables, Targets]:
    kinds = {kind for kind, _, _ in asks.variables}
    people = _PEOPLE.rows(session_id) if CHARACTER in kinds else []
    places = _LOCATIONS.rows(session_id) if LOCATION in kinds else []
    definitions = {row["key"]: read_definition(row) for row in _DEFINITIONS.rows(session_id)}
    values: dict[tuple[Target, str], Value] = {}
    for row in _VALUES.rows(session_id):
        name = row["built_in"] or row["definition__key"]
        definition = BUILT_IN.get(name) or definitions[name]
        values[_target(row), name] = read_value(definition, row["value"])
    variables = Variables(
        definitions=definitions,
        values=values,
        temperaments={row["key"]: {name: row[name] for name in BUILT_IN} for row in people},
        item_kinds={thing.key: thing.kind for thing in things},
    )
    keys = {
        CHARACTER: {row["key"] for row in people},
        LOCATION: {row["key"] for row in places},
        ITEM: {thing.key for thing in things if thing.holder is not None},
    }
    return variables, Targets(keys)


def _target(row: Row) -> Target:
    for kind in (CHARACTER, ITEM, LOCATION):
        if row[f"{kind}__key"] is not None:
            return Target(kind, row[f"{kind}__key"])
    return THE_WORLD


def _engagements(session_id: int, asks: Asks, zone: Zone) -> Json:
    """The engagements asked for by key; there may be many others in a long story."""
    rows = StoryEngagement.objects.filter(session=session_id, key__in=asks.engagements).order_by()
    found = {}
    for row in rows.only("key", "begins", "ends", "status"):
        due = Engagement(row.key, "", "", row.begins, row.ends).past_at
        found[row.key] = {"status": row.status, "when": show(due, zone)}
    return found
