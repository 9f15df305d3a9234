"""Which entries of a book a player may read, and what of them (WB-37, WB-37a)."""

from dataclasses import replace
from enum import StrEnum

from worldbook.rules.entries import Book, Entry
from worldbook.rules.macros import without_remarks
from worldbook.rules.selection.eligibility import audience_of

OF_AN_ENTRY = (
    "key_id",
    "title",
    "content",
    "keys",
    "secondary_keys",
    "secondary_logic",
    "constant",
    "required",
    "case_sensitive",
    "whole_words",
    "scan_depth",
    "probability",
    "priority",
    "order",
    "position",
    "depth",
    "role",
    "groups",
    "requires",
    "conflicts",
    "sticky",
    "cooldown",
    "delay",
)
"""The fields of an entry that a player may read; authors get all of them."""

_KEPT = (*OF_AN_ENTRY, "place")


class Reach(StrEnum):
    """How far a reader sees into a book: all of it, what players may read, or nothing."""

    ALL = "all"
    PLAYER = "player"
    NOTHING = "nothing"


def is_open(entry: Entry) -> bool:
    """Whether a player may read an entry at all.

    Secrets are what does not address the actor (WB-37) and what waits for something in the story's
    state; an entry that is switched off or blocked is told to nobody.
    """
    if not entry.enabled or entry.blocked or entry.conditions:
        return False
    return "actor" in audience_of(entry, shared=True)


def open_part(book: Book, reach: Reach) -> Book:
    """The book as a reader may see it; what the author keeps for itself is for authors alone."""
    if reach is Reach.ALL:
        return book
    shown = () if reach is Reach.NOTHING else tuple(filter(is_open, book.entries))
    return replace(book, entries=tuple(map(_for_players, shown)), source={}, tags=())


def _for_players(entry: Entry) -> Entry:
    """An entry with what a player may read of it, remarks taken out of its text."""
    told = {name: getattr(entry, name) for name in _KEPT}
    return Entry(**{**told, "content": without_remarks(entry.content)})
