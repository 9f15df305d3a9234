"""Where two documents of a world differ: rows by key, then field by field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.world_document.parts import KEYED

CREATED, CHANGED, REMOVED = "created", "changed", "removed"


@dataclass(frozen=True, slots=True)
class RowChange:
    """What became of one row: `fields` name what differs; None stands for no row."""

    part: str
    key: str
    kind: str
    fields: tuple[str, ...] = ()
    before: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None


def document_changes(
    before: Mapping[str, Any], after: Mapping[str, Any], old_keys: Mapping[tuple[str, str], str]
) -> Iterator[RowChange]:
    """From one whole document to another; `old_keys` tell (part, new key) → the key before."""
    yield from _row_change("world", "", before["world"], after["world"])
    for part in KEYED:
        had = {row["key"]: row for row in before[part]}
        kept: set[str] = set()
        for row in after[part]:
            old = old_keys.get((part, row["key"]), row["key"])
            if old in had:
                kept.add(old)
                yield from _row_change(part, row["key"], had[old], row)
            else:
                yield RowChange(part, row["key"], CREATED, after=row)
        for key, row in had.items():
            if key not in kept:
                yield RowChange(part, key, REMOVED, before=row)


def _row_change(
    part: str, key: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[RowChange]:
    fields = tuple(name for name in after if after[name] != before[name])
    if fields:
        yield RowChange(part, key, CHANGED, fields, before, after)
