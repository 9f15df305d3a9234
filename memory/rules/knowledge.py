"""What a character knows of the physical world and of lore: edges, and nothing beyond (KN-3, KN-4).

An edge is `(kind, key)`: a place, an exit, the kind of a thing (IT-6), or lore as `BOOK:KEY_ID`. It
says that the character would recognise it, not where it is, whose, what is in it, who is there or
what state it is in. No edge: it does not know it. Nothing is transitive: to know an exit is not to
know the place it leads to.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from worldbook.rules.items.state import ItemState
from worldbook.rules.paths import KnownWays
from worldbook.rules.places_seen import carried_items, people_at, visible_exits, visible_items

LOCATION, EXIT, ITEM, LORE = "location", "exit", "item", "lore"
KINDS = (LOCATION, EXIT, ITEM, LORE)

Known = tuple[str, str]
"""Kind and key of what is known."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What somebody perceives just by being where it is: edges, and the keys of those present."""

    known: frozenset[Known]
    people: frozenset[str]


def observe(state: ItemState, who: str, known: frozenset[Known] = frozenset()) -> Observation:
    """Plain observation (KN-4): place, visible exits and where they lead, things, those present.

    Things are those it sees or carries; of a thing its kind is known. `known`: what it knew
    before, since a hidden exit that it knows is visible to it.
    """
    place = state.characters.get(who)
    ways = visible_exits(state, place, keys_of(known, EXIT)) if place is not None else ()
    places = {place, *(way.target for way in ways)} - {None}
    things = {*visible_items(state, who), *carried_items(state, who)}
    return Observation(
        known=frozenset(
            (
                *((LOCATION, str(key)) for key in places),
                *((EXIT, way.key) for way in ways),
                *((ITEM, state.items[key].kind) for key in things),
            )
        ),
        people=frozenset(people_at(state, place, without=who)),
    )


def learnt(observed: Observation, known: frozenset[Known]) -> frozenset[Known]:
    """The edges that an observation adds; it never takes one away."""
    return observed.known - known


def keys_of(known: Iterable[Known], kind: str) -> frozenset[str]:
    """The keys of what is known of one kind."""
    return frozenset(key for known_kind, key in known if known_kind == kind)


def known_ways(known: frozenset[Known]) -> KnownWays:
    """The part of the map that somebody's own plans may use (PL-7)."""
    return KnownWays(places=keys_of(known, LOCATION), exits=keys_of(known, EXIT))
