"""What a search knows of a revision's vector index (WB-15)."""

from typing import NamedTuple

READY = "ready"


class Index(NamedTuple):
    """The index of a revision: its book, its build, and where the build stands."""

    book: int
    build: int
    state: str

    @property
    def ready(self) -> bool:
        """Whether it can be searched."""
        return self.state == READY
