"""What the rows of a document name, where, and what becomes of that when the named one goes.

A reference's target is a part ("locations"), "kinds": a kind of things, by which rules name them,
or "things": a thing or a kind.
"""

import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.condition_leaves import PLAYER
from worldbook.rules.world_document.parts import HOLDERS, KEYED, SCOPES

KINDS, THINGS = "kinds", "things"
BAR, CLEAR, DROP = "bar", "clear", "drop"
"""The named one may not go; its name is taken away; what names it goes too."""

Steps = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """One name in a row.

    `steps` lead from the row to the name; `whole` to what goes along where `letting` is DROP, ()
    is the row itself. `loose`: naming what is not there is no fault (lint speaks of it).
    """

    steps: Steps
    target: str
    key: str
    letting: str = BAR
    whole: Steps = ()
    loose: bool = False


def path_of(steps: Steps) -> str:
    """The steps as faults write them: `routines[2].location`."""
    out = ""
    for step in steps:
        out += f"[{step}]" if isinstance(step, int) else f".{step}" if out else step
    return out


def references(part: str, row: Mapping[str, Any]) -> Iterator[Reference]:
    """Everything that a whole row of a part names, empty names left out."""
    reader = _READERS.get(part)
    if reader is not None:
        yield from (found for found in reader(row) if found.key)


def _one(row: Mapping[str, Any], name: str, target: str, letting: str = BAR) -> Reference:
    return Reference((name,), target, row[name] or "", letting)


def _opener(row: Mapping[str, Any]) -> Reference:
    return Reference(("opener",), KINDS, row["opener"], loose=True)


def _regions(row: Mapping[str, Any]) -> Iterator[Reference]:
    yield _one(row, "parent", "regions", CLEAR)


def _locations(row: Mapping[str, Any]) -> Iterator[Reference]:
    yield _one(row, "region", "regions", CLEAR)


def _exits(row: Mapping[str, Any]) -> Iterator[Reference]:
    yield _one(row, "from", "locations", DROP)
    yield _one(row, "to", "locations", DROP)
    yield _opener(row)


def _items(row: Mapping[str, Any]) -> Iterator[Reference]:
    holder = row["holder"]
    yield Reference(("holder", "key"), HOLDERS[holder["kind"]], holder["key"])
    yield _one(row, "owner", "characters", CLEAR)
    yield _one(row, "slot", "slots")
    yield _one(row, "worn", "slots")
    yield _opener(row)
    yield Reference(("kind",), KINDS, row["kind"], loose=True)


_KNOWN = {"location": "locations", "exit": "exits", "item": KINDS}


def _characters(row: Mapping[str, Any]) -> Iterator[Reference]:
    yield _one(row, "location", "locations")
    yield _one(row, "follows", "characters", CLEAR)
    for at, routine in enumerate(row["routines"]):
        steps: Steps = ("routines", at, "location")
        yield Reference(steps, "locations", routine["location"] or "", CLEAR)
    for at, tie in enumerate(row["relationships"]):
        steps = ("relationships", at)
        yield Reference((*steps, "other"), "characters", tie["other"], DROP, steps)
    for at, known in enumerate(row["knowledge"]):
        steps = ("knowledge", at)
        if known["kind"] in _KNOWN:
            target = _KNOWN[known["kind"]]
            yield Reference((*steps, "key"), target, known["key"], DROP, steps)


def _variables(row: Mapping[str, Any]) -> Iterator[Reference]:
    target = THINGS if row["scope"] == "item" else SCOPES[row["scope"]]
    for at, key in enumerate(row["targets"] if target else ()):
        yield Reference(("targets", at), target, key, DROP, ("targets", at))


def _checks(row: Mapping[str, Any]) -> Iterator[Reference]:
    yield _one(row, "variable", "variables")


def _openings(row: Mapping[str, Any]) -> Iterator[Reference]:
    for at, key in enumerate(row["characters"]):
        yield Reference(("characters", at), "characters", key, DROP, ("characters", at))
    yield _one(row, "player", "characters", CLEAR)
    yield _one(row, "location", "locations", CLEAR)
    for at, value in enumerate(row["variable_values"]):
        steps: Steps = ("variable_values", at)
        target = SCOPES[value["of"]["kind"]]
        yield Reference((*steps, "variable"), "variables", value["variable"], DROP, steps)
        if target and value["of"]["key"] != PLAYER:
            yield Reference((*steps, "of", "key"), target, value["of"]["key"], DROP, steps)
    for at, change in enumerate(row["item_changes"]):
        yield from _change(change, ("item_changes", at))


def _change(change: Mapping[str, Any], steps: Steps) -> Iterator[Reference]:
    """What one item change names; whether it can be done is tried apart."""
    plain = {
        "actor": "characters",
        "item": "items",
        "exit": "exits",
        "with": THINGS,
        "slot": "slots",
    }
    for name, target in plain.items():
        if isinstance(change.get(name), str):
            key = change[name]
            yield Reference((*steps, name), target, key, DROP, steps, loose=True)
    to = change.get("to")
    if isinstance(to, Mapping) and to.get("kind") in HOLDERS and isinstance(to.get("key"), str):
        target = HOLDERS[to["kind"]]
        yield Reference((*steps, "to", "key"), target, to["key"], DROP, steps, loose=True)


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Iterator[Reference]]] = {
    "regions": _regions,
    "locations": _locations,
    "exits": _exits,
    "items": _items,
    "characters": _characters,
    "variables": _variables,
    "checks": _checks,
    "openings": _openings,
}

Naming = Callable[[Reference], str | None]
"""The new name of a reference's target; None: it is gone."""


def renamed(document: Mapping[str, Any], naming: Naming) -> dict[str, Any]:
    """A whole document in which every reference has the name that `naming` gives.

    Where it gives None, the reference is taken away as its `letting` says; one that bars stays.
    """
    out: dict[str, Any] = {"world": document["world"]}
    for part in KEYED:
        rows = (_renamed_row(part, row, naming) for row in document[part])
        out[part] = [row for row in rows if row is not None]
    return {**document, **out}


def _renamed_row(part: str, row: Mapping[str, Any], naming: Naming) -> dict[str, Any] | None:
    changed = [(r, name) for r in references(part, row) if (name := naming(r)) != r.key]
    if not changed:
        return dict(row)
    out = copy.deepcopy(dict(row))
    going: set[Steps] = set()
    for reference, name in changed:
        if name is not None:
            _put(out, reference.steps, name)
        elif reference.letting == CLEAR:
            _put(out, reference.steps, None)
        elif reference.letting == DROP:
            going.add(reference.whole)
    if () in going:
        return None
    for steps in sorted(going, key=lambda s: s[-1] if isinstance(s[-1], int) else 0, reverse=True):
        del _at(out, steps[:-1])[steps[-1]]
    return out


def _at(row: Any, steps: Steps) -> Any:
    for step in steps:
        row = row[step]
    return row


def _put(row: Any, steps: Steps, value: Any) -> None:
    _at(row, steps[:-1])[steps[-1]] = value
