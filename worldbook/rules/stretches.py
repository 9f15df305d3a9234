"""Parts of a story's journal, as moves name them and the database is asked for them (ST-1)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stretch:
    """Changes of one take with after < seq ≤ upto; an `upto` of None is to its last.

    Take 0 is none: what was changed before the first.
    """

    take: int
    after: int = 0
    upto: int | None = None

    def holds(self, take: int, seq: int) -> bool:
        """Whether a change is one of them."""
        return take == self.take and self.after < seq and (self.upto is None or seq <= self.upto)

    @property
    def is_empty(self) -> bool:
        """Whether no change can be one of them."""
        return self.upto is not None and self.upto <= self.after
