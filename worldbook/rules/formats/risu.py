"""Lorebooks of Risu: `{"type": "risu", "ver", "data": […]}`, the bare list, and those of modules.

Keys are one text with commas, or one pattern where `useRegex` is on. Folders stand in the list as
entries of the mode "folder", and their members name the folder's key.
"""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.entries import Book
from worldbook.rules.formats.coerce import as_bool, split_text
from worldbook.rules.formats.notes import Note, shown
from worldbook.rules.formats.report import BookReading
from worldbook.rules.formats.sillytavern import book_of
from worldbook.rules.formats.translated import Foreign, translated

NAMES = {
    "comment": "comment",
    "content": "content",
    "insertorder": "order",
    "alwaysActive": "constant",
    "selective": "selective",
    "activationPercent": "probability",
    "key": "key",
    "secondkey": "keysecondary",
    "id": "id",
}
_KNOWN = frozenset({"mode", "folder", "useRegex", "extentions", "bookVersion", "loreCache"})
_PLAIN_MODES = ("normal", "constant", "")


def _keys(raw: Mapping[str, Any], name: str) -> Any:
    """The keys of one field as a list; what is no text is left to the reader."""
    value = raw.get(name)
    if not isinstance(value, str):
        return value
    return [value] if as_bool(raw.get("useRegex")) else split_text(value)


def _folders(entries: Any) -> dict[str, str]:
    """The names of folders by their keys."""
    items = entries if isinstance(entries, list) else []
    return {
        item["key"]: item.get("comment", "").strip()
        for item in items
        if isinstance(item, Mapping)
        and item.get("mode") == "folder"
        and isinstance(item.get("key"), str)
        and isinstance(item.get("comment", ""), str)
    }


def _mode(raw: Mapping[str, Any], values: dict[str, Any], notes: list[Note]) -> None:
    """Constant ones, folders, and modes that mean nothing here."""
    mode = raw.get("mode", "")
    if mode == "constant":
        values["constant"] = True
    elif mode == "folder":
        values.update(disable=True, key=[], keysecondary=[])
        notes.append(Note("folder", "mode"))
    elif mode not in _PLAIN_MODES:
        notes.append(Note("unknown_value", "mode", {"was": shown(mode)}))


def foreign_of(entries: Any) -> Foreign:
    """How Risu names things; folders of these entries become tags of their members."""
    folders = _folders(entries)

    def change(raw: Mapping[str, Any], values: dict[str, Any], notes: list[Note]) -> None:
        for theirs, ours in (("key", "key"), ("secondkey", "keysecondary")):
            if theirs in raw:
                values[ours] = _keys(raw, theirs)
        more = raw.get("extentions")
        case = more.get("risu_case_sensitive") if isinstance(more, Mapping) else None
        if case is not None:
            values["caseSensitive"] = case
        folder = raw.get("folder")
        if isinstance(folder, str) and folders.get(folder):
            values["tags"] = [folders[folder]]
            notes.append(Note("folder_tag", "folder", {"was": shown(folders[folder])}))
        _mode(raw, values, notes)

    return Foreign(NAMES, change, known=_KNOWN)


def read_book(raw: Mapping[str, Any], reading: BookReading, *, import_defaults: str) -> Book:
    """A book of Risu whose list stands in `entries`."""
    entries = raw.get("entries")
    read = translated(entries, foreign_of(entries), reading)
    return book_of(raw, read, reading, import_defaults=import_defaults)
