"""A document with one row more, one changed, or one less; what names the row follows."""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.world_document.references import KINDS, THINGS, Reference, renamed
from worldbook.rules.world_document.shapes import whole_row

Whole = Mapping[str, Any]
"""A whole document (`whole_document`)."""


def row_at(document: Whole, part: str, key: str) -> tuple[int, dict[str, Any]] | None:
    """The place and the row of a key; None where there is none."""
    for at, row in enumerate(document[part]):
        if row["key"] == key:
            return at, row
    return None


def added(document: Whole, part: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """With a row at the end of its part; fields that it lacks get their defaults."""
    return {**document, part: [*document[part], whole_row(part, row)]}


def altered(document: Whole, part: str, key: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """With other values in the row of a key that is there; a new key is told to all who name it."""
    rows = [{**row, **values} if row["key"] == key else row for row in document[part]]
    new, changed = values.get("key", key), {**document, part: rows}
    if new == key:
        return changed
    found = row_at(document, part, key)
    own_kind = part == "items" and found is not None and not found[1]["kind"]
    targets = {part, THINGS, KINDS} if own_kind else {part, THINGS} if part == "items" else {part}

    def naming(reference: Reference) -> str:
        return new if reference.target in targets and reference.key == key else reference.key

    return renamed(changed, naming)


def without(document: Whole, part: str, key: str) -> dict[str, Any]:
    """Without the row of a key.

    Names of it are taken away where the one that names it can do without; ways from and to a place
    go with it. What cannot do without (a thing that lies there) still names it, which is a fault.
    """
    rows = [row for row in document[part] if row["key"] != key]
    rest = {**document, part: rows}
    gone = {(part, key)} | (_kinds_lost(document, rest) if part == "items" else set())

    def naming(reference: Reference) -> str | None:
        return None if (reference.target, reference.key) in gone else reference.key

    out = renamed(rest, naming)
    lost = {row["key"] for row in rest["exits"]} - {row["key"] for row in out["exits"]}
    for exit_key in sorted(lost):
        out = without(out, "exits", exit_key)
    return out


def _kinds_lost(before: Whole, after: Whole) -> set[tuple[str, str]]:
    """The names of kinds of which there is nothing any more."""
    had, has = ({row["kind"] or row["key"] for row in each["items"]} for each in (before, after))
    return {(target, kind) for kind in had - has for target in (KINDS, THINGS)}
