"""The rows that a step of a draft has changed, or that a bulk change would, as the pages show them."""

from collections.abc import Iterable, Mapping
from typing import Any

from worldbook.admin.differences import COLOURS, SAID, change_said, field_said, value_said
from worldbook.models import Lorebook
from worldbook.rules.diff import EntryChange, book_differences, entry_differences
from worldbook.rules.draft_changes import RowChange
from worldbook.rules.entries import Entry, book_from_json, entry_from_json


def _entry(values: Mapping[str, Any]) -> Entry:
    return entry_from_json({"key_id": "", **values})


def row_said(change: RowChange) -> dict[str, Any]:
    """One row for worldbook/change.html."""
    if change.before is not None and change.after is not None:
        differing = entry_differences(_entry(change.before), _entry(change.after))
        return {
            "title": change.title or change.key_id,
            "key_id": change.key_id,
            "change": SAID["changed"],
            "colour": COLOURS["changed"],
            "kind": "changed",
            "fields": [field_said(item) for item in differing],
        }
    kind = "removed" if change.after is None else "added"
    before, after = (
        None if side is None else _entry(side) for side in (change.before, change.after)
    )
    return change_said(EntryChange(change.key_id, change.title, kind), before, after)


def rows_said(changes: Iterable[RowChange]) -> list[dict[str, Any]]:
    """Several rows for worldbook/change.html."""
    return [row_said(change) for change in changes]


def book_said(book_fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The book's own fields that a step has changed, for worldbook/field_change.html."""
    if not book_fields:
        return []
    before, after = (book_from_json(book_fields[side]) for side in ("before", "after"))
    return [field_said(item, Lorebook) for item in book_differences(before, after)]


def conflict_said(row: Mapping[str, Any]) -> dict[str, Any]:
    """One row of an undo conflict, its values as their form says them."""
    model = {} if row["key_id"] else {"model": Lorebook}
    fields = [
        {
            "label": field["label"],
            "left": value_said(field["field"], field["left"], **model),
            "now": value_said(field["field"], field["now"], **model),
        }
        for field in row["fields"]
    ]
    return {**row, "title": row["title"] or row["key_id"], "fields": fields}
