"""Reading values by what they say: "false" is false, "4" is 4, "a, b" is a list (WB-9a, WB-54)."""

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from worldbook.rules.fields import SMALL
from worldbook.rules.formats.notes import Note, shown

TRUE_WORDS = frozenset({"true", "yes", "on", "1", "y", "t"})
FALSE_WORDS = frozenset({"false", "no", "off", "0", "n", "f", ""})

MAX_NOTES = 200

_KEY_IN_TEXT = re.compile(r"\s*(/(?:\\.|[^/\\])+/[gimsuy]*)\s*(?:[,，]|$)|([^,，]*)(?:[,，]|$)")


def as_bool(value: Any) -> bool | None:
    """Yes or no as the value says it; None where it says neither."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return None if value != value else value != 0
    if isinstance(value, str):
        word = value.strip().casefold()
        return True if word in TRUE_WORDS else False if word in FALSE_WORDS else None
    return None


def as_int(value: Any) -> int | None:
    """A whole number as the value says it; None where it says none."""
    if isinstance(value, bool | int):
        return int(value)
    if isinstance(value, str):
        text = value.strip()
        if len(text) > 30:
            return None
        try:
            return int(text)
        except ValueError:
            pass
        try:
            value = float(text)
        except ValueError:
            return None
    if isinstance(value, float):
        return int(value) if math.isfinite(value) else None
    return None


def split_text(text: str) -> list[str]:
    """The items of one text with commas; a comma inside a /pattern/ parts nothing."""
    items = []
    at = 0
    while at < len(text):
        hit = _KEY_IN_TEXT.match(text, at)
        if hit is None or hit.end() == at:
            break
        items.append(hit.group(1) or (hit.group(2) or "").strip())
        at = hit.end()
    return [item for item in items if item]


class Fields:
    """One object of a file, read name by name; remarks go into `notes`.

    `names` are the spellings of one field, the preferred first; `extensions` win over the object.
    """

    __slots__ = ("extensions", "notes", "raw")

    def __init__(
        self, raw: Mapping[str, Any], notes: list[Note], extensions: Mapping[str, Any] | None = None
    ) -> None:
        self.raw = raw
        self.notes = notes
        self.extensions: Mapping[str, Any] = extensions or {}

    def note(self, code: str, field: str = "", **detail: Any) -> None:
        """Remember a remark; values of the detail become short texts.

        A field of a thousand odd items is not told a thousand times.
        """
        if len(self.notes) >= MAX_NOTES:
            return
        self.notes.append(Note(code, field, {name: shown(item) for name, item in detail.items()}))

    def find(self, names: Iterable[str]) -> tuple[str, Any]:
        """The spelling that is there and its value; ("", None) where none is."""
        seen = ""
        for place in (self.extensions, self.raw) if self.extensions else (self.raw,):
            for name in names:
                if name in place:
                    value = place[name]
                    if value is not None:
                        return name, value
                    seen = seen or name
        return seen, None

    def _default(self, name: str, value: Any, default: Any, *, quiet: bool) -> None:
        """Say why a default is used, unless the value is just absent."""
        if value is not None:
            self.note("unreadable", name, was=value, now=default)
        elif name and not quiet:
            self.note("null", name, now=default)

    def flag(self, *names: str, default: bool, quiet: bool = False) -> bool:
        """A yes or no."""
        name, value = self.find(names)
        if isinstance(value, bool):
            return value
        read = as_bool(value)
        if read is None:
            self._default(name, value, default, quiet=quiet)
            return default
        self.note("coerced", name, was=value, now=read)
        return read

    def maybe_flag(self, *names: str) -> bool | None:
        """A yes or no, or None (the book's default) where it is absent or null."""
        name, value = self.find(names)
        if value is None or isinstance(value, bool):
            return value
        read = as_bool(value)
        self.note("unreadable" if read is None else "coerced", name, was=value, now=read)
        return read

    def number(
        self, *names: str, default: int, low: int = 0, high: int = SMALL, quiet: bool = False
    ) -> int:
        """A whole number, moved into low…high."""
        name, value = self.find(names)
        read = as_int(value)
        if read is None:
            self._default(name, value, default, quiet=quiet)
            return default
        if type(value) is not int:
            self.note("coerced", name, was=value, now=read)
        if not low <= read <= high:
            nearest = min(max(read, low), high)
            self.note("clamped", name, was=read, now=nearest)
            return nearest
        return read

    def maybe_number(self, *names: str, low: int = 0, high: int = SMALL) -> int | None:
        """A whole number, or None where it is absent, null or unreadable."""
        name, value = self.find(names)
        if value is None:
            return None
        if as_int(value) is None:
            self.note("unreadable", name, was=value, now=None)
            return None
        return self.number(name, default=0, low=low, high=high)

    def text(self, *names: str, default: str = "", quiet: bool = True) -> str:
        """A text; numbers are written out, structures are unreadable."""
        name, value = self.find(names)
        if isinstance(value, str):
            return value
        if value is None or isinstance(value, bool | list | dict):
            self._default(name, value, default, quiet=quiet)
            return default
        self.note("coerced", name, was=value, now=str(value))
        return str(value)

    def texts(self, *names: str, quiet: bool = False, split: bool = True) -> list[str]:
        """A list of texts; one text with commas is a list, null is an empty one."""
        name, value = self.find(names)
        if value is None:
            if name and not quiet:
                self.note("null_list", name)
            return []
        if isinstance(value, str):
            if value and not quiet:
                self.note("text_list", name)
            return split_text(value) if split else [value]
        if isinstance(value, list | tuple):
            return self._items(name, value)
        if isinstance(value, dict):
            self.note("unreadable", name, was=value, now=[])
            return []
        self.note("coerced", name, was=value, now=str(value))
        return [str(value)]

    def _items(self, name: str, items: Iterable[Any]) -> list[str]:
        """The texts of a list; numbers are written out, the rest is left out."""
        kept = []
        for item in items:
            if isinstance(item, str):
                kept.append(item)
            elif isinstance(item, int | float) and not isinstance(item, bool):
                self.note("list_item", name, was=item, now=str(item))
                kept.append(str(item))
            else:
                self.note("list_item_dropped", name, was=item)
        return kept

    def choice(self, *names: str, of: Mapping[Any, str], default: str, quiet: bool = False) -> str:
        """One of several words, given by number or by name in any case."""
        name, value = self.find(names)
        number = as_int(value)
        if number is not None and number in of:
            if type(value) is not int:
                self.note("coerced", name, was=value, now=number)
            return of[number]
        if isinstance(value, str) and value.strip().casefold() in of:
            return of[value.strip().casefold()]
        self._default(name, value, default, quiet=quiet)
        return default
