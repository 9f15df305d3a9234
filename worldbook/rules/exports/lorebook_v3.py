"""A book as Character Card V3 defines it: in `{"spec": "lorebook_v3", "data"}` and inside cards.

What the specification says by decorators is written as decorators, so that programs which know them
do as this one does. `extensions` hold the fields by which SillyTavern says the rest.
"""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.entries import Book, Entry
from worldbook.rules.exports.marks import marked_book, marked_entry
from worldbook.rules.exports.sources import unknown_fields
from worldbook.rules.exports.world_info import (
    LOGICS,
    POSITIONS,
    ROLES,
    book_head,
    matching,
    numbers,
    turns,
)
from worldbook.rules.formats.decorators import ENDLESS
from worldbook.rules.patterns import pattern_of

_LINES = ("activate", "dont_activate")


def _decorators(entry: Entry) -> list[str]:
    """The decorator lines of an entry."""
    lines = [f"@@{name}" for name in _LINES if getattr(entry, name)]
    if entry.only_after is not None:
        lines.append(f"@@activate_only_after {entry.only_after}")
    if entry.only_every is not None:
        lines.append(f"@@activate_only_every {entry.only_every}")
    if entry.sticky == ENDLESS:
        lines.append("@@keep_activate_after_match")
    if entry.cooldown == ENDLESS:
        lines.append("@@dont_activate_after_match")
    if entry.position == "at_depth":
        lines.append(f"@@depth {entry.depth}")
        lines.append(f"@@role {entry.role}")
    if entry.scan_depth is not None:
        lines.append(f"@@scan_depth {entry.scan_depth}")
    lines += [f"@@additional_keys {','.join(keys)}" for keys in entry.additional_keys if keys]
    if entry.exclude_keys:
        lines.append(f"@@exclude_keys {','.join(entry.exclude_keys)}")
    return [line for line in lines if "\n" not in line]


def _extensions(entry: Entry, book: Book, place: int) -> dict[str, Any]:
    """What SillyTavern reads in the books of cards."""
    match = matching(entry, book)
    return {
        "position": POSITIONS[entry.position],
        "exclude_recursion": entry.exclude_recursion,
        "prevent_recursion": entry.prevent_recursion,
        "delay_until_recursion": entry.delay_until_recursion or False,
        "display_index": place,
        "probability": entry.probability,
        "useProbability": True,
        "depth": entry.depth,
        "selectiveLogic": LOGICS[entry.secondary_logic],
        "group": ",".join(entry.groups),
        "group_override": entry.group_prioritize,
        "group_weight": entry.group_weight,
        "scan_depth": match["scanDepth"],
        "case_sensitive": match["caseSensitive"],
        "match_whole_words": match["matchWholeWords"],
        "role": ROLES[entry.role],
        "sticky": turns(entry.sticky),
        "cooldown": turns(entry.cooldown),
        "delay": turns(entry.delay),
        "ignore_budget": entry.ignore_budget,
    }


def entry_to_v3(entry: Entry, book: Book, number: int, place: int) -> dict[str, Any]:
    """One entry without our mark."""
    fields, extensions = unknown_fields(entry.source)
    match = matching(entry, book)
    return {
        **fields,
        "id": number,
        "keys": list(entry.keys),
        "secondary_keys": list(entry.secondary_keys),
        "name": entry.title,
        "comment": entry.title,
        "content": "\n".join([*_decorators(entry), entry.content]),
        "constant": entry.constant or entry.required,
        "selective": True,
        "insertion_order": entry.order,
        "priority": entry.priority,
        "enabled": entry.enabled,
        "position": "after_char" if entry.position == "after_persona" else "before_char",
        "case_sensitive": match["caseSensitive"],
        "use_regex": bool(entry.keys) and all(pattern_of(key) for key in entry.keys),
        "extensions": {**extensions, **_extensions(entry, book, place)},
    }


def to_character_book(book: Book) -> dict[str, Any]:
    """The book as it stands inside a V2 or V3 card."""
    entries = [
        marked_entry(entry, entry_to_v3(entry, book, number, place), place)
        for place, (entry, number) in enumerate(
            zip(book.entries, numbers(book.entries), strict=True)
        )
    ]
    head = {"extensions": {}, **book_head(book), "recursive_scanning": book.max_passes > 0}
    return {**marked_book(book, head), "entries": entries}


def to_lorebook_v3(book: Book) -> Mapping[str, Any]:
    """The stand-alone file."""
    return {"spec": "lorebook_v3", "data": to_character_book(book)}
