"""A world is copied into the rows of a story that starts in it (PL-1, TM-8, SC-5).

Every row of the world gets a row of the story, with what both tables call the same; what a row
refers to is looked up among what was copied before. Later edits of the world do not reach it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

from memory.models import EntityKnowledge, Relationship
from sessions_app.models import (
    StoryCharacter,
    StoryDiceCheck,
    StoryExit,
    StoryFeature,
    StoryIntent,
    StoryItem,
    StoryLocation,
    StoryPlacement,
    StoryRegion,
    StoryRoutine,
    StorySlot,
    StoryVariableDef,
)
from worldbook.actions.story_write import StoryWrite
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
    Region,
    Routine,
    StoryRow,
    VariableDef,
    WearSlot,
    World,
)
from worldbook.rules.variable_values import first_value
from worldbook.rules.variables import plain

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied, by table of the world: primary keys of the story's rows by those of the
    world's rows (`ids`), and by their keys where they have any (`keys`)."""

    write: StoryWrite
    ids: dict[type[Model], dict[int, int]] = field(default_factory=dict)
    keys: dict[type[Model], dict[str, int]] = field(default_factory=dict)

    def of(self, model: type[Model], pk: int | None) -> int | None:
        """The story's row for a row of the world; None for none."""
        return None if pk is None else self.ids[model][pk]

    def add(self, model: type[StoryRow], rows: Sequence[Model], **more: Mapping[int, Any]) -> None:
        """Copy rows of one table of the world, in their order.

        `more` is what their copies have otherwise: column → value by the row's primary key.
        """
        if not rows:
            return
        authored = type(rows[0])
        fresh = self.write.new_ids(len(rows))
        self.ids[authored] = dict(zip((row.pk for row in rows), fresh, strict=True))
        named = (getattr(row, "key", "") for row in rows)
        self.keys[authored] = dict(zip(named, fresh, strict=True))
        plain, keys = _shared(authored, model)
        model._default_manager.bulk_create(
            model(
                id=pk,
                session_id=self.write.session_id,
                **{name: getattr(row, name) for name in plain if name not in more},
                **{name: self.of(to, getattr(row, name)) for name, to in keys.items()},
                **{name: values[row.pk] for name, values in more.items()},
            )
            for pk, row in zip(fresh, rows, strict=True)
        )


def _shared(
    authored: type[Model], story: type[StoryRow]
) -> tuple[list[str], dict[str, type[Model]]]:
    """The columns that both tables have: plain ones, and references with what they refer to."""
    plain, keys = [], {}
    theirs = {column.attname: column for column in authored._meta.concrete_fields}
    for column in story._meta.concrete_fields:
        same = theirs.get(column.attname)
        if same is None or column.primary_key:
            continue
        if same.related_model is not None:
            keys[column.attname] = same.related_model
        else:
            plain.append(column.attname)
    return plain, keys


