"""A story's state as its player may see it: what the player's character perceives and knows (PL-5).

Rows are told by their numbers, never by their keys: an author's key (`secret_door`) says what is not
known yet.
"""

from collections.abc import Mapping
from typing import Any

from memory.rules.knowledge import LOCATION, keys_of
from sessions_app.rules.world import Placement, StoryState
from worldbook.rules.describing import describe_day_part, describe_instant
from worldbook.rules.places_seen import Surroundings, look_around
from worldbook.rules.variables import BUILT_IN, CHARACTER, ITEM, VariableDef, plain
from worldbook.rules.variables import LOCATION as PLACE
from worldbook.rules.variables_seen import Scene, SeenTarget, seen_by_character
from worldbook.rules.zones import show

Json = dict[str, Any]


def player_view(state: StoryState, spots: Mapping[str, int], language: str) -> Json:
    """{player, clock, place, own, known_places, variables}; nothing that the character knows not.

    Every row has its number as `n`; `spots` are those of features by key. `place` is None where the
    character is nowhere, `clock` None without one, `player` None in a story whose player is nobody.
    `beyond` of a place are the numbers of what is there and not listed, for `rules/state_marks.py`
    alone.
    """
    who = state.player
    if who is None:
        return {"player": None, "clock": clock_view(state, language), "place": None}
    here = state.places[state.player_place].features if state.player_place else ()
    around = look_around(
        state.things,
        who,
        features=(spot.key for spot in here),
        known_exits=state.known_exits(who),
    )
    return {
        "player": _person(state, who),
        "clock": clock_view(state, language),
        "place": _place(state, around, spots) if around.place else None,
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


def _place(state: StoryState, around: Surroundings, spots: Mapping[str, int]) -> Json:
    text, rows = state.places[around.place or ""], state.numbers
    features = {spot.key: spot for spot in text.features}
    kinds = zip(around.beyond, (spots, rows.exits, rows.items), strict=True)
    return {
        "n": rows.locations[text.key],
        "name": text.name,
        "description": text.description,
        "regions": [state.regions[key].name for key in state.regions_of(text.key)],
        "features": [
            {
                "n": spots[key],
                "name": features[key].name,
                "description": features[key].description,
            }
            for key in around.features
        ],
        "exits": [_exit(state, key) for key in around.exits],
        "people": [_person(state, key) for key in around.people],
        "items": [_item(state, key) for key in around.items],
        "more": around.more,
        "beyond": [numbers[key] for keys, numbers in kinds for key in keys],
    }


def _exit(state: StoryState, key: str) -> Json:
    """An exit that is seen; where it leads is told where the character knows that place."""
    way, text = state.things.exits[key], state.ways[key]
    known = state.player is not None and state.knows(state.player, LOCATION, way.target)
    return {
        "n": state.numbers.exits[key],
        "name": text.name,
        "description": text.description,
        "state": way.state,
        "to": state.places[way.target].name if known else None,
    }


def _person(state: StoryState, key: str) -> Json:
    """Somebody as they are seen; what their card says beyond that is not for players."""
    how = state.placements.get(key, Placement())
    return {
        "n": state.numbers.characters[key],
        "name": state.people[key].name,
        "condition": how.condition,
        "activity": how.activity,
    }


def _item(state: StoryState, key: str) -> Json:
    thing = state.things.items[key]
    text = state.items.get(key)
    holder = thing.holder
    inside = state.things.items[holder.key].name if holder.kind == "item" else None
    others = holder.kind == "character" and holder.key != state.player
    return {
        "n": state.numbers.items[key],
        "name": thing.name,
        "description": text.description if text else "",
        "quantity": thing.quantity,
        "condition": thing.condition,
        "container": thing.container,
        "worn": thing.worn,
        "in": inside,
        "with": state.people[holder.key].name if others else None,
    }


def _known_places(state: StoryState, who: str) -> list[Json]:
    known = keys_of(state.known_by(who), LOCATION)
    numbers = state.numbers.locations
    return [
        {"n": numbers[key], "name": text.name} for key, text in state.places.items() if key in known
    ]


def _variables(state: StoryState, who: str, around: Surroundings) -> list[Json]:
    scene = Scene((who, *around.people), around.place, (*around.items, *around.own))
    return [_seen(state, seen) for seen in seen_by_character(state.variables, who, scene)]


def _seen(state: StoryState, seen: SeenTarget) -> Json:
    """{of: {kind, n?}, name, values: [{n, name, value, band}]}; of a built-in one `n` is None."""
    rows, numbers = state.numbers, state.numbers.variables
    named: Mapping[str, tuple[Mapping[str, int], Mapping[str, Any]]] = {
        CHARACTER: (rows.characters, state.people),
        ITEM: (rows.items, state.things.items),
        PLACE: (rows.locations, state.places),
    }
    kind, key = seen.target.kind, seen.target.key
    its, texts = named.get(kind, ({}, {}))
    return {
        "of": {"kind": kind} | ({"n": its[key]} if key in its else {}),
        "name": str(texts[key].name) if key in texts else "",
        "values": [
            {
                "n": numbers.get(value.definition.key),
                "name": shown_name(value.definition),
                "value": plain(value.value),
                "band": value.band,
            }
            for value in seen.values
        ],
    }


def shown_name(definition: VariableDef) -> str:
    """What a player reads a variable as: its name; those of every story are words of their own."""
    return definition.name or (definition.key if definition.key in BUILT_IN else "")
