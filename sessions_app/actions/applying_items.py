"""What changed about things and exits between two states, written to a story's rows (IT-4, IT-6).

Inside a `story_write`. Rules say what is; here only columns that differ are touched, so that a
round journals what it changed and nothing else.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sessions_app.models import StoryExit, StoryItem, StoryVariable
from sessions_app.rules.world import Numbers
from worldbook.actions.story_write import StoryWrite
from worldbook.models.story_rows import row_id, row_range
from worldbook.rules.items.state import Item, ItemState

Ids = Mapping[str, int]
Columns = dict[str, Any]

_PLAIN = (
    "name", "kind", "quantity", "unique", "hidden", "fixed", "notable", "condition", "slot",
    "container", "opener", "worn",
)  # fmt: skip
"""What rules and rows call the same."""

_HOLDERS = {"location": "location_id", "character": "holder_id", "item": "inside_id"}
_COPIED = ("position", "description", "text", "aliases", "tags")
"""What a split part has from the stack it came from, and no rule looks at."""

_GONE: Mapping[str, Any] = {
    "status": StoryItem.Status.GONE,
    "location_id": None,
    "holder_id": None,
    "inside_id": None,
    "worn": "",
    "quantity": 0,
}


def ids_by_key(session_id: int, model: type[Any], keys: Iterable[str]) -> dict[str, int]:
    """Primary keys of a story's rows by key; keys that no row has are left out."""
    wanted = {key for key in keys if key}
    if not wanted:
        return {}
    low, high = row_range(session_id)
    rows = model._default_manager.filter(key__in=wanted, pk__gte=low, pk__lt=high).order_by()
    return dict(rows.values_list("key", "pk"))


def write_items(
    write: StoryWrite,
    numbers: Numbers,
    before: ItemState,
    after: ItemState,
    parts: Mapping[str, str],
) -> Ids:
    """Write what `after` has otherwise than `before`; primary keys of the stacks that are new.

    `numbers` are those of `before`; `parts`: new stacks → the stack they were split from, which was
    there before.
    """
    new = [key for key in after.items if key not in before.items]
    rows = _Rows(write, numbers, _new_ids(write, new))
    _write_new(rows, after.items, parts)
    for key, item in before.items.items():
        then = after.items.get(key)
        if then is None:
            _update(rows.item(key), _GONE)
        elif then is not item and then != item:
            _update(rows.item(key), _differing(rows.columns(item), rows.columns(then)))
    gone = [rows.item(key) for key in before.items if key not in after.items]
    if gone:  # Their keys may be given again, and not with the values they had.
        StoryVariable.objects.filter(item__in=gone).delete()
    _write_exits(write, numbers, before, after)
    return rows.came


class _Rows:
    """How values of rules are written as columns; `came` are primary keys of what is new."""

    def __init__(self, write: StoryWrite, numbers: Numbers, came: Ids) -> None:
        self.write, self.came = write, came
        self._numbers = {
            "location": numbers.locations,
            "character": numbers.characters,
            "item": numbers.items,
        }

    def item(self, key: str) -> int:
        """The primary key of a thing's row."""
        return self._id("item", key)

    def _id(self, kind: str, key: str) -> int:
        if kind == "item" and key in self.came:
            return self.came[key]
        return row_id(self.write.session_id, self._numbers[kind][key])

    def columns(self, item: Item) -> Columns:
        """The columns of an item's row that the rules speak of."""
        columns: Columns = {name: getattr(item, name) for name in _PLAIN}
        columns.update(dict.fromkeys(_HOLDERS.values()))
        columns[_HOLDERS[item.holder.kind]] = self._id(item.holder.kind, item.holder.key)
        columns["owner_id"] = self._id("character", item.owner) if item.owner else None
        columns["status"] = StoryItem.Status.PRESENT
        return columns


def _new_ids(write: StoryWrite, new: list[str]) -> dict[str, int]:
    """Primary keys of what is new: of a gone row that has the key already, or new ones."""
    again = ids_by_key(write.session_id, StoryItem, new)
    fresh = [key for key in new if key not in again]
    return again | dict(zip(fresh, write.new_ids(len(fresh)), strict=True))


def _write_new(rows: _Rows, items: Mapping[str, Item], parts: Mapping[str, str]) -> None:
    """The rows of parts that were split off; a gone row of the same key is used again."""
    if not rows.came:
        return
    origins = StoryItem.objects.in_bulk({rows.item(parts[key]) for key in rows.came})
    known = set(StoryItem.objects.filter(pk__in=rows.came.values()).values_list("pk", flat=True))
    made = []
    for key, pk in rows.came.items():
        origin, columns = origins[rows.item(parts[key])], rows.columns(items[key])
        columns |= {name: getattr(origin, name) for name in _COPIED}
        if pk in known:
            _update(pk, columns)
        else:
            made.append(StoryItem(pk=pk, session_id=origin.session_id, key=key, **columns))
    StoryItem.objects.bulk_create(made)


def _differing(before: Columns, after: Columns) -> Columns:
    return {name: value for name, value in after.items() if before[name] != value}


def _update(pk: int, columns: Mapping[str, Any]) -> None:
    if columns:
        StoryItem.objects.filter(pk=pk).update(**columns)


def _write_exits(write: StoryWrite, numbers: Numbers, before: ItemState, after: ItemState) -> None:
    """State and hiddenness of exits; those of one door were changed together by the rule."""
    for key, way in after.exits.items():
        was = before.exits[key]
        if (way.state, way.hidden) != (was.state, was.hidden):
            row = StoryExit.objects.filter(pk=row_id(write.session_id, numbers.exits[key]))
            row.update(state=way.state, hidden=way.hidden)
