"""The keys of a world that conditions may name, and what those of its books name beside them (CO-3)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from worldbook.rules.condition_leaves import Known
from worldbook.rules.conditions_validate import condition_fault
from worldbook.rules.entries import Book
from worldbook.rules.variables import BUILT_IN, CHARACTER
from worldbook.rules.world_document.laws import Sound
from worldbook.rules.world_document.references import THINGS
from worldbook.rules.world_findings import WorldFinding, world_finding

PERSONA = "persona"
"""The key of the character of a player who plays nobody of the world."""


def known_keys(document: Mapping[str, Any]) -> Known:
    """What a world's document has; triggers and engagements come up in play and are not known."""
    sound = Sound.of(document)
    keys, world = sound.keys, sound.world
    own = {(row["scope"], row["key"]) for _path, row in sound.rows["variables"]}
    return Known(
        characters=keys["characters"] | {PERSONA},
        places=keys["locations"] | keys["regions"],
        items=keys[THINGS],
        variables=frozenset(own | {(CHARACTER, name) for name in BUILT_IN}),
        festivals=world["festivals"] if world else None,
    )


def book_findings(known: Known, pinned: Iterable[tuple[str, Book]]) -> Iterator[WorldFinding]:
    """What conditions of pinned books name that the world does not have, each entry once.

    `pinned` are pairs of an opening's key and a book that it pins; a book is looked at once.
    """
    seen: set[str] = set()
    for opening, book in pinned:
        if book.key in seen:
            continue
        seen.add(book.key)
        for entry in book.entries:
            if not entry.enabled or not entry.conditions or condition_fault(entry.conditions):
                continue
            fault = condition_fault(entry.conditions, known=known)
            if fault is not None:
                told = {"book": book.key, "entry": entry.key_id, "path": fault.path}
                value = fault.values.get("value", "")
                yield world_finding("unknown_in_book", "openings", opening, value=value, **told)
