"""What a format cannot say of an entry or a book goes along in `extensions.rpsite` (WB-11).

It is found by reading what was written: every field that comes back other than it was is carried.
The form is that of `formats.carried`, which takes it up again.
"""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.entries import Book, Entry, book_to_json, entry_to_json
from worldbook.rules.fields import BOOK_FIELDS
from worldbook.rules.formats.carried import (
    MARK,
    UNWATCHED,
    UNWATCHED_OF_BOOK,
    VERSION,
    fingerprint,
)
from worldbook.rules.formats.members import Member
from worldbook.rules.formats.report import BookReading
from worldbook.rules.formats.sillytavern import book_of, read_entry

# What the reader of a file decides for itself where the file does not say it; and the source, which
# is the file as it is read, this mark included.
ALWAYS = ("case_sensitive", "whole_words", "source")


def as_others_read(entry: Entry, raw: Mapping[str, Any], place: int) -> dict[str, Any]:
    """The native fields of an entry as they are read from what was written of it."""
    member = Member(raw, place, str(raw.get("uid", raw.get("id", place))))
    return entry_to_json(read_entry(member, BookReading())) | {"key_id": entry.key_id}


def _differing(mine: Mapping[str, Any], read: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in mine.items() if read[name] != value}


def _mark(
    fields: Mapping[str, Any], read: Mapping[str, Any], unwatched: frozenset[str]
) -> dict[str, Any]:
    was = {name: fingerprint(read[name]) for name in fields if name not in unwatched}
    return {"v": VERSION, "fields": dict(fields), "was": was}


def _with_mark(raw: dict[str, Any], mark: Mapping[str, Any]) -> dict[str, Any]:
    """The object as written, with our mark among its extensions."""
    said = raw.get("extensions")
    extensions = {**(said if isinstance(said, Mapping) else {}), MARK: dict(mark)}
    return {**raw, "extensions": extensions}


def carried_fields(entry: Entry, raw: Mapping[str, Any], place: int) -> dict[str, Any]:
    """The fields of an entry that do not come back from what was written of it."""
    return _differing(entry_to_json(entry), as_others_read(entry, raw, place))


def marked_entry(entry: Entry, raw: dict[str, Any], place: int) -> dict[str, Any]:
    """An entry as written, with what it cannot say there."""
    read = as_others_read(entry, raw, place)
    mine = entry_to_json(entry)
    fields = {**_differing(mine, read), "source": mine["source"]}
    return _with_mark(raw, {**_mark(fields, read, UNWATCHED), "key_id": entry.key_id})


def _book_read(raw: Mapping[str, Any]) -> dict[str, Any]:
    read = book_of(raw, (), BookReading(), import_defaults="native")
    return {name: value for name, value in book_to_json(read).items() if name in _BOOK}


_BOOK = frozenset({*BOOK_FIELDS, "revision"})


def carried_of_book(book: Book, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a book that do not come back from what was written of it."""
    mine = {name: value for name, value in book_to_json(book).items() if name in _BOOK}
    return _differing(mine, _book_read(raw))


def marked_book(book: Book, raw: dict[str, Any]) -> dict[str, Any]:
    """A book as written, with what it cannot say there."""
    whole = book_to_json(book)
    fields = carried_of_book(book, raw) | {name: whole[name] for name in ALWAYS}
    return _with_mark(raw, _mark(fields, _book_read(raw), UNWATCHED_OF_BOOK))
