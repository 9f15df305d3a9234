"""What one call is measured by: times, tokens, cost, outcome (OB-1)."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sessions_app.rules.calls import (
    CallRecord,
    Finished,
    Piece,
    ReasoningDelta,
    Replace,
    Route,
    TextDelta,
    Usage,
    cost_of,
)
from sessions_app.rules.package import Package
from worldbook.rules.tokens import counter_for


@dataclass(slots=True)
class Meter:
    """Looks at every piece of one route's call; `record` says what it came to."""

    route: Route
    package: Package | None
    retries: int = 0
    _began: float = field(default_factory=time.monotonic)
    _first: float | None = None
    _told: str = ""
    _finished: Finished | None = None

    def saw(self, piece: Piece) -> Piece:
        """The piece itself, looked at; the last one with its usage filled in."""
        if self._first is None:
            self._first = time.monotonic()
        if isinstance(piece, TextDelta | ReasoningDelta):
            self._told += piece.text
        elif isinstance(piece, Replace):
            return piece
        else:
            piece = self._with_usage(piece)
            self._finished = piece
        return piece

    def _with_usage(self, piece: Finished) -> Finished:
        if piece.usage.tokens_in is not None and piece.usage.tokens_out is not None:
            return piece
        usage = self._estimated(piece.usage)
        return Finished(
            piece.text, piece.reasoning, usage, piece.truncated, piece.finish, piece.tool_calls
        )

    def _estimated(self, known: Usage) -> Usage:
        """Counts that the service did not give, estimated and marked so."""
        sent = self.package.tokens if self.package else None
        out = counter_for(self.route.model)(self._told)
        return Usage(
            tokens_in=sent if known.tokens_in is None else known.tokens_in,
            tokens_out=out if known.tokens_out is None else known.tokens_out,
            tokens_cached=known.tokens_cached,
            estimated=True,
        )

    def record(self, outcome: str, detail: str = "") -> CallRecord:
        """The call as it is kept. A call that never reached a model used no tokens."""
        usage = self._finished.usage if self._finished else Usage()
        if not self._finished and self._first is not None:
            usage = self._estimated(usage)
        return CallRecord(
            role=self.route.role,
            provider=self.route.provider,
            model=self.route.model,
            outcome=outcome,
            tokens_in=usage.tokens_in,
            tokens_out=usage.tokens_out,
            tokens_cached=usage.tokens_cached,
            tokens_estimated=usage.estimated,
            cost=cost_of(self.route, usage),
            first_token_ms=None if self._first is None else _ms(self._first - self._began),
            total_ms=_ms(time.monotonic() - self._began),
            retries=self.retries,
            detail=detail,
            request=self._request(),
        )

    def _request(self) -> Mapping[str, Any] | None:
        if self.package is None:
            return None
        return {
            "temperature": self.route.temperature,
            "max_output": self.route.max_output,
            "context_window": self.route.context_window,
            **self.package.to_json(),
        }


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
