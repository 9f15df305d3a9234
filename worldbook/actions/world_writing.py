"""Brings the rows of a world from what one document says to what another says, in few statements.

Whoever calls this holds the world's lock and has had the new document judged.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.db.models import DecimalField, F, JSONField, Model, Value

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
        for change in changes:
            if change.kind in (CREATED, CHANGED):
                self._write_inner(part, change)

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
        rows, columns = [], set()
        for change in changes:
            names = self._changed_columns(part, change.fields)
            if not names:
                continue
            values = self._columns(part, change.after or {})
            row = MODELS[part](pk=self.ids[part][change.key], **_no_json_null(part, values))
            if part in _VERSIONED:
                row.version = F("version") + 1  # type: ignore[attr-defined]
                names.add("version")
            rows.append(row)
            columns |= names
        if rows:
            MODELS[part]._default_manager.bulk_update(rows, sorted(columns), batch_size=_BATCH)

    def _changed_columns(self, part: str, fields: Iterable[str]) -> set[str]:
        found: set[str] = set()
        for name in fields:
            if name == "holder":
                found |= {column for _, column, _ in HOLDER_COLUMNS}
            elif name in own_fields(part) and _OF_ITSELF.get(part) != name:
                found.add(column_of(part, name))
        return found

    def _reorder(self, part: str, places: Mapping[str, int]) -> None:
        stored = self.read.places[part]
        rows = [
            MODELS[part](pk=self.ids[part][key], **{order_of(part): place})
            for key, place in places.items()
            if stored.get(self.old_keys.get((part, key), key), place) != place
        ]
        if rows:
            MODELS[part]._default_manager.bulk_update(rows, [order_of(part)], batch_size=_BATCH)

    def _name_its_own(self, part: str, changes: Sequence[RowChange]) -> None:
        """Set columns that name rows of the same part, now that all of them are there."""
        name = _OF_ITSELF.get(part)
        if name is None:
            return
        for change in changes:
            said = change.after
            if said is None or (change.kind == CHANGED and name not in change.fields):
                continue
            if change.kind == CHANGED or said[name] is not None:
                row = MODELS[part]._default_manager.filter(pk=self.ids[part][change.key])
                row.update(**{f"{name}_id": self._id(part, said[name])})

    def _write_inner(self, part: str, change: RowChange) -> None:
        """Write the lists of a row that other tables keep, where they have changed."""
        said = change.after or {}
        for inner in NESTED.get(part, ()):
            if (change.kind == CHANGED and inner not in change.fields) or (
                change.kind == CREATED and not said[inner]
            ):
                continue
            pk = self.ids[part][change.key]
            if part == "openings":
                self._write_play(pk, inner, said[inner])
            else:
                self._write_list(part, pk, inner, change)

    def _write_list(self, part: str, pk: int, inner: str, change: RowChange) -> None:
        """Write a list of rows of another table; a row that is still in it keeps its id."""
        parent = "location_id" if part == "locations" else "character_id"
        ordered = inner in ("features", "routines")
        table = MODELS[inner]._default_manager.filter(**{parent: pk})
        pks = table.order_by(*(("position", "id") if ordered else ("id",)))
        told = (change.before or {inner: []})[inner]
        names = (_name(inner, at, row) for at, row in enumerate(told))
        kept = dict(zip(names, pks.values_list("pk", flat=True), strict=False))
        rows = []
        for at, said in enumerate((change.after or {})[inner]):
            values = self._columns(inner, said) | ({"position": at} if ordered else {})
            rows.append(MODELS[inner](pk=kept.pop(_name(inner, at, said), None), **values))
            setattr(rows[-1], parent, pk)
        if not ordered and not _in_order([row.pk for row in rows]):
            kept = {**kept, **{at: row.pk for at, row in enumerate(rows) if row.pk is not None}}
            for row in rows:
                row.pk = None
        table.filter(pk__in=kept.values()).delete()
        old = [row for row in rows if row.pk is not None]
        if old:
            columns = [f.name for f in MODELS[inner]._meta.concrete_fields if not f.primary_key]
            MODELS[inner]._default_manager.bulk_update(old, columns)
        MODELS[inner]._default_manager.bulk_create([row for row in rows if row.pk is None])

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


def _no_json_null(part: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values for `bulk_update`, which would write None into a JSON column as JSON's null."""
    fields = MODELS[part]._meta
    return {
        name: Value(None)
        if value is None and isinstance(fields.get_field(name), JSONField)
        else value
        for name, value in values.items()
    }
