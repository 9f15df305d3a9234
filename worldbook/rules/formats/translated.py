"""Entries of programs with words of their own: put into those of world info, then read as such.

What the file said stays in `Entry.source`, and notes name the fields as the file names them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from worldbook.rules.entries import Entry
from worldbook.rules.formats.coerce import MAX_NOTES
from worldbook.rules.formats.members import listed
from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.report import BookReading
from worldbook.rules.formats.sillytavern import read_entry

Change = Callable[[Mapping[str, Any], dict[str, Any], list[Note]], None]
_NOTHING: tuple[Any, ...] = (None, False, "", 0, [], {})


@dataclass(frozen=True, slots=True)
class Foreign:
    """How another program names things.

    `names`: its names and those of world info, where the values mean the same. `change` does the
    rest: it gets the entry of the file, the entry of world info so far, and the notes. `known` are
    further names that are read; `left_out` those that have no counterpart here.
    """

    names: Mapping[str, str]
    change: Change
    known: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()


def _leftovers(raw: Mapping[str, Any], foreign: Foreign, notes: list[Note]) -> None:
    """Report what says something and is not read."""
    for name, value in raw.items():
        if len(notes) >= MAX_NOTES or value in _NOTHING:
            continue
        if name in foreign.left_out:
            notes.append(Note("left_out", name))
        elif name not in foreign.names and name not in foreign.known:
            notes.append(Note("unknown_field", name[:80]))


def translated(entries: Any, foreign: Foreign, reading: BookReading) -> tuple[Entry, ...]:
    """The entries of a file of another program."""
    theirs = {ours: name for name, ours in foreign.names.items()}
    result = []
    for member in listed(entries, reading.book_notes):
        notes = list(member.notes)
        raw = member.raw
        values = {ours: raw[name] for name, ours in foreign.names.items() if name in raw}
        foreign.change(raw, values, notes)
        _leftovers(raw, foreign, notes)
        entry = read_entry(replace(member, raw=values, notes=tuple(notes), said=raw), reading)
        key_id, remarks = reading.entry_notes[-1]
        named = tuple(replace(note, field=theirs.get(note.field, note.field)) for note in remarks)
        reading.entry_notes[-1] = (key_id, named)
        result.append(entry)
    return tuple(result)
