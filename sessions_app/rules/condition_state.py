"""The plain state that conditions are evaluated on, of what a story keeps (CO-2, WB-14).

Only what is asked for is in it. A story without a clock has no `now`; what is named and not there
is left out, so that it is unknown.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.condition_asks import Variable
from worldbook.rules.condition_leaves import PLAYER
from worldbook.rules.variables import (
    BUILT_IN,
    CHARACTER,
    THE_WORLD,
    WORLD,
    Target,
    Variables,
    plain,
)
from worldbook.rules.zones import Zone, show

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing as conditions see it; `holder` is kind and key, None: it is gone."""

    key: str
    kind: str
    quantity: int
    holder: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Targets:
    """The keys of all that can have variables, by kind; the world always can."""

    keys: Mapping[str, Collection[str]] = field(default_factory=dict)

    def has(self, target: Target) -> bool:
        """Whether there is such a target."""
        return target.kind == WORLD or target.key in self.keys.get(target.kind, ())


def clock_part(
    *,
    zone: Zone,
    hemisphere: str,
    festivals: Mapping[str, Any],
    now: int | None,
    started: int | None,
) -> Json:
    """The clock and the calendar; instants in ISO form with the zone's offset."""
    told = {"now": now, "started": started}
    instants = {name: show(at, zone) for name, at in told.items() if at is not None}
    return {
        "tz": zone.name,
        "hemisphere": hemisphere,
        "festivals": dict(festivals),
        **(instants if now is not None else {}),
    }


def place_parts(places: Mapping[str, str | None], regions_of: Mapping[str, Iterable[str]]) -> Json:
    """Where everybody is, and the regions of those places."""
    used = sorted({place for place in places.values() if place is not None})
    regions = {place: list(regions_of.get(place, ())) for place in used}
    return {
        "places": dict(places),
        "regions": {place: names for place, names in regions.items() if names},
    }


def item_part(things: Iterable[Thing], kinds: Collection[str]) -> Json:
    """The things of some kinds, and whatever those are in; of what is gone there are none."""
    by_key = {thing.key: thing for thing in things}
    wanted: dict[str, Thing] = {}
    for thing in by_key.values():
        if thing.kind in kinds:
            wanted.update(_outwards(thing, by_key))
    return {"items": [_item(thing) for thing in wanted.values()]}


def _outwards(thing: Thing, by_key: Mapping[str, Thing]) -> Iterator[tuple[str, Thing]]:
    """A thing and what it is in, from the nearest outwards."""
    seen: set[str] = set()
    while thing.key not in seen:
        seen.add(thing.key)
        yield thing.key, thing
        kind, key = thing.holder or ("", "")
        thing = by_key.get(key, thing) if kind == "item" else thing


def _item(thing: Thing) -> Json:
    if thing.holder is None:
        return {"key": thing.key, "kind": thing.kind, "quantity": 0, "holder": None}
    kind, key = thing.holder
    holder = {"kind": kind, "key": key}
    return {"key": thing.key, "kind": thing.kind, "quantity": thing.quantity, "holder": holder}


def variable_part(
    variables: Variables, asked: Iterable[Variable], targets: Targets, player: str | None
) -> Json:
    """The values asked for, defaults filled in; without those that nothing has."""
    found = (_variable(variables, which, targets, player) for which in sorted(asked))
    return {"variables": [row for row in found if row is not None]}


def variable_words(variables: Variables, targets: Targets, player: str | None) -> dict[str, str]:
    """What `{{getvar::NAME}}` says of each variable (WB-33): the world's, and the player's own.

    Numbers as they are written plainly, flags as true and false; variables of things and places
    belong to no one of them here and are left out.
    """
    of = {WORLD: THE_WORLD} | ({} if player is None else {CHARACTER: Target(CHARACTER, player)})
    found = {}
    for name, definition in {**variables.definitions, **BUILT_IN}.items():
        target = of.get(definition.scope)
        if target and targets.has(target) and variables.serves(definition, target):
            value = plain(variables.value(definition, target))
            found[name] = str(value).lower() if isinstance(value, bool) else str(value)
    return found


def _variable(
    variables: Variables, asked: Variable, targets: Targets, player: str | None
) -> Json | None:
    kind, key, name = asked
    if kind == CHARACTER and key == PLAYER and player is not None:
        key = player
    target = THE_WORLD if kind == WORLD else Target(kind, key)
    definition = variables.definition(name)
    if definition is None or not targets.has(target) or not variables.serves(definition, target):
        return None
    own = {} if kind == WORLD else {"key": key}
    return {
        "kind": kind,
        **own,
        "variable": name,
        "value": plain(variables.value(definition, target)),
    }
