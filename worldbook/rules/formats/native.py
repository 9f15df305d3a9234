"""The native file form: `{"rpsite_lorebook": 1, "name", "entries": [...]}` (WB-5, WB-56).

Omitted fields have native defaults; what this program wrote is read back equal.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from worldbook.rules.conditions_validate import save_fault
from worldbook.rules.entries import (
    AUDIENCES,
    LOGICS,
    POSITIONS,
    ROLES,
    Book,
    CharacterFilter,
    Entry,
)
from worldbook.rules.fields import LARGE, SMALL
from worldbook.rules.formats.coerce import Fields
from worldbook.rules.formats.ids import fits, slug
from worldbook.rules.formats.members import Member, key_id_of, listed
from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.report import BookReading

KNOWN_BOOK = frozenset({"rpsite_lorebook", *Book.__dataclass_fields__})
# Names that a reader of the native form understands beside the fields of `Entry`.
ALSO_READ = frozenset({"group", "uid", "id", "version"})


def _words(names: tuple[str, ...]) -> Mapping[Any, str]:
    return {name: name for name in names}


def _tuple(fields: Fields, *names: str, split: bool = True) -> tuple[str, ...]:
    return tuple(fields.texts(*names, quiet=True, split=split))


def _nested(fields: Fields, name: str) -> tuple[tuple[str, ...], ...]:
    """A list of lists of keys; a plain list is one of them."""
    value = fields.raw.get(name)
    if not isinstance(value, list | tuple):
        return (_tuple(fields, name),) if value else ()
    if all(isinstance(item, str) for item in value):
        return (tuple(value),) if value else ()
    return tuple(
        tuple(Fields({name: item}, fields.notes).texts(name, quiet=True)) for item in value
    )


def _audience(fields: Fields) -> tuple[str, ...]:
    """Known audiences; if none of those named is known the entry is blocked, not opened to all."""
    given = _tuple(fields, "audience")
    known = tuple(name for name in given if name in AUDIENCES)
    for name in given:
        if name not in AUDIENCES:
            fields.note("unknown_value", "audience", was=name)
    if given and not known:
        fields.notes.append(Note("blocked_audience", "audience", {"was": ", ".join(given)[:60]}))
    return known


def _conditions(fields: Fields) -> Mapping[str, Any] | None:
    """One condition; what is no condition blocks the entry instead of opening it."""
    value = fields.raw.get("conditions")
    if value in (None, "", [], {}):
        return None
    wrong = save_fault(value)
    if wrong is None:
        return dict(value)
    place = {"was": wrong.path or "conditions"}
    fields.notes.append(Note("blocked_condition", "conditions", place))
    return None


def _filter(fields: Fields) -> CharacterFilter | None:
    """Names to include or exclude."""
    value = fields.raw.get("character_filter")
    if value in (None, "", [], {}):
        return None
    if not isinstance(value, Mapping):
        fields.notes.append(Note("blocked_filter", "character_filter"))
        return None
    inner = Fields(value, fields.notes)
    mode = inner.text("mode", default="include").strip().lower()
    if mode not in ("include", "exclude"):
        fields.notes.append(Note("blocked_filter", "character_filter"))
        return None
    return CharacterFilter(mode=mode, names=tuple(inner.texts("names", quiet=True)))


def _switches(fields: Fields) -> dict[str, Any]:
    """The yes-or-no fields."""
    defaults = {
        "enabled": True,
        "constant": False,
        "required": False,
        "prevent_recursion": True,
        "exclude_recursion": True,
        "group_prioritize": False,
        "ignore_budget": False,
        "locked": False,
        "activate": False,
        "dont_activate": False,
    }
    return {name: fields.flag(name, default=default) for name, default in defaults.items()}


def _numbers(fields: Fields) -> dict[str, Any]:
    """The fields that are numbers, each in its range: default, lowest, highest."""
    ranges = {
        "probability": (100, 0, 100),
        "priority": (0, -LARGE, LARGE),
        "order": (100, -LARGE, LARGE),
        "depth": (4, 0, SMALL),
        "delay_until_recursion": (0, 0, SMALL),
        "group_weight": (100, 0, LARGE),
        "sticky": (0, 0, LARGE),
        "cooldown": (0, 0, LARGE),
        "delay": (0, 0, LARGE),
    }
    return {
        name: fields.number(name, default=default, low=low, high=high)
        for name, (default, low, high) in ranges.items()
    }


def _lists(fields: Fields) -> dict[str, Any]:
    """The fields that are lists of texts."""
    return {
        "keys": _tuple(fields, "keys"),
        "secondary_keys": _tuple(fields, "secondary_keys"),
        "audience": _audience(fields),
        "requires": _tuple(fields, "requires"),
        "conflicts": _tuple(fields, "conflicts"),
        "groups": _tuple(fields, "groups", "group"),
        "tags": _tuple(fields, "tags"),
        "additional_keys": _nested(fields, "additional_keys"),
        "exclude_keys": _tuple(fields, "exclude_keys"),
    }


def _source(raw: Mapping[str, Any]) -> dict[str, Any]:
    """What an earlier import said, and whatever of this file has no native field."""
    said = raw.get("source")
    source = dict(said) if isinstance(said, Mapping) else {}
    known = Entry.__dataclass_fields__
    for name, value in raw.items():
        if name not in known and name not in ALSO_READ:
            source[name] = value
    return source


def _key_id(
    member: Member, title: str, keys: tuple[str, ...], reading: BookReading, notes: list[Note]
) -> str:
    """The file's own key_id, made unique; a slug where there is none or it cannot stay."""
    given = member.raw.get("key_id")
    if isinstance(given, int) and not isinstance(given, bool):
        given = str(given)
    if not isinstance(given, str) or not given.strip():
        return key_id_of(title, keys, member, reading, notes)
    wanted = given if fits(given) else slug(given) or f"e{member.place}"
    key_id = reading.ids.take(wanted, numbered=True)
    notes[:] = [note for note in notes if note.code not in ("missing_id", "duplicate_id")]
    if key_id != given:
        code = "duplicate_id" if wanted == given else "changed_id"
        notes.append(Note(code, "key_id", {"was": given[:80], "now": key_id}))
        reading.renamed.setdefault(given, key_id)
    else:
        reading.renamed[given] = given
    return key_id


