"""What a player sees of a turn's lore: "This turn's worldbook" (WB-37)."""

from collections.abc import Iterable
from typing import Any

from worldbook.rules.selection import SelectedEntry


def shown_entries(selected: Iterable[SelectedEntry]) -> tuple[list[dict[str, Any]], int]:
    """The entries that address the actor, from books that players may read; and how many others."""
    entries = list(selected)
    told = {entry.name for entry in entries if entry.shown_to_players}
    shown = [
        {
            "body": entry.text,
            "id": entry.key_id,
            "book": entry.book,
            "title": entry.title,
            "revision": entry.revision,
            "position": entry.position,
            "depth": entry.depth,
            "role": entry.role,
            "reason": entry.cause_among(told),
        }
        for entry in entries
        if entry.shown_to_players
    ]
    return shown, len(entries) - len(shown)
