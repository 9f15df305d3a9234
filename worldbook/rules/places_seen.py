"""What a character sees where it is: ways out, people, things (PL-5, IT-7).

Keys only: names and descriptions stand beside the state. What is listed keeps the order of the
state, in which its author put it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from worldbook.rules.items.state import Exit, Holder, Item, ItemState, holders, outermost
from worldbook.rules.items.working import SHUT

MOST_LISTED = 12
"""Features, exits and things that are told of a place (PL-5, IT-7)."""
NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What somebody is told of where it is.

    Attributes:
        place: the key of its place, None where it is nowhere.
        features: at most 12, in order.
        exits: at most 12, in order.
        people: who else is there.
        items: at most 12 that it sees and does not have itself, notable ones first.
        own: what it has itself and sees, worn things too.
        beyond: the features, exits and things that are there beyond those listed.
    """

    place: str | None
    features: tuple[str, ...]
    exits: tuple[str, ...]
    people: tuple[str, ...]
    items: tuple[str, ...]
    own: tuple[str, ...]
    beyond: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

    @property
    def more(self) -> int:
        """How many features, exits and things are there beyond those listed."""
        return sum(map(len, self.beyond))


def look_around(
    state: ItemState,
    who: str,
    *,
    features: Iterable[str] = (),
    known_exits: frozenset[str] = NOTHING,
) -> Surroundings:
    """What a character is told of its place (PL-5); `features` are those of the place, in order."""
    place = state.characters.get(who)
    seen = visible_items(state, who)
    own = set(carried_items(state, who))
    around = notable_first(state.items[key] for key in seen if key not in own)
    spots, ways = tuple(features), visible_exits(state, place, known_exits)
    exits = tuple(way.key for way in ways)
    return Surroundings(
        place=place,
        features=spots[:MOST_LISTED],
        exits=exits[:MOST_LISTED],
        people=people_at(state, place, without=who),
        items=around[:MOST_LISTED],
        own=tuple(key for key in seen if key in own),
        beyond=(spots[MOST_LISTED:], exits[MOST_LISTED:], around[MOST_LISTED:]),
    )


def people_at(state: ItemState, place: str | None, *, without: str = "") -> tuple[str, ...]:
    """Who is in a place; nobody is with somebody who is nowhere."""
    if place is None:
        return ()
    return tuple(key for key, at in state.characters.items() if at == place and key != without)


def visible_exits(
    state: ItemState, place: str | None, known_exits: frozenset[str] = NOTHING
) -> tuple[Exit, ...]:
    """The exits of a place that are not hidden, or that the one who looks knows (PL-2)."""
    return tuple(
        way
        for way in state.exits.values()
        if way.origin == place and (not way.hidden or way.key in known_exits)
    )


def visible_items(state: ItemState, who: str) -> tuple[str, ...]:
    """The things in somebody's place, or that it has, which are neither hidden nor shut in (IT-7)."""
    mine, place = Holder("character", who), state.characters.get(who)
    return tuple(
        key
        for key in state.items
        if (
            outermost(state.items, key) == mine
            or (place is not None and state.place_of(key) == place)
        )
        and not _is_hidden(state, key)
        and not is_shut_in(state, key)
    )


def notable_first(items: Iterable[Item]) -> tuple[str, ...]:
    """The keys of some things, notable ones first, else in the order given."""
    ordered = sorted(items, key=lambda item: not item.notable)
    return tuple(item.key for item in ordered)


def carried_items(state: ItemState, who: str) -> tuple[str, ...]:
    """What somebody has: worn, in hand, or in open containers in hand; hidden things too (IC-2)."""
    mine = Holder("character", who)
    return tuple(
        key
        for key in state.items
        if outermost(state.items, key) == mine and not is_shut_in(state, key)
    )


def is_shut_in(state: ItemState, key: str) -> bool:
    """Whether a thing is inside something closed or locked."""
    return any(
        holder.kind == "item" and state.items[holder.key].container in SHUT
        for holder in holders(state.items, key)
    )


def _is_hidden(state: ItemState, key: str) -> bool:
    return state.items[key].hidden or any(
        holder.kind == "item" and state.items[holder.key].hidden
        for holder in holders(state.items, key)
    )


def near(state: ItemState, place: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The places from which one sees, and from which one hears, what happens in a place (PL-9).

    What counts is the exit from there to here; the place itself is in neither.
    """
    ways = [way for way in state.exits.values() if way.target == place and way.origin != place]
    seen = dict.fromkeys(way.origin for way in ways if way.seen_through)
    heard = dict.fromkeys(way.origin for way in ways if way.heard_through)
    return tuple(seen), tuple(heard)
