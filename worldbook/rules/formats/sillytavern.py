"""Entries of SillyTavern world info and of the character books of V2 and V3 cards.

Both name the same things differently, and files mix the names, so one reader knows all spellings.
Sources: SillyTavern's world info fields, Character Card specifications V2 and V3 (Lorebook), and the
lists of entries that JanitorAI writes.
"""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.entries import Book, CharacterFilter, Entry
from worldbook.rules.fields import LARGE
from worldbook.rules.formats.cannot_run import found, writing
from worldbook.rules.formats.carried import book_with_carried, carried_id, with_carried
from worldbook.rules.formats.coerce import Fields
from worldbook.rules.formats.decorators import ENDLESS, read_decorators
from worldbook.rules.formats.members import Member, key_id_of, listed
from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.report import BookReading
from worldbook.rules.formats.spellings import (
    BOOK_LEFT_OUT,
    LEFT_OUT,
    LOGICS,
    NEAREST,
    OWN,
    PLACES,
    READ,
    ROLES,
)


def _keys(fields: Fields, reading: BookReading, *names: str) -> tuple[str, ...]:
    """Keys, trimmed; a start mark at the head of a pattern becomes ^ (WB-47)."""
    keys = []
    given = fields.texts(*names)
    for text in given:
        key = text.strip()
        for mark in ("/\\x01", "/\x01"):
            if key.startswith(mark):
                fields.note("start_mark", names[0])
                key = "/^" + key[len(mark) :]
        if reading.looks_like_pattern(key):
            fields.note("plain_key", names[0], was=key)
        if key:
            keys.append(key)
    if len(keys) < len(given):
        fields.note("empty_keys", names[0])
    return tuple(keys)


def _joined(fields: Fields, reading: BookReading, one: str, other: str) -> tuple[str, ...]:
    """The keys of a list that has two names, joined where a file has both (WB-9a)."""
    first, second = fields.raw.get(one), fields.raw.get(other)
    if first is None or second is None:
        return _keys(fields, reading, one, other)
    keys = dict.fromkeys((*_keys(fields, reading, one), *_keys(fields, reading, other)))
    if first != second and first and second:
        fields.note("keys_joined", other)
    return tuple(keys)


def _enabled(fields: Fields) -> bool:
    """On, unless the file says disabled or not enabled."""
    disabled = fields.flag("disable", default=False)
    return fields.flag("enabled", default=True) and not disabled


def _secondary(fields: Fields, reading: BookReading) -> tuple[str, ...]:
    """Secondary keys; `selective: false` switches them off."""
    if not fields.flag("selective", default=True):
        return ()
    return _joined(fields, reading, "keysecondary", "secondary_keys")


def _probability(fields: Fields) -> int:
    """Per cent; `useProbability: false` means 100."""
    percent = fields.number("probability", default=100, high=100)
    used = fields.flag("useProbability", "use_probability", default=True)
    return percent if used else 100


def _position(fields: Fields) -> tuple[str, str]:
    """The native position, and the reason why the entry is blocked where there is none."""
    said = fields.choice("position", of=PLACES, default="before_persona")
    if said not in NEAREST:
        return said, ""
    if said == "outlet":
        fields.notes.append(Note("blocked_outlet", "position"))
        return NEAREST[said], "blocked_outlet"
    fields.notes.append(Note("position", "position", {"was": said, "now": NEAREST[said]}))
    return NEAREST[said], ""


def _turns(fields: Fields, name: str) -> int:
    """A duration: messages in the file, turns here (WB-49)."""
    turns = fields.number(name, default=0, high=ENDLESS, quiet=True)
    if turns:
        fields.notes.append(Note("messages_as_turns", name))
    return turns


def _delay_level(fields: Fields) -> int:
    """The pass from which the entry counts: a number, or true for the first (WB-45)."""
    _name, value = fields.find(("delayUntilRecursion", "delay_until_recursion"))
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
        return int(fields.flag("delayUntilRecursion", "delay_until_recursion", default=False))
    return fields.number("delayUntilRecursion", "delay_until_recursion", default=0, quiet=True)


def _filter(fields: Fields) -> CharacterFilter | None:
    """The filter by names; one by tags blocks the entry (WB-54)."""
    name, value = fields.find(("characterFilter", "character_filter"))
    if value is None or value in ([], ""):
        return None
    if not isinstance(value, Mapping):
        fields.notes.append(Note("blocked_filter", name))
        return None
    inner = Fields(value, fields.notes)
    names = tuple(text.strip() for text in inner.texts("names", quiet=True) if text.strip())
    if any(text.strip() for text in inner.texts("tags", quiet=True)):
        fields.notes.append(Note("blocked_tags", name))
    if not names:
        return None
    exclude = inner.flag("isExclude", "is_exclude", default=False, quiet=True)
    return CharacterFilter(mode="exclude" if exclude else "include", names=names)


def _triggers(fields: Fields) -> None:
    """Kinds of generation: without `normal` the entry never counts here."""
    wanted = [text.strip().lower() for text in fields.texts("triggers", quiet=True) if text.strip()]
    if wanted and "normal" not in wanted:
        fields.notes.append(Note("blocked_triggers", "triggers", {"was": ", ".join(wanted)[:60]}))
    elif wanted:
        fields.note("left_out", "triggers")


def _activation(fields: Fields) -> None:
    """Whether a script of the other program decides when the entry is used (JanitorAI)."""
    said = fields.raw.get("activationMode")
    mode = said.strip().casefold() if isinstance(said, str) else said
    script = fields.raw.get("activationScript")
    if isinstance(script, str) and script.strip() and mode != "standard":
        fields.notes.append(Note("blocked_activation", "activationScript"))
    elif mode not in (None, "", "standard"):
        fields.note("unknown_value", "activationMode", was=said)


