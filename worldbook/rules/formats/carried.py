"""What an export of this program wrote into `extensions.rpsite`, taken up again (WB-11).

    {"v": 1, "key_id": …, "fields": {name: value}, "was": {name: fingerprint}}

`fields` holds what the other format cannot say. A field counts only while the file still reads as
it did when it was written (`was`), so that a change made in another program is not undone.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from worldbook.rules.entries import (
    Book,
    Entry,
    book_from_json,
    book_to_json,
    entry_to_json,
    entry_with,
)
from worldbook.rules.fields import BOOK_FIELDS, ENTRY_FIELDS
from worldbook.rules.formats.ids import fits, slug
from worldbook.rules.formats.notes import BLOCKED, Note, block_reason
from worldbook.rules.formats.report import BookReading
from worldbook.rules.validation import field_problems

MARK, VERSION = "rpsite", 1
# Fields that other formats say nothing of, so that no other program can have changed them.
UNWATCHED = frozenset({"source"})
UNWATCHED_OF_BOOK = frozenset(
    {"source", "key", "revision", "language", "tags", "case_sensitive", "whole_words"}
    | {"constant_budget_ratio", "players_may_read"}
)

_canonical = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode


def fingerprint(value: Any) -> str:
    """A short sign of a JSON value; equal values have equal ones."""
    return hashlib.sha256(_canonical(value).encode("utf-8", "replace")).hexdigest()[:16]


def mark_of(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Our own mark in an entry or a book; empty where there is none."""
    extensions = raw.get("extensions")
    mark = extensions.get(MARK) if isinstance(extensions, Mapping) else None
    return mark if isinstance(mark, Mapping) and isinstance(mark.get("fields"), Mapping) else {}


def carried_id(raw: Mapping[str, Any], reading: BookReading, notes: list[Note]) -> str:
    """The entry's id as we wrote it, made unique; "" where the file says none."""
    wanted = mark_of(raw).get("key_id")
    if not isinstance(wanted, str) or not fits(wanted):
        return ""
    key_id = reading.ids.take(wanted, numbered=True)
    notes[:] = [note for note in notes if note.code not in ("missing_id", "duplicate_id")]
    if key_id != wanted:
        notes.append(Note("duplicate_id", "key_id", {"was": wanted[:80], "now": key_id}))
    return key_id


def _wanted(
    mark: Mapping[str, Any], read: Mapping[str, Any], unwatched: frozenset[str]
) -> dict[str, Any]:
    """The fields of a mark that still count."""
    said = mark.get("was")
    was = said if isinstance(said, Mapping) else {}
    return {
        name: value
        for name, value in mark["fields"].items()
        if name in unwatched or (name in read and was.get(name) == fingerprint(read[name]))
    }


def as_read(entry: Entry, notes: list[Note]) -> Entry:
    """The entry as its notes leave it: blocked where one of them says so."""
    blocking = next((note.code for note in notes if note.kind == BLOCKED), "")
    return replace(entry, blocked=block_reason(blocking)) if blocking else entry


def with_carried(entry: Entry, raw: Mapping[str, Any], notes: list[Note]) -> Entry:
    """The entry with the fields that its mark brings; one that cannot be read blocks it."""
    mark = mark_of(raw)
    if not mark:
        return entry
    read = entry_to_json(as_read(entry, notes))
    wanted = _wanted(mark, read, UNWATCHED)
    wanted.pop("key_id", None)
    wrong = [str(problem.detail["field"]) for problem in field_problems(wanted, ENTRY_FIELDS)]
    good = {name: value for name, value in wanted.items() if name not in wrong}
    if "blocked" in good:
        notes[:] = [note for note in notes if note.kind != BLOCKED]
    notes.extend(Note("blocked_mark", name[:80]) for name in wrong[:10])
    return entry_with(entry, good)


def book_with_carried(book: Book, raw: Mapping[str, Any], notes: list[Note]) -> Book:
    """The book with the fields that its mark brings."""
    mark = mark_of(raw)
    if not mark:
        return book
    own = book_to_json(replace(book, entries=()))
    read = {name: value for name, value in own.items() if name in BOOK_FIELDS}
    known = {**BOOK_FIELDS, "revision": ENTRY_FIELDS["place"]}
    wanted = _wanted(mark, read, UNWATCHED_OF_BOOK)
    wrong = [
        str(problem.detail["field"])
        for problem in field_problems(wanted, known)
        if problem.detail["field"] != "name"
    ]
    notes.extend(Note("bad_mark", name[:80]) for name in wrong[:10])
    good = {name: value for name, value in wanted.items() if name not in wrong}
    good["key"] = slug(str(good.get("key", ""))) or book.key
    return replace(book_from_json({**read, **good}), entries=book.entries)
