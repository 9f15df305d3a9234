"""What another attempt of a turn undoes: all that the turn itself changed, edits by hand stay (ST-1a).

A take's changes are its attempts' own, made by hand or by a background job, or a putting back
before. Each row becomes what it would be had only hands touched it: the image before the first
change of an attempt, with the hands' later changes laid over it, column by column. Columns that are
one value (who holds a thing) go together.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Image = Mapping[str, Any]


class By(StrEnum):
    """Who made a change of a take."""

    ATTEMPT = "attempt"
    HAND = "hand"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a row; images are None where the row is not there."""

    table: str
    n: int
    by: By
    before: Image | None
    after: Image | None


@dataclass(frozen=True, slots=True)
class TableLaw:
    """What the rows of a table are: `together` are columns that are one value, `one_value` says
    that a whole row is (it is there where a value differs from the default)."""

    together: tuple[frozenset[str], ...] = ()
    one_value: bool = False


@dataclass(frozen=True, slots=True)
class KeptEdit:
    """An edit by hand that met what an attempt had changed.

    `fields` keep the hand's value. Without any the row went with the attempt that had made it, or
    stays away because a hand removed it: `gone`.
    """

    table: str
    n: int
    name: str
    fields: tuple[str, ...] = ()
    gone: bool = False

    def to_json(self) -> dict[str, Any]:
        """As it stands with the take."""
        return {
            "table": self.table,
            "n": self.n,
            "name": self.name,
            "fields": list(self.fields),
            "gone": self.gone,
        }


@dataclass(frozen=True, slots=True)
class Undone:
    """The images of the rows that change, by table and number, and the edits to be named."""

    images: Mapping[str, Mapping[int, Image | None]] = field(default_factory=dict)
    kept: tuple[KeptEdit, ...] = ()


def undo_attempts(changes: Iterable[Change], laws: Mapping[str, TableLaw]) -> Undone:
    """What a take's changes (in their order) come to without those of its attempts."""
    of_row: dict[tuple[str, int], list[Change]] = defaultdict(list)
    for change in changes:
        of_row[change.table, change.n].append(change)
    images: dict[str, dict[int, Image | None]] = defaultdict(dict)
    kept = []
    for (table, n), own in of_row.items():
        row = _Row.of(own, laws.get(table, TableLaw()))
        if row is None:
            continue
        if row.image != own[-1].after:
            images[table][n] = row.image
        if row.fields or row.gone:
            name = _name(row.image or own[-1].after or own[-1].before or {})
            kept.append(KeptEdit(table, n, name, tuple(sorted(row.fields)), row.gone))
    return Undone(dict(images), tuple(kept))


def undo_all(changes: Sequence[Change]) -> Undone:
    """The state before the take's first change, hands included; each edit by hand is named.

    For where what hands left does not fit to what was there before.
    """
    images: dict[str, dict[int, Image | None]] = defaultdict(dict)
    last: dict[tuple[str, int], Image | None] = {}
    kept: dict[tuple[str, int], KeptEdit] = {}
    for change in changes:
        images[change.table].setdefault(change.n, change.before)
        last[change.table, change.n] = change.after
        if change.by is By.HAND:
            name = _name(change.after or change.before or {})
            kept[change.table, change.n] = KeptEdit(change.table, change.n, name, gone=True)
    moved = {
        table: {n: image for n, image in rows.items() if image != last[table, n]}
        for table, rows in images.items()
    }
    return Undone({table: rows for table, rows in moved.items() if rows}, tuple(kept.values()))


@dataclass(slots=True)
class _Row:
    """A row on its way back: its image, what attempts have touched, what hands keep of that."""

    law: TableLaw
    image: Image | None
    touched: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    gone: bool = False

    @classmethod
    def of(cls, changes: Sequence[Change], law: TableLaw) -> "_Row | None":
        """The row after all its changes; None where no attempt has changed it."""
        first = next((i for i, one in enumerate(changes) if one.by is By.ATTEMPT), None)
        if first is None:
            return None
        row = cls(law, changes[first].before)
        for change in changes[first:]:
            row.take(change)
        return row

    def take(self, change: Change) -> None:
        """Pass over one change."""
        if change.by is By.HAND:
            self._by_hand(change)
        elif change.by is By.ATTEMPT:
            self.touched |= self._differing(change.before, change.after)

    def _by_hand(self, change: Change) -> None:
        if change.after is None:
            self.gone |= bool(self.touched)
            self.image = None
        elif self.image is None:
            self._of_a_row_that_goes(change.after)
        else:
            changed = self._differing(change.before, change.after)
            self.image = {**self.image, **{name: change.after[name] for name in changed}}
            self.fields |= changed & self.touched

    def _of_a_row_that_goes(self, after: Image) -> None:
        """An edit of a row that an attempt made: where the row is one value it is the hand's now."""
        if self.law.one_value:
            self.image = dict(after)
            self.fields |= set(after)
        else:
            self.gone = True

    def _differing(self, before: Image | None, after: Image | None) -> set[str]:
        """The columns in which two images differ, with those that go together with them."""
        if before is None or after is None:
            return set()
        names = {name for name in after if before.get(name) != after[name]}
        for group in self.law.together:
            if names & group:
                names |= group & set(after)
        return names


def _name(image: Image) -> str:
    """What a row calls itself; empty where it has no name."""
    return str(image.get("name") or image.get("title") or image.get("key") or "")
