"""A story's state as it is, and as it was before its last turn: the same rows with that undone.

What a player is told to have changed is told from these two (PG-22, AD-2).
"""

import json
from collections.abc import Mapping
from decimal import Decimal
from operator import itemgetter

from sessions_app.queries.world import state_of_rows
from sessions_app.queries.world_tables import TABLES, Row, Snapshot, Table
from sessions_app.rules.world import StoryState
from worldbook.models.story_rows import row_id, row_number, state_keys
from worldbook.queries.story_images import moved_images
from worldbook.rules.stretches import Stretch

_ORDERED = {name: table.with_order() for name, table in TABLES.items()}
_ROWS = Snapshot(**_ORDERED)
_KIND = "item__kind"

Spotted = tuple[StoryState, dict[str, int]]
"""A state, and the numbers of its features by key."""


def read_now_and_before(session_id: int, take_id: int | None) -> tuple[Spotted, Spotted | None]:
    """The state, and the state without what a take changed: of one reading of the rows.

    No second one where the take changed nothing. The take is the head: what came after it is not
    undone.
    """
    images = {} if take_id is None else moved_images(session_id, [Stretch(take_id)], [])
    rows = _ROWS.read(session_id)
    now = _spotted(session_id, rows)
    if not images:
        return now, None
    changed = {
        name: _laid(session_id, table, rows[name], images.get(table.model._meta.db_table, {}))
        for name, table in _ORDERED.items()
    }
    return now, _spotted(session_id, changed)


def _spotted(session_id: int, rows: Mapping[str, list[Row]]) -> Spotted:
    told = {
        name: [{column: row[column] for column in table.columns} for row in rows[name]]
        for name, table in TABLES.items()
    }
    spots = {row["key"]: row_number(row["id"]) for row in rows["features"]}
    return state_of_rows(session_id, told), spots


def _laid(
    session_id: int, table: Table, rows: list[Row], images: Mapping[int, str | None]
) -> list[Row]:
    """Rows with images over them, in the table's order."""
    found = {row["id"]: row for row in rows}
    for n, image in images.items():
        pk = row_id(session_id, n)
        row = None if image is None else _row(session_id, table, image)
        if row is None:
            found.pop(pk, None)
        else:
            found[pk] = row | {"id": pk}
    return sorted(found.values(), key=itemgetter(*table.order))


def _row(session_id: int, table: Table, image: str) -> Row | None:
    """An image as a row that refers by primary key; None for one that is not read.

    Of knowledge the kind of a thing is no column: no view of a player holds what kinds it knows.
    """
    told = json.loads(image, parse_float=Decimal) if table.exact else json.loads(image)
    if table.status and told["status"] != table.status:
        return None
    if _KIND in table.columns:
        if told["item_id"] is not None:
            return None
        told[_KIND] = None
    for column in state_keys(table.model):
        if told.get(column) is not None:
            told[column] = row_id(session_id, told[column])
    return {name: told[name] for name in table.columns if name != "id"}
