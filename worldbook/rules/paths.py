"""The way that somebody takes from its place to another (PL-2, PL-7, TM-9).

A closed exit lets through whoever comes to it, for opening asks for no key (IC-2: only locking and
unlocking do), and is as closed afterwards as before. A locked or blocked one stops everybody; a
hidden one whoever does not know it.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from worldbook.rules.items.state import Exit, ItemState
from worldbook.rules.refusal import Refusal
from worldbook.rules.words import gettext_noop as _

NOTHING: frozenset[str] = frozenset()
PASSABLE = ("open", "closed")

CODES: Mapping[str, str] = {
    "unknown_character": _("There is no character “%(who)s”."),
    "unknown_place": _("There is no place “%(target)s”."),
    "nowhere": _("“%(who)s” is in no place."),
    "no_way": _("No way leads from “%(origin)s” to “%(target)s”."),
    "hidden_exit": _("“%(who)s” does not know the hidden exit “%(exit)s”."),
    "unknown_exit": _("“%(who)s” does not know the exit “%(exit)s”."),
    "exit_locked": _("The exit “%(exit)s” is locked."),
    "exit_blocked": _("The exit “%(exit)s” is blocked."),
    "unknown_destination": _("“%(who)s” does not know the place “%(target)s”."),
}
"""Code → what is told the game master of a move that is refused."""


@dataclass(frozen=True, slots=True)
class Path:
    """A way: the keys of its exits in order (none: it is there already), how long it takes."""

    exits: tuple[str, ...]
    seconds: int


@dataclass(frozen=True, slots=True)
class KnownWays:
    """What a character knows of the map: keys of places and of exits (KN-3)."""

    places: frozenset[str]
    exits: frozenset[str]


def plan_move(
    state: ItemState,
    who: str,
    target: str,
    *,
    knows: frozenset[str] = NOTHING,
    player_knows: frozenset[str] = NOTHING,
    forced: bool = False,
    ignore_exits: bool = False,
) -> Path | Refusal:
    """The shortest way that does not stop somebody; ties: fewer exits, then keys (PL-2).

    Args:
        state: where everything is.
        who: the character that moves.
        target: the place it is to be in.
        knows: the hidden exits that it knows.
        player_knows: the exits that the player's character knows, hidden or not: only these are
            named to the player.
        forced: the authoritative planner (PL-7): hidden exits count as known.
        ignore_exits: it is carried or forced there: no way is needed, and it takes no time (TM-9).

    Returns:
        The path, or a refusal that names the first exit which stops on the shortest path with
        states ignored; `detail["told"]` is `{"code", "who", "exit"?}` for the player.
    """
    origin = _origin(state, who, target)
    if isinstance(origin, Refusal):
        return origin
    if ignore_exits or origin == target:
        return Path((), 0)

    def is_known(exit_: Exit) -> bool:
        return forced or not exit_.hidden or exit_.key in knows

    found = shortest(
        state.exits.values(),
        origin,
        target,
        lambda exit_: exit_.state in PASSABLE and is_known(exit_),
    )
    if found:
        return found
    return _what_stops(state, who, target, is_known, player_knows)


def plan_known_move(state: ItemState, who: str, target: str, known: KnownWays) -> Path | Refusal:
    """A way of a character's own plan: only to a place and through exits that it knows (PL-7).

    A refusal says no more than that it knows no way; exits that stop it are named to it where it
    knows them.
    """
    origin = _origin(state, who, target)
    if isinstance(origin, Refusal):
        return origin
    if origin == target:
        return Path((), 0)
    if target not in known.places:
        told = {"code": "no_way", "who": who}
        return _refusal("unknown_destination", {"who": who, "target": target}, told)

    def is_known(exit_: Exit) -> bool:
        return exit_.key in known.exits

    found = shortest(
        state.exits.values(),
        origin,
        target,
        lambda exit_: exit_.state in PASSABLE and is_known(exit_),
    )
    return found or _what_stops(state, who, target, is_known, known.exits)


def shortest(
    exits: Iterable[Exit], origin: str, target: str, usable: Callable[[Exit], bool]
) -> Path | None:
    """The best path over some exits: least time, then fewest exits, then least keys in order."""
    ways: dict[str, list[Exit]] = {}
    for exit_ in exits:
        if usable(exit_):
            ways.setdefault(exit_.origin, []).append(exit_)
    best: list[tuple[int, int, tuple[str, ...], str]] = [(0, 0, (), origin)]
    settled: set[str] = set()
    while best:
        seconds, count, keys, place = heapq.heappop(best)
        if place == target:
            return Path(keys, seconds)
        if place in settled:
            continue
        settled.add(place)
        for way in ways.get(place, ()):
            if way.target not in settled:
                step = (seconds + way.travel_seconds, count + 1, (*keys, way.key), way.target)
                heapq.heappush(best, step)
    return None


def followers(
    movers: Iterable[str],
    places: Mapping[str, str | None],
    follows: Mapping[str, str],
    conditions: Mapping[str, str],
) -> Mapping[str, str]:
    """Who moves along with those who move by the ordinary planner: follower → whom (PL-8).

    A follower starts where the one it follows starts, is able to walk (active or captive), and
    does not move by itself in the same step. Those who follow a follower come too.
    """
    found: dict[str, str] = {}
    leaders = set(movers)
    todo = list(_following(leaders, places, follows, conditions))
    while todo:
        for key, leader in todo:
            found[key] = leader
        leaders.update(found)
        todo = list(_following(leaders, places, follows, conditions))
    return found


def _following(
    leaders: set[str],
    places: Mapping[str, str | None],
    follows: Mapping[str, str],
    conditions: Mapping[str, str],
) -> Iterator[tuple[str, str]]:
    """Those who follow one of the leaders and are none yet."""
    for key, leader in sorted(follows.items()):
        walks = conditions.get(key, "active") in ("active", "captive")
        if leader in leaders and key not in leaders and walks:
            place = places.get(key)
            if place is not None and place == places.get(leader):
                yield key, leader


def _origin(state: ItemState, who: str, target: str) -> str | Refusal:
    """Where somebody starts; a place that does not exist is told as one that no way leads to."""
    if who not in state.characters:
        return _refusal("unknown_character", {"who": who}, {"code": "unknown_character"})
    if target not in state.locations:
        told = {"code": "no_way", "who": who}
        return _refusal("unknown_place", {"who": who, "target": target}, told)
    origin = state.characters[who]
    if origin is None:
        return _refusal("nowhere", {"who": who}, {"code": "nowhere", "who": who})
    return origin


def _what_stops(
    state: ItemState,
    who: str,
    target: str,
    is_known: Callable[[Exit], bool],
    player_knows: frozenset[str],
) -> Refusal:
    """Why there is no way: the first exit that stops on the shortest path, states ignored.

    Ways over known exits are looked at first; only where there are none, an exit that is not known
    is what stops.
    """
    origin = state.characters[who] or ""
    exits = state.exits.values()
    path = shortest(exits, origin, target, is_known) or shortest(
        exits, origin, target, lambda _exit: True
    )
    values = {"who": who, "origin": origin, "target": target}
    if path is None:
        return _refusal("no_way", values, {"code": "no_way", "who": who})
    stopping = next(exit_ for exit_ in _along(state, path) if not _lets(exit_, is_known))
    unseen = "hidden_exit" if stopping.hidden else "unknown_exit"
    code = f"exit_{stopping.state}" if is_known(stopping) else unseen
    told = {"code": "no_way", "who": who}
    if stopping.key in player_knows and is_known(stopping):
        told = {"code": code, "who": who, "exit": stopping.key}
    return _refusal(code, {**values, "exit": stopping.key}, told)


def _lets(exit_: Exit, is_known: Callable[[Exit], bool]) -> bool:
    return exit_.state in PASSABLE and is_known(exit_)


def _along(state: ItemState, path: Path) -> Iterator[Exit]:
    return (state.exits[key] for key in path.exits)


def _refusal(code: str, values: Mapping[str, str], told: Mapping[str, str]) -> Refusal:
    return Refusal(code, CODES[code] % values, {**values, "told": dict(told)})
