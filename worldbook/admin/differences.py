"""Differences of books as the pages show them: entry by entry, field by field, word by word (WB-17)."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Model
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy

from worldbook.admin.base import said_value
from worldbook.models import Entry, Lorebook
from worldbook.rules.diff import (
    BookDiff,
    EntryChange,
    FieldDifference,
    book_differences,
    entry_differences,
)
from worldbook.rules.entries import Book
from worldbook.rules.entries import Entry as EntryValue
from worldbook.rules.word_diff import ADDED, REMOVED, SAME, Piece

SAID = {
    "added": gettext_lazy("added"),
    "removed": gettext_lazy("removed"),
    "changed": gettext_lazy("changed"),
}
COLOURS = {"added": "success", "removed": "danger", "changed": "info"}
AROUND = 160
"""Characters of what stays the same that are shown beside what does not."""
GAP = "gap"
MOST_SHOWN = 2_000


def label_of(name: str, model: type[Model]) -> str:
    """What a person calls a column."""
    columns = {field.name: field for field in model._meta.get_fields()}
    return str(getattr(columns.get(name), "verbose_name", name))


def labels_of(names: Iterable[str], model: type[Model]) -> str:
    """What a person calls several columns."""
    return ", ".join(label_of(name, model) for name in names)


def value_said(name: str, value: Any, model: type[Model] = Entry) -> str:
    """A field's value as its form says it."""
    columns: dict[str, Any] = {field.name: field for field in model._meta.get_fields()}
    choices = dict(getattr(columns.get(name), "flatchoices", None) or ())
    if isinstance(value, str) and value in choices:
        return str(choices[value])
    if isinstance(value, list | tuple):
        return _list_said(value)
    if isinstance(value, dict) and value:
        return Truncator(json.dumps(value, ensure_ascii=False, indent=2)).chars(MOST_SHOWN)
    return said_value(value)


def _list_said(values: Sequence[Any]) -> str:
    """A list on one line, a list of lists on several."""
    if any(isinstance(item, list | tuple) for item in values):
        return "\n".join(", ".join(map(str, item)) for item in values)
    return said_value(list(values))


def shortened(pieces: Iterable[Piece], around: int = AROUND) -> list[dict[str, str]]:
    """Pieces for a template, `{op, text}`; of a long stretch that stays the middle is a gap."""
    shown = list(pieces)
    found: list[dict[str, str]] = []
    for at, piece in enumerate(shown):
        head = around if at else 0
        tail = around if at < len(shown) - 1 else 0
        if piece.op != SAME or len(piece.text) <= head + tail + around:
            found.append({"op": piece.op, "text": piece.text})
            continue
        if head:
            found.append({"op": SAME, "text": piece.text[:head]})
        found.append({"op": GAP, "text": ""})
        if tail:
            found.append({"op": SAME, "text": piece.text[-tail:]})
    return found


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _chips(before: list[str], after: list[str]) -> list[dict[str, str]]:
    """The words of two lists, `{op, text}`; none where only their order differs."""
    if set(before) == set(after):
        return []
    old = [{"op": SAME if word in after else REMOVED, "text": word} for word in before]
    return old + [{"op": ADDED, "text": word} for word in after if word not in before]


def field_said(difference: FieldDifference, model: type[Model] = Entry) -> dict[str, Any]:
    """One changed field: `{label, pieces}` of a text, else `{label, before, after}`; of a list of
    words also its `chips`."""
    said: dict[str, Any] = {"label": label_of(difference.field, model)}
    if difference.words is not None:
        return said | {"pieces": shortened(difference.words)}
    before, after = difference.before, difference.after
    said["before"] = value_said(difference.field, before, model)
    said["after"] = value_said(difference.field, after, model)
    if _is_words(before) and _is_words(after):
        said["chips"] = _chips(before, after)
    return said


def change_said(change: EntryChange, before: EntryValue | None, after: EntryValue | None) -> Any:
    """One entry that differs, whole: an added or removed one with its text, a changed one with
    what each field said and says."""
    said: dict[str, Any] = {
        "title": change.title or change.key_id,
        "key_id": change.key_id,
        "kind": change.change,
        "change": SAID[change.change],
        "colour": COLOURS[change.change],
    }
    if before is not None and after is not None:
        return said | {"fields": [field_said(item) for item in entry_differences(before, after)]}
    whole = after or before
    if whole is None:
        return said
    op = ADDED if after is not None else REMOVED
    return said | {
        "keys": ", ".join(whole.keys),
        "pieces": [{"op": op, "text": whole.content}] if whole.content else [],
    }


def changes_said(changes: Sequence[EntryChange], before: Book, after: Book) -> list[dict[str, Any]]:
    """Some changes between two states, each with all its words: meant for one page of them."""
    wanted = {change.key_id for change in changes}
    old = {entry.key_id: entry for entry in before.entries if entry.key_id in wanted}
    new = {entry.key_id: entry for entry in after.entries if entry.key_id in wanted}
    return [
        change_said(change, old.get(change.key_id), new.get(change.key_id)) for change in changes
    ]


def book_fields_said(before: Book, after: Book) -> list[dict[str, Any]]:
    """The book's own fields that differ, as `field_said` says them."""
    return [field_said(item, Lorebook) for item in book_differences(before, after)]


def counts_said(diff: BookDiff) -> list[dict[str, Any]]:
    """How many entries were added, changed and removed."""
    kinds = [change.change for change in diff.entries]
    return [
        {"kind": kind, "label": SAID[kind], "count": kinds.count(kind), "colour": COLOURS[kind]}
        for kind in ("added", "changed", "removed")
    ]


def brief_changes(changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Changes as a conflict's answer carries them, with words: names of entries and fields only."""
    return [
        {
            "title": change["title"] or change["key_id"],
            "key_id": change["key_id"],
            "change": SAID[change["change"]],
            "colour": COLOURS[change["change"]],
            "fields": labels_of(change["fields"], Entry),
        }
        for change in changes
    ]
