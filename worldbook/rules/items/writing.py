"""A state of things as JSON, beside the JSON that it came from (IC-1)."""

from collections.abc import Iterator, Mapping
from typing import Any

from worldbook.rules.items.change import Trial
from worldbook.rules.items.state import Exit, Item, ItemState

Row = Mapping[str, Any]
_ITEM = (
    "name",
    "quantity",
    "hidden",
    "notable",
    "condition",
    "container",
    "owner",
    "worn",
)
_EXIT = ("state", "hidden")


def written_state(given: Row, before: ItemState, trial: Trial) -> Row:
    """The state afterwards: the rows handed in with what changed, less those gone, then new ones."""
    if trial.failures:
        return given
    found = dict(given)
    if "items" in given:
        found["items"] = list(_items(given["items"] or (), before, trial))
    if "exits" in given:
        found["exits"] = [
            _changed(row, before.exits[row["key"]], trial.state.exits[row["key"]], _EXIT)
            for row in given["exits"] or ()
        ]
    return found


def _items(rows: Any, before: ItemState, trial: Trial) -> Iterator[Row]:
    after = trial.state.items
    given = {row["key"]: row for row in rows}
    for key, row in given.items():
        if key in after and key not in trial.parts:
            yield _changed(row, before.items[key], after[key], _ITEM)
    for key, origin in trial.parts.items():
        row = {**given[origin], "key": key, "kind": after[key].kind}
        yield _changed(row, before.items[origin], after[key], _ITEM)


def _changed(row: Row, old: Item | Exit, new: Item | Exit, names: tuple[str, ...]) -> Row:
    """A row with the members whose values are others now; a text that is empty now is left out."""
    if new is old:
        return row
    found = dict(row)
    for name in names:
        value = getattr(new, name)
        if value != getattr(old, name):
            found[name] = value
            if value == "" and name != "condition":
                del found[name]
    if isinstance(new, Item):
        found["holder"] = {"kind": new.holder.kind, "key": new.holder.key}
    return found