def hold_world(world_id: int) -> None:
    """Let nobody change a world before the transaction ends, so that its parts fit together."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM worldbook_world WHERE id = %s FOR SHARE", [world_id])


def copy_rows(
    write: StoryWrite, world: World, cast: Sequence[Character], deadlines: Mapping[int, int | None]
) -> Copied:
    """Copy all rows of a world; `cast` are on stage, in order.

    Inside a `story_write` of a new story, with the world held. `deadlines` are those of first
    intents by primary key, in UTC milliseconds.
    """
    copied = Copied(write)
    copied.add(StoryRegion, _rows_of(Region, world))
    copied.add(StoryLocation, _rows_of(Location, world))
    copied.add(StoryFeature, _rows_of(Feature, world, "location__world"))
    copied.add(StoryExit, _rows_of(Exit, world))
    _copy_people(copied, world, cast)
    copied.add(StorySlot, _rows_of(WearSlot, world))
    items = _rows_of(Item, world)
    copied.add(StoryItem, items, kind={item.pk: kind_of(item) for item in items})
    declared = _rows_of(VariableDef, world)
    copied.add(StoryVariableDef, declared, default={row.pk: _default(row) for row in declared})
    copied.add(StoryDiceCheck, _rows_of(DiceCheck, world))
    copied.add(StoryRoutine, _rows_of(Routine, world, "character__world"))
    copied.add(StoryIntent, first_intents(world), deadline=deadlines)
    copied.add(Relationship, _of_people(FirstRelationship, world))
    _copy_knowledge(copied, world, items)
    return copied


def kind_of(item: Item) -> str:
    """What rules call things of its sort (IT-6)."""
    return item.kind or item.key


def first_intents(world: World) -> list[FirstIntent]:
    """What the characters of a world are after when a story begins."""
    return _of_people(FirstIntent, world)


def _rows_of(model: type[Row], world: World, path: str = "world") -> list[Row]:
    """A table's rows of a world, in the author's order."""
    return list(model._default_manager.filter(**{path: world}).order_by("position", "id"))


def _of_people(model: type[Row], world: World) -> list[Row]:
    """A table's rows about characters of a world."""
    rows = model._default_manager.filter(character__world=world)
    return list(rows.order_by("character__place", "character_id", "id"))


def _default(row: VariableDef) -> Any:
    """A declared default, or what stands for none."""
    if row.default is not None:
        return row.default
    return plain(first_value(row.value_kind, row.minimum, tuple(row.options)))


def _copy_people(copied: Copied, world: World, cast: Sequence[Character]) -> None:
    """The cast first, then all others of the world, and where and how each of them is."""
    stage = [one.pk for one in cast]
    people = [*cast, *world.characters.exclude(pk__in=stage).order_by("place", "id")]
    copied.add(
        StoryCharacter,
        people,
        place={one.pk: place for place, one in enumerate(people)},
        cast={one.pk: one.pk in stage for one in people},
    )
    StoryPlacement.objects.bulk_create(
        StoryPlacement(
            pk=pk,
            session_id=copied.write.session_id,
            character_id=copied.ids[Character][one.pk],
            location_id=copied.of(Location, one.location_id),
            condition=one.condition,
            follows_id=copied.of(Character, one.follows_id),
            routine_on=one.routine_on,
        )
        for pk, one in zip(copied.write.new_ids(len(people)), people, strict=True)
    )


def _copy_knowledge(copied: Copied, world: World, items: Sequence[Item]) -> None:
    """First edges (KN-4). One to what the world has no more leads nowhere and is left out."""
    kinds: dict[str, int] = {}
    for item in items:
        kinds.setdefault(kind_of(item), copied.ids[Item][item.pk])
    targets: Mapping[str, tuple[str, Mapping[str, int]]] = {
        FirstKnowledge.Target.LOCATION: ("location_id", copied.keys.get(Location, {})),
        FirstKnowledge.Target.EXIT: ("exit_id", copied.keys.get(Exit, {})),
        FirstKnowledge.Target.ITEM: ("item_id", kinds),
    }
    known = _of_people(FirstKnowledge, world)
    about = ((one, _target(targets, one)) for one in known)
    edges = [
        EntityKnowledge(
            session_id=copied.write.session_id,
            character_id=copied.ids[Character][one.character_id],
            **target,
        )
        for one, target in about
        if target
    ]
    for edge, pk in zip(edges, copied.write.new_ids(len(edges)), strict=True):
        edge.pk = pk
    EntityKnowledge.objects.bulk_create(edges)


def _target(
    targets: Mapping[str, tuple[str, Mapping[str, int]]], known: FirstKnowledge
) -> dict[str, Any]:
    """The column of what is known with its value; nothing where there is no such thing."""
    if known.target_kind == FirstKnowledge.Target.LORE:
        return {"lore": known.target_key}
    column, found = targets[known.target_kind]
    return {column: found[known.target_key]} if known.target_key in found else {}
