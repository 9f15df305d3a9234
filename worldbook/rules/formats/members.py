"""The members of a book's `entries`, whatever shape they have, each with the id it is known by."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.formats.decode import Repeated
from worldbook.rules.formats.ids import slug
from worldbook.rules.formats.notes import Note, shown
from worldbook.rules.formats.report import BookReading


@dataclass(frozen=True, slots=True)
class Member:
    """One entry as it stands in the file: its object, place, and id (WB-56).

    `said`: the object as the file has it, where `raw` is a translation of it.
    """

    raw: Mapping[str, Any]
    place: int
    source_id: str
    notes: tuple[Note, ...] = ()
    said: Mapping[str, Any] | None = None


def count(entries: Any) -> int:
    """How many members there are, repeated names counted each."""
    if isinstance(entries, Repeated):
        return len(entries.pairs)
    return len(entries) if isinstance(entries, dict | list) else 0


def _named(entries: Any) -> Iterator[tuple[str, Any]]:
    """Names and objects; a list has its indexes as names."""
    if isinstance(entries, Repeated):
        yield from entries.pairs
    elif isinstance(entries, Mapping):
        yield from entries.items()
    else:
        for index, item in enumerate(entries):
            yield str(index), item


def _own_id(raw: Mapping[str, Any]) -> str:
    """The uid or id that the entry itself names, as text, or ""."""
    for name in ("uid", "id"):
        value = raw.get(name)
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            text = str(int(value)) if isinstance(value, float) else str(value)
            if text.strip():
                return text.strip()[:120]
    return ""


def listed(entries: Any, notes: list[Note]) -> Iterator[Member]:
    """The members in the order of the file; what is no object is reported and passed over."""
    if entries is None:
        notes.append(Note("entries_null", "entries"))
        return
    if not isinstance(entries, dict | list):
        notes.append(Note("entries_unreadable", "entries", {"was": shown(entries)}))
        return
    seen: set[str] = set()
    place = 0
    for name, raw in _named(entries):
        if not isinstance(raw, dict):
            notes.append(Note("bad_entry", "entries", {"was": shown(name)}))
            continue
        own = _own_id(raw)
        source_id = own or name[:120]
        remarks = []
        if source_id in seen:
            remarks.append(Note("duplicate_id", "uid", {"was": source_id, "now": ""}))
        elif not own and isinstance(entries, list):
            remarks.append(Note("missing_id", "uid"))
        seen.add(source_id)
        yield Member(raw, place, source_id, tuple(remarks))
        place += 1


def key_id_of(
    title: str, keys: tuple[str, ...], member: Member, reading: BookReading, notes: list[Note]
) -> str:
    """The stable id of an imported entry; a note on a doubled id learns what it became."""
    first = next((key for key in keys if slug(key)), "")
    wanted = slug(title) or slug(first)
    if wanted:
        key_id = reading.ids.take(wanted)
    else:
        key_id = reading.ids.take(f"e{slug(member.source_id)[:60] or member.place}", numbered=True)
    for at, note in enumerate(notes):
        if note.code == "duplicate_id":
            notes[at] = Note(note.code, note.field, {**note.detail, "now": key_id})
    return key_id
