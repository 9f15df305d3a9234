"""Books in native JSON without what is default: a tenth of the size where entries are many."""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.entries import Entry, entry_to_json

DEFAULTS: Mapping[str, Any] = {
    name: value for name, value in entry_to_json(Entry("")).items() if name != "key_id"
}
_NEVER_DEFAULT = object()


def compact_entry(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry in native JSON without the fields that hold the native default."""
    return {
        name: value
        for name, value in entry.items()
        if DEFAULTS.get(name, _NEVER_DEFAULT) != value or type(DEFAULTS[name]) is not type(value)
    }


def whole_entry(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry in native JSON with every field; absent ones get the native default."""
    return {"key_id": "", **DEFAULTS, **entry}


def compact_book(book: Mapping[str, Any]) -> dict[str, Any]:
    """A book in native JSON with compact entries."""
    return {**book, "entries": [compact_entry(entry) for entry in book["entries"]]}
