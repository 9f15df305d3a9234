"""Which format a JSON value is, told by its content and never by the file's name (WB-6)."""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.formats.cards import is_card
from worldbook.rules.formats.novelai import inner_book

NATIVE = "native"
WORLD_INFO = "sillytavern"
CARD = "card"
LOREBOOK_V3 = "lorebook_v3"
CHARACTER_BOOK = "character_book"
BARE_LIST = "list"
NOVELAI = "novelai"
RISU = "risu"
AGNAI = "agnai"

# Kinds that are recognised and not read: the name that people know them by.
NOT_READ = {"agnai_character": "Agnai character"}
_ENTRY_NAMES = frozenset({"keys", "key", "content", "keysecondary", "secondary_keys", "uid"})
_RISU_NAMES = frozenset({"insertorder", "alwaysActive", "secondkey"})
_AGNAI_NAMES = frozenset({"keywords", "entry"})
# Names of an entry by which it is taken for one of a program with words of its own.
MARKS_OF_OTHERS = _RISU_NAMES | _AGNAI_NAMES
_V2_NAMES = frozenset({"insertion_order", "keys", "secondary_keys"})


def _first(entries: Any) -> Mapping[str, Any]:
    """The first object among entries, or an empty one."""
    items = entries.values() if isinstance(entries, Mapping) else entries
    if not isinstance(entries, Mapping | list):
        return {}
    return next((item for item in items if isinstance(item, Mapping)), {})


def _of_list(value: list[Any]) -> str:
    """A bare list: of Risu's entries, of anybody's, or of nothing known."""
    first = _first(value)
    if _RISU_NAMES & first.keys():
        return RISU
    return BARE_LIST if _ENTRY_NAMES & first.keys() and "content" in first else ""


def _foreign(value: Mapping[str, Any]) -> str:
    """The books of other programs."""
    if inner_book(value) is not None:
        return NOVELAI
    first = _first(value.get("entries"))
    if value.get("kind") == "memory" or first.keys() >= _AGNAI_NAMES:
        return AGNAI
    if value.get("kind") == "character" and isinstance(value.get("persona"), Mapping):
        return "agnai_character"
    risu = value.get("type") == "risu" and isinstance(value.get("data"), list)
    return RISU if risu or _RISU_NAMES & first.keys() else ""


def kind_of(value: Any) -> str:
    """The kind of a JSON value; "" where it is none that is known."""
    if isinstance(value, list):
        return _of_list(value)
    if not isinstance(value, Mapping):
        return ""
    if "rpsite_lorebook" in value:
        return NATIVE
    if value.get("spec") == "lorebook_v3" and isinstance(value.get("data"), Mapping):
        return LOREBOOK_V3
    foreign = _foreign(value)
    if foreign:
        return foreign
    if is_card(value):
        return CARD
    if "entries" not in value or not isinstance(value["entries"], dict | list | None):
        return ""
    return CHARACTER_BOOK if _V2_NAMES & _first(value["entries"]).keys() else WORLD_INFO
