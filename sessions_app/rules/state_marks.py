"""What the last turn changed of what a player may see: two views, held side by side (PG-22).

Nothing is told but what stands in a view that the player could have seen before, or sees now
(AD-2): of a place to which the character has just come only the place itself is new. What a full list
leaves out (PL-5) is there all the same: it neither comes nor goes by that.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

Json = dict[str, Any]

NEW = "new"
OTHER = "changed"

PARTS = ("features", "exits", "people", "items")
WORDS = ("name", "description", "regions")


def marked(before: Json | None, now: Json) -> Json:
    """A view of `rules/state_view.py` with `changed` on all that it lists, and `gone`.

    `changed` is `NEW`, `OTHER` or None: it came this turn, is otherwise than before, is as it was.
    `gone` is {people, items}: the names of who has left, and of things that are no more at hand.
    `before` is the view from before the last turn, None where that changed nothing.
    """
    if now["player"] is None:
        return now
    old = now if before is None or before["player"] is None else before
    here, there = now["place"], old["place"]
    stayed = there if here and there and here["n"] == there["n"] else None
    moved = bool(here) and stayed is None
    return {
        **now,
        "place": _place(stayed or here, here, moved=moved) if here else None,
        "own": _rows(old["own"], now["own"]),
        "known_places": _rows(old["known_places"], now["known_places"]),
        "variables": _variables(old["variables"], now["variables"]),
        "gone": {
            "people": _gone(_part(stayed, "people"), _part(here, "people")),
            "items": _gone(
                [*_part(stayed, "items"), *old["own"]],
                [*_part(here, "items"), *now["own"]],
                _part(here, "beyond"),
            ),
        },
    }


def _part(place: Json | None, name: str) -> list[Any]:
    found: list[Any] = place[name] if place else []
    return found


def _place(before: Json, now: Json, *, moved: bool) -> Json:
    """A place and its parts, each held against what stood there before."""
    parts = {name: _rows(before[name], now[name], before["beyond"]) for name in PARTS}
    other = any(before[name] != now[name] for name in WORDS)
    told = {name: value for name, value in now.items() if name != "beyond"}
    return {**told, **parts, "changed": NEW if moved else OTHER if other else None}


def _rows(
    before: Iterable[Json], now: Sequence[Json], unlisted: Collection[int] = ()
) -> list[Json]:
    known = {row["n"]: row for row in now if row["n"] in unlisted}
    known |= {row["n"]: row for row in before}
    return [row | {"changed": _mark(known.get(row["n"]), row)} for row in now]


def _mark(before: Json | None, now: Json) -> str | None:
    if before is None:
        return NEW
    return None if before == now else OTHER


def _gone(before: Iterable[Json], now: Iterable[Json], unlisted: Iterable[int] = ()) -> list[str]:
    present = {row["n"] for row in now}.union(unlisted)
    return list(dict.fromkeys(row["name"] for row in before if row["n"] not in present))


def _variables(before: Iterable[Json], now: Iterable[Json]) -> list[Json]:
    """The values of each target; those of one that was not at hand before are no news."""
    known = {_of(seen): _values(seen["values"]) for seen in before}
    return [
        seen | {"values": _compared(known.get(_of(seen), _values(seen["values"])), seen["values"])}
        for seen in now
    ]


def _compared(known: Mapping[Any, Json], values: Iterable[Json]) -> list[Json]:
    return [value | {"changed": _mark(known.get(_name(value)), value)} for value in values]


def _values(values: Iterable[Json]) -> dict[Any, Json]:
    return {_name(value): value for value in values}


def _name(value: Json) -> tuple[Any, str]:
    """A variable of the world by its number, one of every story by its name."""
    return value["n"], value["name"]


def _of(seen: Json) -> tuple[str, int | None]:
    return seen["of"]["kind"], seen["of"].get("n")
