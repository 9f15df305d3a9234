"""What a book of lore and its entries are, as plain values, and their native JSON form (WB-3, WB-56)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any

NATIVE_FORMAT = 1

POSITIONS = ("before_persona", "after_persona", "at_depth")
ROLES = ("system", "user", "assistant")
LOGICS = ("and_any", "and_all", "not_any", "not_all")
AUDIENCES = ("actor", "gm", "character", "planner", "recorder", "story")


@dataclass(frozen=True, slots=True)
class CharacterFilter:
    """Which characters an entry is for: `mode` is "include" or "exclude"."""

    mode: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry under its native field names; WB-3 says what each means.

    None in `case_sensitive`, `whole_words` and `scan_depth` is the book's default.
    Durations (`sticky`, `cooldown`, `delay`) are turns of the session.
    """

    key_id: str
    title: str = ""
    content: str = ""
    comment: str = ""
    enabled: bool = True
    constant: bool = False
    required: bool = False
    keys: tuple[str, ...] = ()
    secondary_keys: tuple[str, ...] = ()
    secondary_logic: str = "and_any"
    case_sensitive: bool | None = None
    whole_words: bool | None = None
    scan_depth: int | None = None
    probability: int = 100
    priority: int = 0
    order: int = 100
    position: str = "before_persona"
    depth: int = 4
    role: str = "system"
    audience: tuple[str, ...] = ()
    conditions: Mapping[str, Any] | None = None
    requires: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    prevent_recursion: bool = True
    exclude_recursion: bool = True
    delay_until_recursion: int = 0
    groups: tuple[str, ...] = ()
    group_weight: int = 100
    group_prioritize: bool = False
    sticky: int = 0
    cooldown: int = 0
    delay: int = 0
    ignore_budget: bool = False
    character_filter: CharacterFilter | None = None
    scope: str = "listed"
    tags: tuple[str, ...] = ()
    color: str = ""
    locked: bool = False
    blocked: str = ""
    activate: bool = False
    dont_activate: bool = False
    additional_keys: tuple[tuple[str, ...], ...] = ()
    exclude_keys: tuple[str, ...] = ()
    only_after: int | None = None
    only_every: int | None = None
    place: int = 0
    source_id: str = ""
    source: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Book:
    """A whole book at one revision; `revision` 0 and key "inline" where it is unsaved (WB-1)."""

    key: str = "inline"
    revision: int = 0
    name: str = ""
    description: str = ""
    language: str = ""
    scan_depth: int = 4
    case_sensitive: bool = False
    whole_words: bool = False
    max_passes: int = 2
    constant_budget_ratio: float = 0.35
    players_may_read: bool = True
    tags: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    source: Mapping[str, Any] = field(default_factory=dict)


# A book of 5,000 entries is turned into JSON and back several times in an import: no more is asked
# of each value than must be.
_SCALARS = frozenset({str, int, bool, float, type(None)})
_ENTRY_NAMES = tuple(item.name for item in fields(Entry))
_ENTRY_VALUES = attrgetter(*_ENTRY_NAMES)
_KNOWN_NAMES = frozenset(_ENTRY_NAMES)
_AS_THEY_ARE = frozenset({"conditions", "source"})


def _plain(value: Any) -> Any:
    """Tuples as lists, dataclasses as objects, mappings as dicts."""
    if type(value) in _SCALARS:
        return value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, CharacterFilter):
        return {"mode": value.mode, "names": list(value.names)}
    if isinstance(value, Mapping):
        return dict(value)
    return value


def _frozen(value: Any) -> Any:
    """Lists as tuples, to any depth of lists."""
    if type(value) in _SCALARS:
        return value
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """All fields of an entry as one JSON object, in the order of WB-3."""
    return dict(zip(_ENTRY_NAMES, map(_plain, _ENTRY_VALUES(entry)), strict=True))


def _entry_values(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that a native JSON object names, as an Entry holds them."""
    known = {
        name: value if name in _AS_THEY_ARE else _frozen(value)
        for name, value in data.items()
        if name in _KNOWN_NAMES
    }
    said = data.get("character_filter")
    if said is not None:
        known["character_filter"] = CharacterFilter(said["mode"], tuple(said["names"]))
    return known


def entry_with(entry: Entry, data: Mapping[str, Any]) -> Entry:
    """The entry with what a native JSON object says of some of its fields; types are trusted."""
    return replace(entry, **_entry_values(data)) if data else entry


def entry_from_json(data: Mapping[str, Any]) -> Entry:
    """An entry from an object that `entry_to_json` wrote; absent fields get native defaults.

    This trusts the types (it reads stored values); files of others go through `rules.formats`.
    """
    return Entry(**_entry_values(data))


def book_to_json(book: Book) -> dict[str, Any]:
    """The native JSON form of a book: what revisions store and the native export writes."""
    result: dict[str, Any] = {"rpsite_lorebook": NATIVE_FORMAT}
    for item in fields(Book):
        if item.name != "entries":
            result[item.name] = _plain(getattr(book, item.name))
    result["entries"] = [entry_to_json(entry) for entry in book.entries]
    return result


def book_from_json(data: Mapping[str, Any]) -> Book:
    """A book from an object that `book_to_json` wrote."""
    known = {
        item.name: data[item.name] if item.name == "source" else _frozen(data[item.name])
        for item in fields(Book)
        if item.name in data and item.name != "entries"
    }
    entries = tuple(entry_from_json(entry) for entry in data.get("entries", ()))
    return Book(**known, entries=entries)
