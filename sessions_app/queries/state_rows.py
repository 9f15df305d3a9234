"""A story's state as its author reads and edits it: every table by name, rows with keys (PG-22)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db import models

from memory.models import EntityKnowledge, Relationship
from sessions_app.models import (
    Session,
    StoryCharacter,
    StoryClock,
    StoryDiceCheck,
    StoryEngagement,
    StoryExit,
    StoryFeature,
    StoryIntent,
    StoryItem,
    StoryLocation,
    StoryPlacement,
    StoryRegion,
    StoryRoutine,
    StorySlot,
    StoryVariable,
    StoryVariableDef,
    StoryWorld,
)
from worldbook.models import JournalRow
from worldbook.models.story_rows import StoryKey, StoryRow

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class StateTable:
    """A table by the name that doors use: `fields` may be edited by hand, `shown` only read."""

    model: type[StoryRow]
    fields: tuple[str, ...]
    shown: tuple[str, ...] = ()


_WORDS = ("name", "description", "aliases")

TABLES: Mapping[str, StateTable] = {
    "world": StateTable(
        StoryWorld,
        ("zone", "hemisphere", "festivals", "calendar_names", "day_parts", "rules", "player"),
    ),
    "clock": StateTable(StoryClock, ("mode",), ("now", "started", "cursor", "own_dates")),
    "regions": StateTable(StoryRegion, (*_WORDS, "parent")),
    "locations": StateTable(StoryLocation, (*_WORDS, "tags", "region", "x", "y")),
    "features": StateTable(StoryFeature, (*_WORDS, "location")),
    "exits": StateTable(
        StoryExit,
        (
            *_WORDS, "origin", "target", "state", "opener", "door", "hidden", "travel_seconds",
            "see_through", "hear_through",
        ),
    ),
    "slots": StateTable(StorySlot, ("name", "capacity")),
    "characters": StateTable(
        StoryCharacter,
        (
            *_WORDS, "nickname", "personality", "scenario", "background", "group", "playable",
            "cast", "valence", "arousal", "dominance",
        ),
    ),
    "placements": StateTable(
        StoryPlacement,
        ("location", "condition", "follows", "activity", "routine_on"),
        ("character",),
    ),
    "items": StateTable(
        StoryItem,
        (
            *_WORDS, "text", "tags", "quantity", "unique", "hidden", "fixed", "notable",
            "condition", "slot", "container", "opener", "owner", "worn",
        ),
        ("kind", "location", "holder", "inside", "status"),
    ),
    "routines": StateTable(
        StoryRoutine,
        ("position", "start", "end", "days", "calendar", "location", "activity"),
        ("character",),
    ),
    "engagements": StateTable(
        StoryEngagement, ("title", "location", "begins", "ends", "status"), ("character",)
    ),
    "intents": StateTable(
        StoryIntent,
        ("kind", "text", "priority", "urgency", "deadline", "plan", "status"),
        ("character",),
    ),
    "variable_defs": StateTable(
        StoryVariableDef,
        ("name", "description", "visibility", "always"),
        (
            "value_kind", "scope", "minimum", "maximum", "step", "options", "default", "bands",
            "baseline", "targets",
        ),
    ),
    "variables": StateTable(
        StoryVariable, (), ("definition", "built_in", "character", "item", "location", "value")
    ),
    "checks": StateTable(
        StoryDiceCheck,
        ("name", "when"),
        ("dice", "reading", "comparison", "variable", "bands"),
    ),
    "relationships": StateTable(
        Relationship,
        ("label", "summary", "familiarity", "trust", "closeness", "tension"),
        ("character", "other"),
    ),
    "knowledge": StateTable(
        EntityKnowledge, (), ("character", "location", "item", "exit", "lore")
    ),
}  # fmt: skip
"""What can be looked at, in the order in which it is shown."""

NAME_OF: Mapping[type[models.Model], str] = {table.model: name for name, table in TABLES.items()}
"""What doors call a table."""

HELD = "held"
"""A field of items that is not one column: `{kind, key}` of what has it, null where it is gone."""


def key_of(row: StoryRow | None) -> str | None:
    """What a row is named by: its key, else its number."""
    if row is None:
        return None
    return str(getattr(row, "key", row.n))


def plain_value(row: StoryRow, name: str) -> Any:
    """A field of a row as JSON: references by key, decimals as numbers."""
    field = row._meta.get_field(name)
    value = getattr(row, name)
    if isinstance(field, models.ForeignKey):
        return key_of(value)
    return float(value) if isinstance(value, Decimal) else value


def held_value(item: StoryItem) -> Json | None:
    """What has an item, as `HELD` is written."""
    holders = {"location": item.location, "character": item.holder, "item": item.inside}
    found = ((kind, row) for kind, row in holders.items() if row is not None)
    return next(({"kind": kind, "key": row.key} for kind, row in found), None)


def row_json(name: str, row: StoryRow) -> Json:
    """{n, key?, ...fields, held?} of a row of a table."""
    table = TABLES[name]
    told: Json = {"n": row.n}
    if hasattr(row, "key"):
        told["key"] = row.key
    told.update((field, plain_value(row, field)) for field in (*table.shown, *table.fields))
    if isinstance(row, StoryItem):
        told[HELD] = held_value(row)
    return told


def rows_of(session_id: int, name: str) -> list[StoryRow]:
    """A table's rows of a story with what they refer to, in their order: one query."""
    model = TABLES[name].model
    keys = [field.name for field in model._meta.concrete_fields if isinstance(field, StoryKey)]
    rows = model._default_manager.filter(session_id=session_id)
    return list(rows.select_related(*keys) if keys else rows)


def changed_rows(story: Session) -> dict[str, list[int]]:
    """The numbers of rows that the last turn changed, by table (PG-22): by whom does not matter."""
    if story.head_id is None:
        return {}
    names = {model._meta.db_table: name for model, name in NAME_OF.items()}
    rows = JournalRow.objects.filter(session=story, take_ref=story.head_id, table__in=names)
    found: dict[str, list[int]] = {}
    for table, n in rows.order_by("table", "n").values_list("table", "n").distinct():
        found.setdefault(names[table], []).append(n)
    return found


def state_tables(session_id: int, names: tuple[str, ...] = ()) -> Iterator[tuple[str, list[Json]]]:
    """Tables of a story's state by name, all or some, each with its rows as JSON."""
    for name in names or TABLES:
        yield name, [row_json(name, row) for row in rows_of(session_id, name)]
