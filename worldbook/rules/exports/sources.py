"""What an import once said and nobody here understood goes back where it came from (WB-9a)."""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.formats.decode import MAX_DEPTH
from worldbook.rules.formats.kinds import MARKS_OF_OTHERS
from worldbook.rules.formats.spellings import BOOK_LEFT_OUT, LEFT_OUT, READ

_FAMILY = (frozenset({"key", "content"}), frozenset({"keys", "content"}))
# Levels that a file puts around the source of an entry, the mark of this program among them.
AROUND = 10


def _kept(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in values.items()
        if name in LEFT_OUT or (name not in READ and name not in MARKS_OF_OTHERS)
    }


def unknown_fields(source: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Fields and extensions of an entry of this family of formats that this program left alone."""
    if not any(names <= source.keys() for names in _FAMILY):
        return {}, {}
    said = source.get("extensions")
    return _kept(source), _kept(said) if isinstance(said, Mapping) else {}


def unknown_of_book(source: Mapping[str, Any]) -> dict[str, Any]:
    """What a book of this family said that this program left alone: its budget, its extensions."""
    kept = {name: source[name] for name in BOOK_LEFT_OUT if name in source}
    extensions = source.get("extensions")
    return {**kept, "extensions": extensions} if isinstance(extensions, Mapping) else kept


def deep(value: Any) -> bool:
    """Whether a source stands too deep to be put into a file that can be read again."""
    level = [value] if isinstance(value, Mapping | list | tuple) else []
    for _depth in range(MAX_DEPTH - AROUND):
        level = [
            item
            for box in level
            for item in (box.values() if isinstance(box, Mapping) else box)
            if isinstance(item, Mapping | list | tuple)
        ]
        if not level:
            return False
    return True
