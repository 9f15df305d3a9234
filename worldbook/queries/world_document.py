"""A world read whole, as its document says it; one query a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Any

from django.db.models import Model

from worldbook.models import (
    Character,
    DiceCheck,
    Exit,
    Feature,
    FirstIntent,
    FirstKnowledge,
    FirstRelationship,
    Item,
    Location,
    Opening,
    OpeningCharacter,
    OpeningPin,
    Region,
    Routine,
    VariableDef,
    WearSlot,
    World,
)
from worldbook.rules.world_document import FORMAT, KEYED, PARTS, VERSION

MODELS: Mapping[str, type[Model]] = {
    "regions": Region,
    "locations": Location,
    "features": Feature,
    "exits": Exit,
    "slots": WearSlot,
    "characters": Character,
    "routines": Routine,
    "relationships": FirstRelationship,
    "knowledge": FirstKnowledge,
    "intents": FirstIntent,
    "items": Item,
    "variables": VariableDef,
    "checks": DiceCheck,
    "openings": Opening,
}
"""The table of each part."""

COLUMNS: Mapping[str, Mapping[str, str]] = {
    "exits": {"from": "origin", "to": "target"},
    "knowledge": {"kind": "target_kind", "key": "target_key"},
}
"""Fields whose columns have other names."""

NAMED: Mapping[str, str] = {
    "parent": "regions",
    "region": "regions",
    "location": "locations",
    "origin": "locations",
    "target": "locations",
    "follows": "characters",
    "other": "characters",
    "owner": "characters",
    "player": "characters",
}
"""Columns that point to a row, and the part whose keys stand for it."""

NESTED: Mapping[str, tuple[str, ...]] = {
    "locations": ("features",),
    "characters": ("routines", "relationships", "knowledge", "intents"),
    "openings": ("characters", "pins"),
}
"""Fields of a part that are rows of other tables."""


def column_of(part: str, name: str) -> str:
    """The column in which a field is kept."""
    return COLUMNS.get(part, {}).get(name, name)


def own_fields(part: str) -> tuple[str, ...]:
    """The fields of a part that are columns of its table under one name, `holder` left out."""
    return tuple(n for n in PARTS[part] if n not in NESTED.get(part, ()) and n != "holder")


def order_of(part: str) -> str:
    """The column of the order in which a part's rows are shown."""
    return "place" if part in ("characters", "openings") else "position"


@dataclass(frozen=True, slots=True)
class ReadWorld:
    """A world's whole document; of its rows, part → key → primary key, and → stored order."""

    document: dict[str, Any]
    ids: Mapping[str, Mapping[str, int]]
    places: Mapping[str, Mapping[str, int]]


def read_world_document(world: World) -> ReadWorld:
    """Everything that a world says."""
    return _Reader(world).read()


def told_row(part: str, row: Model, keys: Iterable[str] | None = None) -> dict[str, Any]:
    """What the document says of one row: its own fields, or those of `keys`; no nested lists."""
    told: dict[str, Any] = {}
    for name in PARTS[part]:
        if (keys is not None and name not in keys) or name in NESTED.get(part, ()):
            continue
        if name == "holder":
            told[name] = _holder_of(row)
            continue
        value = getattr(row, column_of(part, name))
        told[name] = getattr(value, "key", None) if isinstance(value, Model) else _json(value)
    return told


def _holder_of(row: Model) -> dict[str, str] | None:
    for kind, column, _part in HOLDER_COLUMNS:
        holder = getattr(row, column)
        if holder is not None:
            return {"kind": kind, "key": holder.key}
    return None


def told_rows(part: str, parent: Model, inner: str) -> list[dict[str, Any]]:
    """What the document says in a list of rows of another table, inside one row of a part."""
    named = [f.name for f in MODELS[inner]._meta.concrete_fields if f.name in NAMED]
    order = ("position", "id") if inner in ("features", "routines") else ("id",)
    owner = "location" if part == "locations" else "character"
    rows = MODELS[inner]._default_manager.filter(**{owner: parent}).order_by(*order)
    return [told_row(inner, row) for row in rows.select_related(*named)]


