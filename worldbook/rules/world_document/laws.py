"""What must hold between the rows of a world: keys, names, circles, holders, doors (IT-2, PL-1)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from worldbook.rules.chains import MOST_LEVELS, chains_of
from worldbook.rules.faults import Fault, inside
from worldbook.rules.items.state import DEFAULT_SLOTS
from worldbook.rules.variables import BUILT_IN
from worldbook.rules.world_document.parts import KEYED
from worldbook.rules.world_document.references import KINDS, THINGS, path_of, references
from worldbook.rules.world_document.shapes import Document, sound_document

Row = Mapping[str, Any]
Placed = tuple[str, Row]
"""A row and its path."""

_SHOWN = 10

RESERVED = {"characters": frozenset({"player", "persona"})}
"""Keys that mean the player's own character, whoever that is."""


@dataclass(frozen=True)
class Sound:
    """A document's rows of the right shape, by part, with their paths; and every key it has."""

    rows: Mapping[str, Sequence[Placed]]
    given: Document = field(repr=False)

    @classmethod
    def of(cls, document: Document) -> "Sound":
        """What of a document can be judged further."""
        return cls(sound_document(document), document)

    @property
    def world(self) -> Row | None:
        """The world's own fields, if they are right."""
        found = self.rows["world"]
        return found[0][1] if found else None

    @cached_property
    def by_key(self) -> Mapping[str, Mapping[str, Row]]:
        """Of each part, its rows by key."""
        return {part: {row["key"]: row for _, row in self.rows[part]} for part in KEYED}

    @cached_property
    def keys(self) -> Mapping[str, frozenset[str]]:
        """Of each part, the keys there are, also of rows that something is wrong with."""
        found = {part: frozenset(self._keys_given(part)) for part in KEYED}
        kinds = frozenset(row["kind"] or row["key"] for _, row in self.rows["items"])
        return {
            **found,
            "slots": found["slots"] | frozenset(DEFAULT_SLOTS),
            "variables": found["variables"] | frozenset(BUILT_IN),
            KINDS: kinds,
            THINGS: kinds | found["items"],
        }

    def _keys_given(self, part: str) -> Iterator[str]:
        rows = self.given.get(part, ())
        for row in rows if isinstance(rows, list | tuple) else ():
            if isinstance(row, Mapping) and isinstance(row.get("key"), str):
                yield row["key"]


def law_faults(sound: Sound) -> Iterator[Fault]:
    """Everything that is wrong between rows."""
    for law in _LAWS:
        yield from law(sound)


def _keys(sound: Sound) -> Iterator[Fault]:
    """A key is used once in its part; places and regions share theirs."""
    for part in KEYED:
        yield from _once(sound.rows[part])
        for path, row in sound.rows[part]:
            if row["key"] in RESERVED.get(part, ()):
                yield Fault("reserved", inside(path, "key"), {"value": row["key"]})
    for path, row in sound.rows["locations"]:
        if row["key"] in sound.by_key["regions"]:
            yield Fault("key_taken", inside(path, "key"), {"value": row["key"]})
        yield from _once(_inner(path, row, "features"))
    for path, row in sound.rows["characters"]:
        yield from _once(_inner(path, row, "intents"))
        yield from _once(_inner(path, row, "relationships"), "other")


def _once(rows: Sequence[Placed], name: str = "key") -> Iterator[Fault]:
    seen: set[str] = set()
    for path, row in rows:
        if row[name] in seen:
            yield Fault("key_taken", inside(path, name), {"value": row[name]})
        seen.add(row[name])


def _inner(path: str, row: Row, name: str) -> list[Placed]:
    return [(f"{path}.{name}[{at}]", inner) for at, inner in enumerate(row[name])]


def _names(sound: Sound) -> Iterator[Fault]:
    """What rows name is there."""
    for part in KEYED:
        for path, row in sound.rows[part]:
            for found in references(part, row):
                if not found.loose and found.key not in sound.keys[found.target]:
                    at = inside(path, path_of(found.steps))
                    yield Fault("not_in_world", at, {"value": found.key})


