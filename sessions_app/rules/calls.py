"""What passes between a role and a model service: routes, messages, pieces, failures, records.

One place for the contracts of every driver (CP-1). Nothing here calls anybody.
"""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sessions_app.rules.characters import whole

FAILURES = {
    "unreachable": "The model service could not be reached.",
    "wrong_key": "The model service refused the API key.",
    "rate_limited": "The model service is too busy for another request now.",
    "over_quota": "The account at the model service has no quota left.",
    "context_overflow": "The request does not fit into the model's context window.",
    "stream_cut": "The connection to the model service broke in the middle of the answer.",
    "empty_completion": "The model answered with no text.",
    "time_limit": "The model did not finish within the time limit.",
    "bad_response": "The model service sent something that could not be understood.",
    "cancelled": "The call was stopped.",
    "route_missing": "No model is set up for this role.",
    "storyteller_only": "Only the built-in storyteller can be the game master in this version.",
    "invalid_output": "The model's answer was not of the form that was asked for.",
}


class Secret:
    """A string that shows itself only when asked: never in a repr, a log or an error page."""

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value

    def reveal(self) -> str:
        """The string itself."""
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return "Secret(***)" if self._value else "Secret()"


@dataclass(frozen=True, slots=True)
class Route:
    """Where a role's calls go (TB-21). Windows are tokens, `time_limit` seconds.

    Prices are per million tokens; None is unknown, never nothing. `options` are the provider's:
    `rules.provider_options` says which there are.
    """

    role: str
    kind: str
    name: str = "default"
    provider: str = ""
    base_url: str = ""
    api_key: Secret = field(default_factory=Secret)
    model: str = ""
    temperature: float = 0.8
    reasoning: str = ""
    context_window: int = 32_768
    max_output: int = 1024
    time_limit: float = 300.0
    options: Mapping[str, Any] = field(default_factory=dict)
    max_concurrent: int = 8
    price_in: Decimal | None = None
    price_out: Decimal | None = None
    fallback: "Route | None" = None


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message to a model; `role` is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call; `estimated` where the service did not say."""

    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int | None = None
    estimated: bool = False

    def to_json(self) -> dict[str, Any]:
        """What a take stores as its usage."""
        return {
            "in": self.tokens_in,
            "out": self.tokens_out,
            "cached": self.tokens_cached,
            "estimated": self.estimated,
        }


@dataclass(frozen=True, slots=True)
class TextDelta:
    """Words to append to the answer so far."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """Thoughts of the model; they never reach the story."""

    text: str


@dataclass(frozen=True, slots=True)
class Replace:
    """What was streamed was not the answer: `text` is now the whole of this call's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A whole tool call; cut ones never become one."""

    id: str
    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Finished:
    """The last piece of a call that succeeded; `text` is the final text and counts."""

    text: str
    reasoning: str = ""
    usage: Usage = field(default_factory=Usage)
    truncated: bool = False
    finish: str = "stop"
    tool_calls: tuple[ToolCall, ...] = ()


Piece = TextDelta | ReasoningDelta | Replace | Finished
Pieces = AsyncGenerator[Piece, None]


class ModelFailure(Exception):  # noqa: N818 - the word of the glossary
    """A call that failed: `code` is one of FAILURES, `message` says it in general (TB-4).

    `detail` is what the service itself said, cut short; `partial` is the text that was told
    before it broke; `retry_after` is seconds, where the service gave it.
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        retryable: bool = False,
        retry_after: float | None = None,
        partial: str = "",
        parts: tuple[Mapping[str, Any], ...] = (),
    ) -> None:
        self.code = code
        self.message = FAILURES[code]
        self.detail = whole(detail)
        self.retryable = retryable
        self.retry_after = retry_after
        self.partial = partial
        self.parts = parts
        super().__init__(code)

    def __str__(self) -> str:
        return f"{self.code}: {self.detail or self.message}"

    def to_json(self) -> dict[str, Any]:
        """What a failed take stores and its card shows."""
        result: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.detail:
            result["detail"] = self.detail
        if self.retry_after is not None:
            result["retry_after"] = self.retry_after
        if self.parts:
            result["parts"] = [dict(part) for part in self.parts]
        return result


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call as it is kept (OB-1); the fields are those of the ModelCall table.

    `cost` None is unknown. `request` is what the model really got, part by part with sizes
    (LN-1); `tool_calls` counts what the model called, apart from the model calls.
    """

    role: str
    provider: str
    model: str
    outcome: str
    capability: str = "chat"
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int | None = None
    tokens_estimated: bool = False
    cost: Decimal | None = None
    first_token_ms: int | None = None
    total_ms: int | None = None
    retries: int = 0
    detail: str = ""
    request: Mapping[str, Any] | None = None


def cost_of(route: Route, usage: Usage) -> Decimal | None:
    """What a call cost; None ("unknown") where a price or a count is absent.

    The storyteller costs nothing, whatever its route says.
    """
    if route.kind == "storyteller":
        return Decimal(0)
    if route.price_in is None or route.price_out is None:
        return None
    if usage.tokens_in is None or usage.tokens_out is None:
        return None
    total = usage.tokens_in * route.price_in + usage.tokens_out * route.price_out
    return total / Decimal(1_000_000)
