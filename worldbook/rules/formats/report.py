"""The report of a reading: what was read, changed, left out, blocked; entry by entry and in sum."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from worldbook.rules.entries import Book, Entry
from worldbook.rules.formats.ids import KeyIds
from worldbook.rules.formats.notes import (
    BLOCKED,
    COERCED,
    COMPATIBILITY,
    MAPPED,
    UNSUPPORTED,
    WARNING,
    Note,
    block_reason,
    note_from_json,
    summed,
)
from worldbook.rules.formats.offers import (
    MAX_OFFERS,
    Offer,
    offer_from_json,
    offers_of,
)
from worldbook.rules.macros import has_macros
from worldbook.rules.patterns import pattern_of

_DEFAULTS = Entry(key_id="")
# Fields that are stored and round-trip, and that no selection looks at yet.
STORED_ONLY = ("scope",)


@dataclass(frozen=True, slots=True)
class Report:
    """What a reading did; `read` entries were parsed, `eligible` of them can ever be chosen.

    Nothing here says that anything was saved: saving is another step and says so itself.
    """

    format: str
    name: str
    read: int = 0
    blocked: int = 0
    disabled: int = 0
    eligible: int = 0
    entries: tuple[tuple[str, tuple[Note, ...]], ...] = ()
    book_notes: tuple[Note, ...] = ()
    stored_only: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()

    def _all(self) -> Iterable[tuple[str, Note]]:
        """Every note with the entry it belongs to; "" for the file as a whole."""
        for note in self.book_notes:
            yield "", note
        for key_id, notes in self.entries:
            for note in notes:
                yield key_id, note

    def to_json(self) -> dict[str, Any]:
        """The stable JSON form of WB-41, with the English sentences."""
        everything = list(self._all())

        def of(kind: str) -> list[dict[str, Any]]:
            return summed(pair for pair in everything if pair[1].kind == kind)

        return {
            "format": self.format,
            "name": self.name,
            "read": self.read,
            "parsed": self.read,
            "saved": 0,
            "eligible": self.eligible,
            "blocked": self.blocked,
            "disabled": self.disabled,
            "coerced": of(COERCED),
            "mapped": of(MAPPED),
            "unsupported": of(UNSUPPORTED),
            "blocked_because": of(BLOCKED),
            "warnings": of(WARNING),
            "stored_only": list(self.stored_only),
            "offers": [offer.to_json() for offer in self.offers],
            "compatibility": COMPATIBILITY,
            "notes": [note.to_json() for note in self.book_notes],
            "entries": [
                {"key_id": key_id, "notes": [note.to_json() for note in notes]}
                for key_id, notes in self.entries
            ],
        }


def report_from_json(data: Mapping[str, Any]) -> Report:
    """A report that `Report.to_json` wrote."""
    return Report(
        format=data["format"],
        name=data["name"],
        read=data["read"],
        blocked=data["blocked"],
        disabled=data["disabled"],
        eligible=data["eligible"],
        entries=tuple(
            (entry["key_id"], tuple(note_from_json(note) for note in entry["notes"]))
            for entry in data["entries"]
        ),
        book_notes=tuple(note_from_json(note) for note in data["notes"]),
        stored_only=tuple(data["stored_only"]),
        offers=tuple(offer_from_json(offer) for offer in data.get("offers", ())),
    )


@dataclass(slots=True)
class BookReading:
    """What gathers while a book is read: ids given out, notes of the book and of its entries.

    `renamed`: ids as a native file has them, and what they became. `patterns_left`: how many more
    keys are tried as patterns, so that a file of a million of them is read in bounded time;
    `offer_characters_left` bounds in the same way where offers are looked for.
    """

    ids: KeyIds = field(default_factory=KeyIds)
    renamed: dict[str, str] = field(default_factory=dict)
    patterns_left: int = 20_000
    book_notes: list[Note] = field(default_factory=list)
    entry_notes: list[tuple[str, tuple[Note, ...]]] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    offer_characters_left: int = 4_000_000

    def looks_like_pattern(self, key: str) -> bool:
        """Whether a key only looks like a pattern and so is plain text (WB-22)."""
        if "/" not in key or has_macros(key):
            return False
        self.patterns_left -= 1
        return self.patterns_left >= 0 and pattern_of(key) is None

    def look_for_offers(self, key_id: str, title: str, body: str) -> None:
        """Remember what an entry offers, while there is room for more and time to look."""
        self.offer_characters_left -= len(body)
        if self.offer_characters_left >= 0 and len(self.offers) < MAX_OFFERS:
            self.offers.extend(offers_of(key_id, title, body))

    def keep(self, entry: Entry, notes: list[Note]) -> Entry:
        """The entry, blocked where a note says so, with its notes remembered."""
        self.entry_notes.append((entry.key_id, tuple(notes)))
        blocking = next((note.code for note in notes if note.kind == BLOCKED), "")
        return replace(entry, blocked=block_reason(blocking)) if blocking else entry


def can_be_eligible(entry: Entry) -> bool:
    """Whether some turn can find the entry eligible: on, not blocked, with a body (WB-20)."""
    return (
        entry.enabled
        and not entry.blocked
        and bool(entry.content.strip())
        and entry.probability > 0
    )


def can_fire(entry: Entry) -> bool:
    """Whether the entry can ever be chosen by itself: eligible, and with a way in (WB-9a)."""
    return can_be_eligible(entry) and (
        entry.required or entry.constant or entry.activate or bool(entry.keys)
    )


def stored_only(entries: Iterable[Entry]) -> tuple[str, ...]:
    """The fields that some entry sets and that do not act yet."""
    left = list(STORED_ONLY)
    used = set()
    for entry in entries:
        for name in left:
            if getattr(entry, name) != getattr(_DEFAULTS, name):
                used.add(name)
        left = [name for name in left if name not in used]
        if not left:
            break
    return tuple(name for name in STORED_ONLY if name in used)


def report_of(format_name: str, name: str, book: Book | None, reading: BookReading) -> Report:
    """The report on a finished reading."""
    entries = book.entries if book else ()
    if entries and not any(can_fire(entry) for entry in entries):
        reading.book_notes.append(Note("dead_book"))
    return Report(
        format=format_name,
        name=name,
        read=len(entries),
        blocked=sum(bool(entry.blocked) for entry in entries),
        disabled=sum(not entry.enabled for entry in entries),
        eligible=sum(can_be_eligible(entry) for entry in entries),
        entries=tuple(reading.entry_notes),
        book_notes=tuple(reading.book_notes),
        stored_only=stored_only(entries),
        offers=tuple(reading.offers[:MAX_OFFERS]),
    )
