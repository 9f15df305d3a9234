"""What a step did to the rows of a draft, and what undoing or redoing it would do now (WK-15).

A row is put back field by field, and only where it still says what the step left: what has been
changed since is a conflict and is not overwritten.
"""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.compact import whole_entry

Values = Mapping[str, Any]

_NOT_CONTENT = ("place", "row_version")
"""What may differ in a row that is taken out again: where it stands, not what it says."""


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row before and after; None where it was not there.

    A whole row (of one added or removed) lacks what is the native default; a removed one has its
    `row_version` too.
    """

    id: int
    key_id: str
    title: str
    before: Values | None
    after: Values | None

    def to_json(self) -> dict[str, Any]:
        """The form that a step keeps."""
        return {
            "id": self.id,
            "key_id": self.key_id,
            "title": self.title,
            "before": self.before,
            "after": self.after,
        }

    @classmethod
    def from_json(cls, data: Values) -> "RowChange":
        """What `to_json` wrote."""
        return cls(**data)

    def turned(self) -> "RowChange":
        """The change that takes this one back."""
        return RowChange(self.id, self.key_id, self.title, self.after, self.before)


def added(row_id: int, entry: Values) -> RowChange:
    """A row that was added; `entry` in compact native JSON."""
    return RowChange(row_id, entry["key_id"], entry.get("title", ""), None, entry)


def removed(row_id: int, version: int, entry: Values) -> RowChange:
    """A row that was deleted at a version; `entry` in compact native JSON."""
    before = {**entry, "row_version": version}
    return RowChange(row_id, entry["key_id"], entry.get("title", ""), before, None)


def altered(row_id: int, row: Values, new: Values) -> RowChange | None:
    """A row that gets new values; None where it has them already."""
    names = [name for name, value in new.items() if row[name] != value]
    if not names:
        return None
    before, after = {n: row[n] for n in names}, {n: new[n] for n in names}
    return RowChange(row_id, row["key_id"], row["title"], before, after)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A row that cannot be put back, and why.

    `why`: "changed" (its `fields` say something else by now), "gone" (it has been deleted),
    "taken" (another entry has its id), "there" (it has come back already) or "locked".
    `fields` are (name, what the step left, what it says now).
    """

    id: int
    key_id: str
    title: str
    why: str
    fields: tuple[tuple[str, Any, Any], ...] = ()


@dataclass(slots=True)
class Plan:
    """What is to be done: rows to delete, values to set by row, rows to insert; and what cannot."""

    deletes: list[int] = field(default_factory=list)
    updates: dict[int, Values] = field(default_factory=dict)
    inserts: list[Values] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.deletes or self.updates or self.inserts)

    @property
    def count(self) -> int:
        """How many rows it touches."""
        return len(self.deletes) + len(self.updates) + len(self.inserts)


def plan_turn(
    changes: Iterable[RowChange],
    now: Mapping[int, Values],
    taken: Mapping[str, int],
    *,
    spare_locked: bool = False,
) -> Plan:
    """What takes changes (turned already: from `before` to `after`) to the rows as they are now.

    Args:
        changes: each says what the row should still be (`before`) and what it becomes (`after`).
        now: the rows concerned by id, those that are there: `version` and the fields in question
            (`fields_of`); of a row that leaves at another version than it came, all fields.
        taken: key ids of the draft that are in use, with the id of the row that has them.
        spare_locked: rows that are locked by now are not put back, unless that is what unlocks
            them; `now` then says of each whether it is `locked`.
    """
    plan = Plan()
    all_changes = list(changes)
    for change in all_changes:
        if change.after is None:
            _take_out(plan, change, now.get(change.id))
    leaving = set(plan.deletes)  # What stays, because it was changed, keeps its id.
    for change in all_changes:
        row = now.get(change.id)
        if change.before is None:
            _bring_back(plan, change, row, taken, leaving)
        elif change.after is not None:
            spared = spare_locked and row is not None and row["locked"]
            _put_back(plan, change, row, taken, spared=spared and "locked" not in change.after)
    return plan


def came_at(change: RowChange) -> int:
    """The version that a row has as long as nobody has changed it, where the change takes it out."""
    return int((change.before or {}).get("row_version", 0)) + 1


def fields_of(changes: Iterable[RowChange]) -> tuple[str, ...]:
    """The fields that must be read to plan the rows that are put back."""
    put_back = (change.before for change in changes if change.before and change.after)
    return tuple({name: None for before in put_back for name in before})


def _conflict(plan: Plan, change: RowChange, why: str, fields: Iterable[Any] = ()) -> None:
    found = Conflict(change.id, change.key_id, change.title, why, tuple(fields))
    plan.conflicts.append(found)


def _bring_back(
    plan: Plan,
    change: RowChange,
    row: Values | None,
    taken: Mapping[str, int],
    leaving: Set[int],
) -> None:
    entry = change.after or {}
    holder = taken.get(entry["key_id"])
    if row is not None:
        _conflict(plan, change, "there")
    elif holder is not None and holder not in leaving:
        _conflict(plan, change, "taken")
    else:
        version = came_at(change.turned())
        plan.inserts.append({**entry, "row_id": change.id, "row_version": version})


def _take_out(plan: Plan, change: RowChange, row: Values | None) -> None:
    if row is None:
        return
    if row["version"] == came_at(change):
        plan.deletes.append(change.id)
        return
    left = whole_entry(change.before or {})
    differing = [
        (name, value, row[name])
        for name, value in left.items()
        if name not in _NOT_CONTENT and row[name] != value
    ]
    if differing:
        _conflict(plan, change, "changed", differing)
    else:
        plan.deletes.append(change.id)


def _put_back(
    plan: Plan, change: RowChange, row: Values | None, taken: Mapping[str, int], *, spared: bool
) -> None:
    before, after = change.before or {}, change.after or {}
    if row is None:
        _conflict(plan, change, "gone")
        return
    new = {name: value for name, value in after.items() if row[name] != value}
    differing = [(name, before[name], row[name]) for name in new if row[name] != before[name]]
    if differing:
        _conflict(plan, change, "changed", differing)
    elif taken.get(after.get("key_id", ""), change.id) != change.id:
        _conflict(plan, change, "taken")
    elif new and spared:
        _conflict(plan, change, "locked")
    elif new:
        plan.updates[change.id] = new
