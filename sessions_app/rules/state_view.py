"""A story's state as its player may see it: what the player's character perceives and knows (PL-5)."""

from collections.abc import Mapping
from typing import Any

from memory.rules.knowledge import LOCATION, keys_of
from sessions_app.rules.world import Placement, StoryState
from worldbook.rules.describing import describe_day_part, describe_instant
from worldbook.rules.places_seen import Surroundings, look_around
from worldbook.rules.variables import CHARACTER, ITEM, Target, plain
from worldbook.rules.variables import LOCATION as PLACE
from worldbook.rules.variables_seen import Scene, SeenTarget, seen_by_character
from worldbook.rules.zones import show

Json = dict[str, Any]


def player_view(state: StoryState, language: str) -> Json:
    """{player, clock, place, own, known_places, variables}; nothing that the character knows not.

    `place` is None where it is nowhere, `clock` None without one, `player` None in a story whose
    player is nobody.
    """
    who = state.player
    if who is None:
        return {"player": None, "clock": clock_view(state, language), "place": None}
    spots = state.places[state.player_place].features if state.player_place else ()
    around = look_around(
        state.things,
        who,
        features=(spot.key for spot in spots),
        known_exits=state.known_exits(who),
    )
    return {
        "player": _person(state, who),
        "clock": clock_view(state, language),
        "place": _place(state, around) if around.place else None,
        "own": [_item(state, key) for key in around.own],
        "known_places": _known_places(state, who),
        "variables": _variables(state, who, around),
    }


def clock_view(state: StoryState, language: str) -> Json | None:
    """{mode, now, text, day_part}; `now` is ISO in the story's zone."""
    clock, almanac = state.clock, state.almanac
    if clock.now is None:
        return None
    return {
        "mode": clock.mode,
        "now": show(clock.now, almanac.zone),
        "text": describe_instant(clock.now, almanac, language),
        "day_part": describe_day_part(clock.now, almanac, language),
    }


def _place(state: StoryState, around: Surroundings) -> Json:
    text = state.places[around.place or ""]
    spots = {spot.key: spot for spot in text.features}
    return {
        "key": text.key,
        "name": text.name,
        "description": text.description,
        "regions": [state.regions[key].name for key in state.regions_of(text.key)],
        "features": [
            {"key": key, "name": spots[key].name, "description": spots[key].description}
            for key in around.features
        ],
        "exits": [_exit(state, key) for key in around.exits],
        "people": [_person(state, key) for key in around.people],
        "items": [_item(state, key) for key in around.items],
        "more": around.more,
    }


def _exit(state: StoryState, key: str) -> Json:
    """An exit that is seen; where it leads is told where the character knows that place."""
    way, text = state.things.exits[key], state.ways[key]
    known = state.player is not None and state.knows(state.player, LOCATION, way.target)
    return {
        "key": key,
        "name": text.name,
        "description": text.description,
        "state": way.state,
        "to": state.places[way.target].name if known else None,
    }


def _person(state: StoryState, key: str) -> Json:
    """Somebody as they are seen; what their card says beyond that is not for players."""
    how = state.placements.get(key, Placement())
    return {
        "key": key,
        "name": state.people[key].name,
        "condition": how.condition,
        "activity": how.activity,
    }


def _item(state: StoryState, key: str) -> Json:
    thing = state.things.items[key]
    text = state.items.get(key)
    holder = thing.holder
    inside = state.things.items[holder.key].name if holder.kind == "item" else None
    return {
        "key": key,
        "name": thing.name,
        "description": text.description if text else "",
        "quantity": thing.quantity,
        "condition": thing.condition,
        "container": thing.container,
        "worn": thing.worn,
        "in": inside,
    }


def _known_places(state: StoryState, who: str) -> list[Json]:
    known = keys_of(state.known_by(who), LOCATION)
    return [{"key": key, "name": text.name} for key, text in state.places.items() if key in known]


def _variables(state: StoryState, who: str, around: Surroundings) -> list[Json]:
    scene = Scene((who, *around.people), around.place, (*around.items, *around.own))
    return [seen_json(state, seen) for seen in seen_by_character(state.variables, who, scene)]


def seen_json(state: StoryState, seen: SeenTarget) -> Json:
    """{of: {kind, key?}, name, values: [{variable, name, value, band}]} of one target."""
    target = seen.target
    of = {"kind": target.kind} | ({"key": target.key} if target.key else {})
    return {
        "of": of,
        "name": _name(state, target),
        "values": [
            {
                "variable": value.definition.key,
                "name": value.definition.name or value.definition.key,
                "value": plain(value.value),
                "band": value.band,
            }
            for value in seen.values
        ],
    }


def _name(state: StoryState, target: Target) -> str:
    named: Mapping[str, Mapping[str, Any]] = {
        CHARACTER: state.people,
        ITEM: state.things.items,
        PLACE: state.places,
    }
    found = named.get(target.kind, {}).get(target.key)
    return "" if found is None else str(found.name)