def _circles(sound: Sound) -> Iterator[Fault]:
    """Regions in regions, things in things, and who follows whom have an end, and soon."""
    yield from _circle(sound, "regions", "parent", lambda row: row["parent"])
    yield from _circle(sound, "characters", "follows", lambda row: row["follows"])
    yield from _circle(
        sound,
        "items",
        "holder.key",
        lambda row: row["holder"]["key"] if row["holder"]["kind"] == "item" else None,
    )


def _circle(
    sound: Sound, part: str, name: str, leads: Callable[[Row], str | None]
) -> Iterator[Fault]:
    """One fault for each circle, where it was first met, and for each row that stands too deep."""
    above = {key: leads(row) for key, row in sound.by_key[part].items()}
    found = chains_of(above)
    circles = dict(found.circles)
    for path, row in sound.rows[part]:
        circle = circles.pop(row["key"], ())
        if circle:
            names = " → ".join([*circle[:_SHOWN], circle[0]])
            yield Fault("circle", inside(path, name), {"circle": names})
        if found.depths[row["key"]] > MOST_LEVELS:
            yield Fault("too_many_levels", inside(path, name), {"most": MOST_LEVELS})


def _exits(sound: Sound) -> Iterator[Fault]:
    """An exit leads elsewhere; the sides of a door agree about it."""
    first: dict[str, Row] = {}
    for path, row in sound.rows["exits"]:
        if row["from"] == row["to"]:
            yield Fault("itself", inside(path, "to"))
        if not row["door"]:
            continue
        other = first.setdefault(row["door"], row)
        for name in ("state", "opener"):
            if row[name] != other[name]:
                yield Fault("two_doors", inside(path, name), {"value": row["door"]})


def _things(sound: Sound) -> Iterator[Fault]:
    """What holds things is one container; what is unique is one; what is worn can be."""
    items = sound.by_key["items"]
    for path, row in sound.rows["items"]:
        holder = row["holder"]
        outer = items.get(holder["key"]) if holder["kind"] == "item" else None
        at = inside(path, "holder.key")
        if outer is not None and outer["container"] == "none":
            yield Fault("not_container", at, {"value": holder["key"]})
        elif outer is not None and outer["quantity"] > 1:
            yield Fault("several", at, {"value": holder["key"]})
        if row["unique"] and row["quantity"] > 1:
            yield Fault("not_unique", inside(path, "quantity"))
        if row["worn"] and not row["slot"]:
            yield Fault("not_wearable", inside(path, "worn"))
        if row["worn"] and (holder["kind"] != "character" or row["quantity"] > 1):
            code = "not_carried" if holder["kind"] != "character" else "not_unique"
            yield Fault(code, inside(path, "worn" if code == "not_carried" else "quantity"))


def _slots(sound: Sound) -> Iterator[Fault]:
    """Nobody wears more on a slot than it takes."""
    room = {**DEFAULT_SLOTS, **{row["key"]: row["capacity"] for _, row in sound.rows["slots"]}}
    worn: dict[tuple[str, str], int] = {}
    for path, row in sound.rows["items"]:
        if not row["worn"] or row["holder"]["kind"] != "character":
            continue
        place = (row["holder"]["key"], row["worn"])
        worn[place] = worn.get(place, 0) + 1
        most = room.get(row["worn"])
        if most is not None and worn[place] > most:
            yield Fault("slot_full", inside(path, "worn"), {"most": most, "value": row["worn"]})


def _people(sound: Sound) -> Iterator[Fault]:
    """Nobody stands in a relationship to itself, or knows a thing twice."""
    for path, row in sound.rows["characters"]:
        for at, tie in _inner(path, row, "relationships"):
            if tie["other"] == row["key"]:
                yield Fault("itself", inside(at, "other"))
        seen: set[tuple[str, str]] = set()
        for at, known in _inner(path, row, "knowledge"):
            name = (known["kind"], known["key"])
            if name in seen:
                yield Fault("key_taken", inside(at, "key"), {"value": known["key"]})
            seen.add(name)


_LAWS = (_keys, _names, _circles, _exits, _things, _slots, _people)
