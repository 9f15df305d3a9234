"""What a player sees of a turn's lore: "This turn's worldbook" (WB-37)."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol


class ChosenEntry(Protocol):
    """A selected entry, as `worldbook.rules.selection` gives it."""

    @property
    def book(self) -> str:
        """The key of its book."""

    @property
    def revision(self) -> int:
        """The number of the revision it was read at."""

    @property
    def key_id(self) -> str:
        """Its key in the book."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def text(self) -> str:
        """Its body after macros."""

    @property
    def position(self) -> str:
        """Where it was put."""

    @property
    def depth(self) -> int | None:
        """Blocks from the tail, for at_depth."""

    @property
    def role(self) -> str:
        """Whose message it is, for at_depth."""

    @property
    def cause(self) -> Mapping[str, Any]:
        """Why it is there."""

    @property
    def audience(self) -> tuple[str, ...]:
        """Whom it addresses."""

    @property
    def players_may_read(self) -> bool:
        """Whether its book is open to players."""


def shown_entries(selected: Iterable[ChosenEntry]) -> tuple[list[dict[str, Any]], int]:
    """The entries that address the actor, from books that players may read; and how many others."""
    entries = list(selected)
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
            "reason": dict(entry.cause),
        }
        for entry in entries
        if entry.players_may_read and "actor" in entry.audience
    ]
    return shown, len(entries) - len(shown)