def _leftovers(fields: Fields) -> None:
    """Report every field that says something and has no counterpart here."""
    said = fields.raw.get("extensions")
    extensions = said if isinstance(said, Mapping) else {}
    for prefix, place in (("", fields.raw), ("extensions.", extensions)):
        for name, value in place.items():
            if name in LEFT_OUT:
                if value not in (None, False, "", 0, [], {}):
                    fields.note("left_out", prefix + name)
            elif name not in READ and value not in (None, "", [], {}):
                fields.note("unknown_field", (prefix + name)[:80])


def _extensions(raw: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The extensions that say something of the entry; they never replace its text or its keys."""
    said = raw.get("extensions")
    if not said or not isinstance(said, Mapping):
        return None
    return {name: value for name, value in said.items() if name not in OWN}


def _title(fields: Fields) -> tuple[str, str]:
    """Title and comment: a title is one line of at most 300 characters."""
    comment = fields.text("comment")
    name = fields.text("name")
    whole = comment.strip() or name.strip()
    line = whole.partition("\n")[0].strip()[:300]
    if line != whole:
        fields.note("long_title", "comment")
        return line, whole
    return line, name.strip() if name.strip() != line else ""


def read_entry(member: Member, reading: BookReading) -> Entry:
    """One entry with its notes; nothing in it can make the reading fail."""
    raw = member.raw
    notes: list[Note] = list(member.notes)
    fields = Fields(raw, notes, _extensions(raw))
    title, comment = _title(fields)
    keys = _joined(fields, reading, "key", "keys")
    body = fields.text("content", quiet=False)
    decorated, body = read_decorators(body, notes)
    position, _blocked = _position(fields)
    values: dict[str, Any] = {
        "title": title,
        "content": body,
        "comment": comment,
        "enabled": _enabled(fields),
        "constant": fields.flag("constant", default=False),
        "keys": keys,
        "secondary_keys": _secondary(fields, reading),
        "secondary_logic": fields.choice(
            "selectiveLogic", "selective_logic", of=LOGICS, default="and_any"
        ),
        "case_sensitive": fields.maybe_flag("caseSensitive", "case_sensitive"),
        "whole_words": fields.maybe_flag("matchWholeWords", "match_whole_words"),
        "scan_depth": fields.maybe_number("scanDepth", "scan_depth"),
        "probability": _probability(fields),
        "priority": fields.number("priority", default=0, low=-LARGE, high=LARGE, quiet=True),
        "order": fields.number("order", "insertion_order", default=100, low=-LARGE, high=LARGE),
        "position": position,
        "depth": fields.number("depth", default=4),
        "role": fields.choice("role", of=ROLES, default="system", quiet=True),
        "prevent_recursion": fields.flag("preventRecursion", "prevent_recursion", default=False),
        "exclude_recursion": fields.flag("excludeRecursion", "exclude_recursion", default=False),
        "delay_until_recursion": _delay_level(fields),
        "groups": tuple(
            dict.fromkeys(
                text.strip()
                for text in fields.texts("group", "groups", "inclusionGroupRaw", quiet=True)
            )
        ),
        "group_weight": fields.number(
            "groupWeight", "group_weight", default=100, high=LARGE, quiet=True
        ),
        "group_prioritize": fields.flag(
            "groupOverride", "group_override", "prioritizeInclusion", default=False, quiet=True
        ),
        "sticky": _turns(fields, "sticky"),
        "cooldown": _turns(fields, "cooldown"),
        "delay": _turns(fields, "delay"),
        "ignore_budget": fields.flag("ignoreBudget", "ignore_budget", default=False, quiet=True),
        "character_filter": _filter(fields),
        "tags": tuple(fields.texts("tags", quiet=True)),
    }
    values.update(decorated)
    _triggers(fields)
    _activation(fields)
    notes.extend(found(f"{title} {comment}", body))
    notes.extend(writing(body))
    _leftovers(fields)
    key_id = carried_id(raw, reading, notes) or key_id_of(title, keys, member, reading, notes)
    reading.look_for_offers(key_id, f"{title} {comment}", body)
    entry = Entry(
        key_id=key_id,
        place=member.place,
        source_id=member.source_id,
        source=dict(raw if member.said is None else member.said),
        **values,
    )
    return reading.keep(with_carried(entry, raw, notes), notes)


def book_of(
    raw: Mapping[str, Any],
    entries: tuple[Entry, ...],
    reading: BookReading,
    *,
    import_defaults: str,
) -> Book:
    """The book around entries that were read; matching defaults as chosen at import."""
    fields = Fields(raw, reading.book_notes)
    loose = import_defaults == "sillytavern"
    passes = 2
    recursive = fields.maybe_flag("recursive_scanning", "recursiveScanning")
    if recursive is False:
        passes = 0
        fields.note("no_recursion", "recursive_scanning")
    for name in BOOK_LEFT_OUT:
        if raw.get(name):
            fields.note("left_out", name)
    book = Book(
        name=fields.text("name").strip()[:200],
        description=fields.text("description"),
        scan_depth=fields.number("scan_depth", "scanDepth", default=2 if loose else 4, quiet=True),
        whole_words=loose,
        max_passes=passes,
        entries=entries,
        source={name: value for name, value in raw.items() if name != "entries"},
    )
    return book_with_carried(book, raw, reading.book_notes)


def read_book(raw: Mapping[str, Any], reading: BookReading, *, import_defaults: str) -> Book:
    """A book whose `entries` are an object or a list."""
    entries = tuple(
        read_entry(member, reading) for member in listed(raw.get("entries"), reading.book_notes)
    )
    return book_of(raw, entries, reading, import_defaults=import_defaults)
