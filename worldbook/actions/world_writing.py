"""Brings the rows of a world from what one document says to what another says, in few statements.

Whoever calls this holds the world's lock and has had the new document judged.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import DecimalField, F, Field, Model

from worldbook.actions.many_rows import update_rows
from worldbook.models import Item, Opening, OpeningCharacter, OpeningPin, World
from worldbook.queries.world_document import (
    HOLDER_COLUMNS,
    MODELS,
    NAMED,
    NESTED,
    ReadWorld,
    column_of,
    order_of,
    own_fields,
)
from worldbook.rules.world_document import KEYED
from worldbook.rules.world_document.differences import (
    CHANGED,
    CREATED,
    REMOVED,
    RowChange,
    document_changes,
)

_ORDER = ("regions", "locations", "characters", "exits", "slots", "items", "variables", "checks")
WRITTEN = (*_ORDER, "openings")
"""The parts in an order in which each names only earlier ones, or itself."""
_OF_ITSELF = {"regions": "parent", "characters": "follows"}
_VERSIONED = ("characters", "openings")
_ORDERED = ("features", "routines")
_BATCH = 500

Books = Mapping[str, int]
Revisions = Mapping[tuple[str, int], int]


class WorldWriter:
    """One change of a world's rows.

    `books` are the ids of the lorebooks that the new document names, `revisions` of the pinned
    revisions by (book, number), `old_keys` tell (part, new key) → the key before.
    """

    def __init__(
        self,
        world: World,
        read: ReadWorld,
        books: Books,
        revisions: Revisions,
        old_keys: Mapping[tuple[str, str], str],
    ) -> None:
        self.world = world
        self.read = read
        self.books = books
        self.revisions = revisions
        self.old_keys = old_keys
        self.ids = {part: dict(keys) for part, keys in read.ids.items()}
        for (part, new), old in old_keys.items():
            self.ids[part][new] = self.ids[part].pop(old)

    def write(self, after: Mapping[str, Any]) -> tuple[RowChange, ...]:
        """Make the rows say the document; what has changed."""
        changes = tuple(document_changes(self.read.document, after, self.old_keys))
        by_part: dict[str, list[RowChange]] = {part: [] for part in ("world", *KEYED)}
        for change in changes:
            by_part[change.part].append(change)
        for change in by_part["world"]:
            self._write_world(change)
        for part in WRITTEN:
            self._write_part(part, by_part[part], after)
        for part in reversed(WRITTEN):
            gone = [self.ids[part][c.key] for c in by_part[part] if c.kind == REMOVED]
            if gone:
                MODELS[part]._default_manager.filter(pk__in=gone).delete()
        if changes or self._moved(after):
            World.objects.filter(pk=self.world.pk).update(
                document_version=F("document_version") + 1
            )
            self.world.refresh_from_db(fields=["document_version"])
        return changes

    def _moved(self, after: Mapping[str, Any]) -> bool:
        """Whether only the order of some rows is another."""
        return any(
            [row["key"] for row in after[part]] != [row["key"] for row in self.read.document[part]]
            for part in KEYED
        )

    def _write_world(self, change: RowChange) -> None:
        said = change.after or {}
        for name in change.fields:
            setattr(self.world, name, said[name])
        self.world.version += 1
        self.world.save(update_fields=[*change.fields, "version"])

    def _write_part(
        self, part: str, changes: Sequence[RowChange], after: Mapping[str, Any]
    ) -> None:
        places = self._places(part, after[part])
        self._create(part, [c for c in changes if c.kind == CREATED], places)
        changed = [c for c in changes if c.kind == CHANGED]
        self._update(part, changed)
        self._reorder(part, places)
        self._name_its_own(part, changes)
        self._write_inner(part, changes)

    def _places(self, part: str, rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
        """The order of each row: the stored one where it still rises, else the next free one."""
        found: dict[str, int] = {}
        last = -1
        for row in rows:
            old = self.old_keys.get((part, row["key"]), row["key"])
            stored = self.read.places[part].get(old, last + 1)
            last = found[row["key"]] = max(stored, last + 1)
        return found

    def _create(self, part: str, changes: Sequence[RowChange], places: Mapping[str, int]) -> None:
        for batch in _layers(part, changes):
            rows = []
            for change in batch:
                row = MODELS[part](world=self.world, **self._columns(part, change.after or {}))
                setattr(row, order_of(part), places[change.key])
                rows.append(row)
            for row in MODELS[part]._default_manager.bulk_create(rows, batch_size=_BATCH):
                self.ids[part][getattr(row, "key", "")] = row.pk

    def _columns(self, part: str, said: Mapping[str, Any]) -> dict[str, Any]:
        """What the columns of a row hold; those that name rows of its own part stay empty."""
        values: dict[str, Any] = {}
        for name in own_fields(part):
            column = column_of(part, name)
            if name == "lorebook":
                values["lorebook_id"] = self.books.get(said[name] or "")
            elif column in NAMED:
                own = _OF_ITSELF.get(part) == name
                values[f"{column}_id"] = None if own else self._id(NAMED[column], said[name])
            else:
                values[column] = _stored(MODELS[part], column, said[name])
        if part == "items":
            values |= self._holder(said["holder"])
        return values

    def _id(self, part: str, key: str | None) -> int | None:
        return None if key is None else self.ids[part][key]

    def _holder(self, holder: Mapping[str, str]) -> dict[str, int | None]:
        return {
            f"{column}_id": self.ids[part][holder["key"]] if kind == holder["kind"] else None
            for kind, column, part in HOLDER_COLUMNS
        }

    def _update(self, part: str, changes: Sequence[RowChange]) -> None:
        rows: list[dict[str, Any]] = []
        columns: set[str] = set()
        for change in changes:
            names = self._changed_columns(part, change.fields)
            if names:
                values = self._columns(part, change.after or {})
                rows.append({"id": self.ids[part][change.key], **values})
                columns |= names
        update_rows(MODELS[part], rows, columns, version=part in _VERSIONED)

    def _changed_columns(self, part: str, fields: Iterable[str]) -> set[str]:
        """The columns, as the table calls them, in which fields are kept."""
        found: set[str] = set()
        for name in fields:
            if name == "holder":
                found |= {f"{column}_id" for _, column, _ in HOLDER_COLUMNS}
            elif name in own_fields(part) and _OF_ITSELF.get(part) != name:
                found.add(_table_column(part, column_of(part, name)))
        return found

    def _reorder(self, part: str, places: Mapping[str, int]) -> None:
        stored, order = self.read.places[part], order_of(part)
        rows = [
            {"id": self.ids[part][key], order: place}
            for key, place in places.items()
            if stored.get(self.old_keys.get((part, key), key), place) != place
        ]
        update_rows(MODELS[part], rows, [order])

    def _name_its_own(self, part: str, changes: Sequence[RowChange]) -> None:
        """Set columns that name rows of the same part, now that all of them are there."""
        name = _OF_ITSELF.get(part)
        if name is None:
            return
        rows = []
        for change in changes:
            said = change.after
            if said is None or (change.kind == CHANGED and name not in change.fields):
                continue
            if change.kind == CHANGED or said[name] is not None:
                pk, other = self.ids[part][change.key], self._id(part, said[name])
                rows.append({"id": pk, f"{name}_id": other})
        update_rows(MODELS[part], rows, [f"{name}_id"])

    def _write_inner(self, part: str, changes: Sequence[RowChange]) -> None:
        """Write the lists of rows that other tables keep, where they have changed."""
        for inner in NESTED.get(part, ()):
            found = [change for change in changes if _has_other(inner, change)]
            if part == "openings":
                for change in found:
                    pk = self.ids[part][change.key]
                    self._write_play(pk, inner, (change.after or {})[inner])
            elif found:
                self._write_lists(part, inner, found)

    def _write_lists(self, part: str, inner: str, changes: Sequence[RowChange]) -> None:
        """Write lists of rows of another table; a row that is still in its list keeps its id."""
        model, parent = MODELS[inner], "location_id" if part == "locations" else "character_id"
        pks = {self.ids[part][change.key]: change for change in changes}
        stored: dict[int, list[int]] = {pk: [] for pk in pks}
        order = ("position", "id") if inner in _ORDERED else ("id",)
        table = model._default_manager.filter(**{f"{parent}__in": pks})
        for owner, pk in table.order_by(*order).values_list(parent, "pk"):
            stored[owner].append(pk)
        lists = [
            self._list(inner, change, {parent: owner}, stored[owner])
            for owner, change in pks.items()
        ]
        model._default_manager.filter(pk__in=[pk for one in lists for pk in one.gone]).delete()
        rows = [row for one in lists for row in one.rows]
        columns = [f.attname for f in model._meta.concrete_fields if not f.primary_key]
        update_rows(model, [row for row in rows if row["id"] is not None], columns)
        new = [model(**row) for row in rows if row["id"] is None]
        model._default_manager.bulk_create(new, batch_size=_BATCH)

    def _list(
        self, inner: str, change: RowChange, parent: Mapping[str, int], stored: Sequence[int]
    ) -> "_List":
        """One list as it is to be: `stored` are the ids of its rows in their order."""
        told = (change.before or {inner: []})[inner]
        names = (_name(inner, at, row) for at, row in enumerate(told))
        kept = dict(zip(names, stored, strict=False))
        rows: list[dict[str, Any]] = []
        for at, said in enumerate((change.after or {})[inner]):
            place = {"position": at} if inner in _ORDERED else {}
            pk = kept.pop(_name(inner, at, said), None)
            rows.append({"id": pk, **self._columns(inner, said), **place, **parent})
        gone = list(kept.values())
        if inner not in _ORDERED and not _in_order([row["id"] for row in rows]):
            gone += [row["id"] for row in rows if row["id"] is not None]
            rows = [{**row, "id": None} for row in rows]
        return _List(rows, gone)

    def _write_play(self, pk: int, inner: str, rows: Sequence[Any]) -> None:
        opening = Opening(pk=pk)
        if inner == "characters":
            opening.cast.all().delete()
            OpeningCharacter.objects.bulk_create(
                OpeningCharacter(opening_id=pk, character_id=self.ids["characters"][key], place=at)
                for at, key in enumerate(rows)
            )
            return
        opening.pins.all().delete()
        OpeningPin.objects.bulk_create(
            OpeningPin(
                opening_id=pk,
                book_id=self.books[pin["book"]],
                revision_id=self.revisions.get((pin["book"], pin["revision"] or 0)),
                place=at,
            )
            for at, pin in enumerate(rows)
        )


@dataclass(frozen=True, slots=True)
class _List:
    """The rows that a list is to have, each with its `id` or None, and the ids that go."""

    rows: Sequence[Mapping[str, Any]]
    gone: Sequence[int]


def _has_other(inner: str, change: RowChange) -> bool:
    """Whether a row that stays or comes has another list than was there."""
    if change.kind == CREATED:
        return bool((change.after or {})[inner])
    return change.kind == CHANGED and inner in change.fields


def _table_column(part: str, name: str) -> str:
    """What the table calls a column."""
    column = MODELS[part]._meta.get_field(name)
    assert isinstance(column, Field)
    return column.attname


def _name(inner: str, at: int, said: Mapping[str, Any]) -> Any:
    """What a row of a list is known by; a routine by its place."""
    names = {"relationships": ("other",), "knowledge": ("kind", "key"), "routines": ()}
    return tuple(said[name] for name in names.get(inner, ("key",))) or at


def _in_order(pks: Sequence[int | None]) -> bool:
    """Whether rows that are read in the order of their ids, new ones last, come as they stand."""
    old = [pk for pk in pks if pk is not None]
    return old == sorted(old) and None not in pks[: len(old)]


def _layers(part: str, changes: Sequence[RowChange]) -> Iterable[Sequence[RowChange]]:
    """The rows to create in layers of which each is held by earlier ones only."""
    if MODELS[part] is not Item:
        return [changes] if changes else []
    left = {change.key: change for change in changes}
    layers: list[list[RowChange]] = []
    while left:
        layer = [change for change in left.values() if _outer(change) not in left]
        layers.append(layer)
        for change in layer:
            del left[change.key]
    return layers


def _outer(change: RowChange) -> str | None:
    holder = (change.after or {})["holder"]
    return holder["key"] if holder["kind"] == "item" else None


def _stored(model: type[Model], column: str, value: Any) -> Any:
    """A document's value as the column takes it."""
    if isinstance(model._meta.get_field(column), DecimalField) and value is not None:
        return Decimal(repr(value))
    return value
