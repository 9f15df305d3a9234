"""The values a turn is made of, from claim to commit."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sessions_app.rules.actor_view import CardView, HistoryMessage
from sessions_app.rules.calls import Route
from sessions_app.rules.embeddings import EmbeddingRoute
from worldbook.rules.indexes import Index
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import CompiledBook, SelectionRequest

Json = dict[str, Any]


class TurnFailed(Exception):  # noqa: N818 - a failure of the turn, told to the player
    """A turn cannot go on: `code` is one of `queries/failures.py`, `message` the exact words."""

    def __init__(
        self, code: str, message: str = "", detail: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.detail = dict(detail or {})

    def to_json(self) -> Json:
        """What a failed take keeps."""
        return {"code": self.code, "message": self.message, **self.detail}


class LoreFailed(TurnFailed):
    """The rule could not choose: what it was asked, and the trace of that, are kept with the turn."""

    def __init__(self, refusal: Refusal, selection_input: Json, trace: Json) -> None:
        super().__init__(refusal.code, refusal.reason, refusal.detail)
        self.selection_input = selection_input
        self.trace = {**trace, "failed": self.to_json()}


@dataclass(frozen=True, slots=True)
class Search:
    """What a hybrid search can use: the embedding, and the index of each pin in the order of pins.

    `embedding` None and `why` a code: there is none to be had.
    """

    embedding: EmbeddingRoute | None
    indexes: tuple[Index | None, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Gathered:
    """A story as it was at the beginning of an attempt, frozen (LN-1).

    `kind` is the scenario's, which says who answers.
    `kept_selection` is what an earlier attempt or take of this turn chose; `books` are then unread.
    `search` is what candidates are looked for with, where the scenario's strategy is hybrid.
    """

    kind: str
    route: Route
    char: CardView
    others: tuple[CardView, ...]
    message: str
    language: str
    persona_name: str
    persona_text: str
    greeting: str
    history: tuple[HistoryMessage, ...]
    instruction: str
    seed: str
    turn_number: int
    take_number: int
    prompts: Mapping[str, str]
    request: SelectionRequest
    pins: tuple[tuple[str, int], ...]
    books: tuple[CompiledBook, ...] = ()
    kept_selection: Mapping[str, Any] | None = field(default=None)
    search: Search | None = None
    rolls: tuple[str, ...] = ()