def _json(value: Any) -> Any:
    """A column's value as the document has it; whole decimals without a point."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value


class _Reader:
    """Reads the tables of one world in the order in which they name each other."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.keys: dict[str, dict[int, str]] = {}

    def read(self) -> ReadWorld:
        """The document and the ids."""
        raw = {part: list(self._rows(part)) for part in KEYED}
        self.keys = {part: {row["id"]: row["key"] for row in rows} for part, rows in raw.items()}
        inner = {"locations": self._features(), "characters": self._lives()}
        inner["openings"] = self._plays()
        parts = {
            part: [
                self._row(part, row, inner.get(part, {}).get(row["id"], {})) for row in raw[part]
            ]
            for part in KEYED
        }
        head = {name: getattr(self.world, name) for name in PARTS["world"]}
        document = {"format": FORMAT, "version": VERSION, "world": head, **parts}
        ids = {part: {key: pk for pk, key in keys.items()} for part, keys in self.keys.items()}
        places = {part: {row["key"]: row[order_of(part)] for row in raw[part]} for part in KEYED}
        return ReadWorld(document, ids, places)

    def _rows(self, part: str) -> Iterable[dict[str, Any]]:
        columns = [self._read_as(part, name) for name in own_fields(part)]
        if part == "items":
            columns += ["location_id", "holder_id", "inside_id"]
        if part == "characters":
            columns.append("lorebook__key")
        order = order_of(part)
        rows = MODELS[part]._default_manager.filter(world=self.world).order_by(order, "id")
        return rows.values("id", order, *(c for c in columns if c))

    @staticmethod
    def _read_as(part: str, name: str) -> str:
        column = column_of(part, name)
        if column == "lorebook":
            return ""
        return f"{column}_id" if column in NAMED else column

    def _row(self, part: str, row: Mapping[str, Any], inner: Mapping[str, Any]) -> dict[str, Any]:
        return {name: self._field(part, name, row, inner) for name in PARTS[part]}

    def _field(self, part: str, name: str, row: Mapping[str, Any], inner: Mapping[str, Any]) -> Any:
        if name in NESTED.get(part, ()):
            return inner.get(name, [])
        if name == "holder":
            return self._holder(row)
        if name == "lorebook":
            return row["lorebook__key"]
        column = column_of(part, name)
        if column in NAMED:
            pk = row[f"{column}_id"]
            return None if pk is None else self.keys[NAMED[column]].get(pk)
        return _json(row[column])

    def _holder(self, row: Mapping[str, Any]) -> dict[str, Any]:
        for kind, column, part in HOLDER_COLUMNS:
            if row[f"{column}_id"] is not None:
                return {"kind": kind, "key": self.keys[part][row[f"{column}_id"]]}
        raise ValueError(f"nothing has item {row['id']}")

    def _features(self) -> dict[int, dict[str, Any]]:
        return self._grouped("features", "location", ("position", "id"))

    def _lives(self) -> dict[int, dict[str, Any]]:
        found: dict[int, dict[str, Any]] = {}
        orders = {"routines": ("position", "id")}
        for part in NESTED["characters"]:
            order = orders.get(part, ("id",))
            for pk, inner in self._grouped(part, "character", order).items():
                found.setdefault(pk, {}).update(inner)
        return found

    def _grouped(self, part: str, parent: str, order: tuple[str, ...]) -> dict[int, dict[str, Any]]:
        columns = [self._read_as(part, name) for name in own_fields(part)]
        rows = MODELS[part]._default_manager.filter(**{f"{parent}__world": self.world})
        told = rows.order_by(f"{parent}_id", *order).values("id", f"{parent}_id", *columns)
        return {
            pk: {part: [self._row(part, row, {}) for row in some]}
            for pk, some in _by(told, f"{parent}_id")
        }

    def _plays(self) -> dict[int, dict[str, Any]]:
        found: dict[int, dict[str, Any]] = {}
        cast = OpeningCharacter.objects.filter(opening__world=self.world)
        for pk, rows in _by(
            cast.order_by("opening_id", "place", "id").values("opening_id", "character__key"),
            "opening_id",
        ):
            found.setdefault(pk, {})["characters"] = [row["character__key"] for row in rows]
        pins = OpeningPin.objects.filter(opening__world=self.world)
        for pk, rows in _by(
            pins.order_by("opening_id", "place", "id").values(
                "opening_id", "book__key", "revision__number"
            ),
            "opening_id",
        ):
            found.setdefault(pk, {})["pins"] = [
                {"book": row["book__key"], "revision": row["revision__number"]} for row in rows
            ]
        return found


HOLDER_COLUMNS = (
    ("location", "location", "locations"),
    ("character", "holder", "characters"),
    ("item", "inside", "items"),
)
"""Kind of a holder, its column, and the part whose keys stand for it."""


def _by(rows: Iterable[Any], name: str) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    key: Callable[[Any], Any] = lambda row: row[name]  # noqa: E731 - a reader of one column
    for pk, some in groupby(rows, key=key):
        yield pk, list(some)
