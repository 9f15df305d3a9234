"""What a book of lore and its entries are, as plain values, and their native JSON form (WB-3, WB-56)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
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


def _plain(value: Any) -> Any:
    """Tuples as lists, dataclasses as objects, mappings as dicts."""
    if isinstance(value, CharacterFilter):
        return {"mode": value.mode, "names": list(value.names)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return dict(value)
    return value


def _frozen(value: Any) -> Any:
    """Lists as tuples, to any depth of lists."""
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """All fields of an entry as one JSON object, in the order of WB-3."""
    return {item.name: _plain(getattr(entry, item.name)) for item in fields(Entry)}


def entry_from_json(data: Mapping[str, Any]) -> Entry:
    """An entry from an object that `entry_to_json` wrote; absent fields get native defaults.

    This trusts the types (it reads stored values); files of others go through `rules.formats`.
    """
    known: dict[str, Any] = {}
    for item in fields(Entry):
        if item.name not in data:
            continue
        value = data[item.name]
        if item.name == "character_filter" and value is not None:
            value = CharacterFilter(mode=value["mode"], names=tuple(value["names"]))
        elif item.name not in ("conditions", "source"):
            value = _frozen(value)
        known[item.name] = value
    return Entry(**known)


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