def read_entry(member: Member, reading: BookReading) -> Entry:
    """One native entry with its notes."""
    raw = member.raw
    notes: list[Note] = list(member.notes)
    fields = Fields(raw, notes)
    title = fields.text("title")[:300]
    lists = _lists(fields)
    said_id = raw.get("source_id")
    entry = Entry(
        key_id=_key_id(member, title, lists["keys"], reading, notes),
        title=title,
        content=fields.text("content", quiet=False),
        comment=fields.text("comment"),
        secondary_logic=fields.choice("secondary_logic", of=_words(LOGICS), default="and_any"),
        case_sensitive=fields.maybe_flag("case_sensitive"),
        whole_words=fields.maybe_flag("whole_words"),
        scan_depth=fields.maybe_number("scan_depth"),
        position=fields.choice("position", of=_words(POSITIONS), default="before_persona"),
        role=fields.choice("role", of=_words(ROLES), default="system"),
        conditions=_conditions(fields),
        character_filter=_filter(fields),
        scope=fields.choice("scope", of=_words(("listed", "everyone")), default="listed"),
        color=fields.text("color")[:20],
        blocked=fields.text("blocked")[:300],
        only_after=fields.maybe_number("only_after"),
        only_every=fields.maybe_number("only_every", low=1),
        place=fields.number("place", default=member.place, high=LARGE, quiet=True),
        source_id=said_id if isinstance(said_id, str) else member.source_id,
        source=_source(raw),
        **_switches(fields),
        **_numbers(fields),
        **lists,
    )
    for key in (*entry.keys, *entry.secondary_keys):
        if reading.looks_like_pattern(key):
            fields.note("plain_key", "keys", was=key)
    for name in raw:
        if name not in Entry.__dataclass_fields__ and name not in ALSO_READ:
            fields.note("unknown_field", name[:80])
    return reading.keep(entry, notes)


def _entries(raw: Mapping[str, Any], reading: BookReading) -> tuple[Entry, ...]:
    """All entries; who names another by an id that could not stay names it by the new one."""
    entries = [
        read_entry(member, reading) for member in listed(raw.get("entries"), reading.book_notes)
    ]
    new = {was: now for was, now in reading.renamed.items() if was != now}
    if not new:
        return tuple(entries)
    return tuple(
        replace(
            entry,
            requires=tuple(new.get(name, name) for name in entry.requires),
            conflicts=tuple(new.get(name, name) for name in entry.conflicts),
        )
        for entry in entries
    )


def _ratio(fields: Fields) -> float:
    """The share of the budget for constants, 0…1."""
    _name, value = fields.find(("constant_budget_ratio",))
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    if value is not None:
        fields.note("unreadable", "constant_budget_ratio", was=value, now=0.35)
    return 0.35


def read_book(raw: Mapping[str, Any], reading: BookReading, *, import_defaults: str) -> Book:
    """A native book; it says its own matching defaults, so `import_defaults` changes nothing."""
    fields = Fields(raw, reading.book_notes)
    said = raw.get("source")
    source = dict(said) if isinstance(said, Mapping) else {}
    for name, value in raw.items():
        if name not in KNOWN_BOOK:
            fields.note("unknown_field", name[:80])
            source[name] = value
    return Book(
        key=slug(fields.text("key")) or "inline",
        revision=fields.number("revision", default=0, high=LARGE),
        name=fields.text("name")[:200],
        description=fields.text("description"),
        language=fields.text("language")[:10],
        scan_depth=fields.number("scan_depth", default=4),
        case_sensitive=fields.flag("case_sensitive", default=False),
        whole_words=fields.flag("whole_words", default=False),
        max_passes=fields.number("max_passes", default=2, high=100),
        constant_budget_ratio=_ratio(fields),
        players_may_read=fields.flag("players_may_read", default=True),
        tags=tuple(tag[:60] for tag in _tuple(fields, "tags")),
        entries=_entries(raw, reading),
        source=source,
    )
