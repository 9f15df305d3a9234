"""What changed about things and exits between two states, written to a story's rows (IT-4, IT-6).

Inside a `story_write`. Rules say what is; here only rows that differ are touched, so that a round
journals what it changed and nothing else.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sessions_app.models import (
    StoryCharacter,
    StoryExit,
    StoryItem,
    StoryLocation,
    StoryVariable,
)
from worldbook.actions.story_write import StoryWrite
from worldbook.models.story_rows import StoryRow, row_range
from worldbook.rules.items.state import Item, ItemState

Ids = Mapping[str, int]

_PLAIN = (
    "name", "kind", "quantity", "unique", "hidden", "fixed", "notable", "condition", "slot",
    "container", "opener", "worn",
)  # fmt: skip
"""What rules and rows call the same."""

_HOLDERS = {"location": "location_id", "character": "holder_id", "item": "inside_id"}
_COPIED = ("position", "description", "text", "aliases", "tags")
"""What a split part has from the stack it came from, and no rule looks at."""


def ids_by_key(session_id: int, model: type[Any], keys: Iterable[str]) -> dict[str, int]:
    """Primary keys of a story's rows by key; keys that no row has are left out."""
    wanted = {key for key in keys if key}
    if not wanted:
        return {}
    low, high = row_range(session_id)
    rows = model._default_manager.filter(key__in=wanted, pk__gte=low, pk__lt=high).order_by()
    return dict(rows.values_list("key", "pk"))


def write_items(
    write: StoryWrite, before: ItemState, after: ItemState, parts: Mapping[str, str]
) -> Ids:
    """Write what `after` has otherwise than `before`; primary keys of the stacks that are new.

    `parts`: new stacks → the stack they were split from, which was there before.
    """
    new, changed, gone = _differences(before.items, after.items)
    came: dict[str, int] = {}
    if new or changed or gone:
        rows = _item_rows(write.session_id, {*new, *changed, *gone, *parts.values()})
        fresh = [key for key in new if key not in rows]
        made = dict(zip(fresh, write.new_ids(len(fresh)), strict=True))
        ids = _ids_for(write.session_id, [after.items[key] for key in (*new, *changed)], rows, made)
        StoryItem.objects.bulk_create(
            _part(made[key], after.items[key], rows[parts[key]], ids) for key in fresh
        )
        for key in (*changed, *(key for key in new if key in rows)):
            _update(rows[key], _columns(after.items[key], ids))
        _remove([rows[key] for key in gone])
        came = {key: made[key] if key in made else rows[key].pk for key in new}
    _write_exits(write.session_id, before, after)
    return came


_GONE: Mapping[str, Any] = {
    "status": StoryItem.Status.GONE,
    "location_id": None,
    "holder_id": None,
    "inside_id": None,
    "worn": "",
    "quantity": 0,
}


def _remove(rows: Iterable[StoryItem]) -> None:
    """Let things be gone, with the values of variables they had: their keys may be given again."""
    gone = list(rows)
    for row in gone:
        _update(row, _GONE)
    StoryVariable.objects.filter(item__in=gone).delete()


def _differences(
    before: Mapping[str, Item], after: Mapping[str, Item]
) -> tuple[list[str], list[str], list[str]]:
    """Keys that came, that are otherwise, and that went, in order."""
    new = [key for key in after if key not in before]
    changed = [key for key in after if key in before and after[key] != before[key]]
    return new, changed, [key for key in before if key not in after]


def _item_rows(session_id: int, keys: Iterable[str]) -> dict[str, StoryItem]:
    low, high = row_range(session_id)
    rows = StoryItem.objects.filter(key__in=set(keys), pk__gte=low, pk__lt=high).order_by()
    return {row.key: row for row in rows}


def _ids_for(
    session_id: int, items: list[Item], rows: Mapping[str, StoryItem], made: Ids
) -> Mapping[str, Ids]:
    """Primary keys of all that these items refer to, by kind of holder."""
    wanted: dict[str, set[str]] = {kind: set() for kind in _HOLDERS}
    for item in items:
        wanted[item.holder.kind].add(item.holder.key)
        wanted["character"].add(item.owner)
    known = {key: row.pk for key, row in rows.items()} | dict(made)
    boxes = ids_by_key(session_id, StoryItem, wanted["item"] - known.keys())
    return {
        "location": ids_by_key(session_id, StoryLocation, wanted["location"]),
        "character": ids_by_key(session_id, StoryCharacter, wanted["character"]),
        "item": known | boxes,
    }


def _columns(item: Item, ids: Mapping[str, Ids]) -> dict[str, Any]:
    """The columns of an item's row that the rules speak of."""
    columns = {name: getattr(item, name) for name in _PLAIN}
    holder = item.holder
    for kind, column in _HOLDERS.items():
        columns[column] = ids[kind][holder.key] if kind == holder.kind else None
    columns["owner_id"] = ids["character"][item.owner] if item.owner else None
    columns["status"] = StoryItem.Status.PRESENT
    return columns


def _part(pk: int, item: Item, origin: StoryItem, ids: Mapping[str, Ids]) -> StoryItem:
    """The row of a part that was split off."""
    copied = {name: getattr(origin, name) for name in _COPIED}
    return StoryItem(
        pk=pk, session_id=origin.session_id, key=item.key, **copied, **_columns(item, ids)
    )


def _update(row: StoryRow, columns: Mapping[str, Any]) -> None:
    """Save the columns that differ."""
    differing = [name for name, value in columns.items() if getattr(row, name) != value]
    for name in differing:
        setattr(row, name, columns[name])
    if differing:
        row.save(update_fields=differing)


def _write_exits(session_id: int, before: ItemState, after: ItemState) -> None:
    """State and hiddenness of exits; those of one door were changed together by the rule."""
    changed = {
        key: way
        for key, way in after.exits.items()
        if (way.state, way.hidden) != (before.exits[key].state, before.exits[key].hidden)
    }
    if not changed:
        return
    low, high = row_range(session_id)
    rows = StoryExit.objects.filter(key__in=changed, pk__gte=low, pk__lt=high).order_by()
    for row in rows:
        _update(row, {"state": changed[row.key].state, "hidden": changed[row.key].hidden})
