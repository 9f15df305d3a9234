"""What is read of each state table for a story's state: columns and order.

Rows refer to each other by primary key.
"""

import json
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Self

import orjson
from django.db import connection
from django.db.models import QuerySet

from memory.models import EntityKnowledge, Relationship
from sessions_app.models import (
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
from worldbook.models.story_rows import StoryRow
from worldbook.queries.fixed import FIRST, FixedQuery
from worldbook.queries.prepared import Prepared

Row = dict[str, Any]


class Table:
    """Some columns of a state table's rows of one story, ordered by `order` and number.

    `exact` tables hold numbers with a point, which are read as Decimal.
    """

    def __init__(
        self,
        model: type[StoryRow],
        *columns: str,
        order: str = "",
        status: str = "",
        exact: bool = False,
    ) -> None:
        self._model, self._columns = model, columns
        self._status, self._by, self.exact = status, order, exact
        self._only = {"status": status} if status else {}
        self._order = [order, "id"] if order else ["id"]
        self._query = FixedQuery(self.of, int)

    @property
    def model(self) -> type[StoryRow]:
        """Whose rows they are."""
        return self._model

    @property
    def columns(self) -> tuple[str, ...]:
        """What is read of a row."""
        return self._columns

    @property
    def order(self) -> tuple[str, ...]:
        """The columns by which rows are ordered."""
        return tuple(self._order)

    @property
    def status(self) -> str:
        """The status of the rows that are read, "" for all."""
        return self._status

    def of(self, session_id: int) -> QuerySet[StoryRow, tuple[Any, ...]]:
        """The rows of a story as a queryset."""
        rows = self._model._default_manager.filter(session=session_id, **self._only)
        return rows.order_by(*self._order).values_list(*self._columns)

    def without(self, *columns: str) -> Self:
        """The same rows without some of the columns."""
        left = (column for column in self._columns if column not in columns)
        return type(self)(self._model, *left, order=self._by, status=self._status, exact=self.exact)

    def with_order(self) -> Self:
        """The same rows, each with its primary key and with what they are ordered by."""
        columns = dict.fromkeys((*self._order, *self._columns))
        return type(self)(
            self._model, *columns, order=self._by, status=self._status, exact=self.exact
        )

    def rows(self, session_id: int) -> list[Row]:
        """One query; a row is column → value."""
        return self._named(self._query.rows(session_id))

    def as_json(self) -> tuple[str, tuple[Any, ...]]:
        """SQL for one value, the rows of the story FIRST as JSON, and its parameters."""
        sql, params = self.of(FIRST).query.get_compiler(connection=connection).as_sql()
        names = ", ".join(f"c{n}" for n in range(len(self._columns)))
        row = f"json_build_array({names})"
        return f"SELECT coalesce(json_agg({row}), '[]')::text FROM ({sql}) t({names})", params  # noqa: S608 - Django's

    def read_json(self, text: str) -> list[Row]:
        """The rows that `as_json` gave."""
        return self._named(
            json.loads(text, parse_float=Decimal) if self.exact else orjson.loads(text)
        )

    def _named(self, rows: Iterable[Sequence[Any]]) -> list[Row]:
        return [dict(zip(self._columns, row, strict=True)) for row in rows]


class Snapshot:
    """Several tables of one story read by one statement: as they are at one instant.

    A statement a table would see what others commit between them, and wait for the server each
    time. Rows come as JSON lists, which say each column's name no thousand times.
    """

    def __init__(self, **tables: Table) -> None:
        self._tables = tables
        self._made: tuple[Prepared, tuple[Any, ...]] | None = None

    def read(self, session_id: int) -> dict[str, list[Row]]:
        """The rows of each table, by its name."""
        statement, params = self._made = self._made or self._prepared()
        with connection.cursor() as cursor:
            values = [session_id if value == FIRST else value for value in params]
            statement.ask(cursor, values)
            found = cursor.fetchone()
        return {
            name: table.read_json(text)
            for (name, table), text in zip(self._tables.items(), found, strict=True)
        }

    def _prepared(self) -> tuple[Prepared, tuple[Any, ...]]:
        parts: list[str] = []
        params: list[Any] = []
        for table in self._tables.values():
            sql, given = table.as_json()
            parts.append(f"({sql})")
            params.extend(given)
        return Prepared("SELECT " + ", ".join(parts), len(params)), tuple(params)


_TEXT = ("id", "key", "name", "aliases", "description")

FLAGS = ("unique", "hidden", "fixed", "notable")
DEGREES = ("familiarity", "trust", "closeness", "tension")

WORLD = Table(
    StoryWorld,
    "zone", "hemisphere", "festivals", "calendar_names", "day_parts", "rules", "player_id",
)  # fmt: skip
CLOCK = Table(StoryClock, "mode", "now", "started", "cursor", "own_dates")
REGIONS = Table(StoryRegion, *_TEXT, "parent_id", order="position")
LOCATIONS = Table(StoryLocation, *_TEXT, "tags", "region_id", "x", "y", order="position")
FEATURES = Table(StoryFeature, *_TEXT, "location_id", order="position")
EXITS = Table(
    StoryExit,
    *_TEXT, "origin_id", "target_id", "state", "opener", "door", "hidden", "travel_seconds",
    "see_through", "hear_through", order="position",
)  # fmt: skip
CHARACTERS = Table(
    StoryCharacter,
    *_TEXT, "nickname", "personality", "tags", "cast", "background", "group", "playable",
    "valence", "arousal", "dominance", order="place", exact=True,
)  # fmt: skip
PLACEMENTS = Table(
    StoryPlacement,
    "character_id", "location_id", "condition", "follows_id", "activity", "routine_on",
)  # fmt: skip
SLOTS = Table(StorySlot, "key", "capacity", order="position")
ITEMS = Table(
    StoryItem,
    *_TEXT, *FLAGS, "kind", "text", "tags", "quantity", "condition", "slot", "container",
    "opener", "worn", "owner_id", "location_id", "holder_id", "inside_id",
    order="position", status=StoryItem.Status.PRESENT,
)  # fmt: skip
DEFINITIONS = Table(
    StoryVariableDef,
    "id", "key", "name", "description", "value_kind", "scope", "minimum", "maximum", "step",
    "options", "default", "visibility", "always", "bands", "baseline", "targets",
    order="position", exact=True,
)  # fmt: skip
VALUES = Table(
    StoryVariable,
    "definition_id", "built_in", "character_id", "item_id", "location_id", "value", exact=True,
)  # fmt: skip
CHECKS = Table(
    StoryDiceCheck,
    "id", "key", "name", "when", "dice", "reading", "comparison", "variable", "bands",
    order="position",
)  # fmt: skip
ROUTINES = Table(
    StoryRoutine,
    "character_id", "start", "end", "days", "calendar", "location_id", "activity",
    order="position",
)  # fmt: skip
ENGAGEMENTS = Table(
    StoryEngagement,
    "key", "character_id", "title", "begins", "ends", "location_id", "status", order="begins",
)  # fmt: skip
INTENTS = Table(
    StoryIntent,
    "key", "character_id", "text", "kind", "priority", "urgency", "deadline", "plan", "status",
)  # fmt: skip
RELATIONSHIPS = Table(
    Relationship, "character_id", "other_id", "label", "summary", *DEGREES, exact=True
)
KNOWLEDGE = Table(EntityKnowledge, "character_id", "location_id", "item__kind", "exit_id", "lore")

TABLES = {
    "world": WORLD,
    "clock": CLOCK,
    "regions": REGIONS,
    "locations": LOCATIONS,
    "features": FEATURES,
    "exits": EXITS,
    "people": CHARACTERS,
    "placements": PLACEMENTS,
    "slots": SLOTS,
    "items": ITEMS,
    "definitions": DEFINITIONS,
    "values": VALUES,
    "checks": CHECKS,
    "routines": ROUTINES,
    "engagements": ENGAGEMENTS,
    "intents": INTENTS,
    "relationships": RELATIONSHIPS,
    "knowledge": KNOWLEDGE,
}
STATE = Snapshot(**TABLES)
"""All of a story's state that rules need, with the texts that people read."""

LONG = ("aliases", "description", "text", "tags", "personality")
_PARTS = ("regions", "locations", "exits", "people", "items")
BARE = Snapshot(
    **{
        name: table.without(*LONG) if name in _PARTS else table
        for name, table in TABLES.items()
        if name != "features"
    }
)
"""The same without texts and features: what a round is judged by."""
