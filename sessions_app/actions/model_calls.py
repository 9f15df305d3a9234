"""The log of what was asked of models, one row a call (OB-1)."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from sessions_app.models import ModelCall
from sessions_app.rules.calls import CallRecord


class OnBehalf(Protocol):
    """For which attempt calls were made; ids alone, since a log outlives its story's rows."""

    @property
    def owner_id(self) -> int:
        """Whose story it is."""

    @property
    def session_id(self) -> int:
        """The story."""

    @property
    def turn_id(self) -> int:
        """The turn."""

    @property
    def take_id(self) -> int:
        """The take."""

    @property
    def attempt(self) -> int:
        """Which playing of the take."""


def write_calls(calls: Iterable[CallRecord], behalf: OnBehalf) -> None:
    """Log calls; the caller's transaction is theirs too."""
    ModelCall.objects.bulk_create(_row(call, behalf) for call in calls)


def _row(call: CallRecord, behalf: OnBehalf) -> ModelCall:
    request: Mapping[str, Any] | None = call.request
    return ModelCall(
        owner_id=behalf.owner_id,
        session_ref=behalf.session_id,
        turn_ref=behalf.turn_id,
        take_ref=behalf.take_id,
        attempt=behalf.attempt,
        role=call.role,
        capability=call.capability,
        provider=call.provider,
        model=call.model,
        tokens_in=call.tokens_in,
        tokens_out=call.tokens_out,
        tokens_cached=call.tokens_cached,
        tokens_estimated=call.tokens_estimated,
        cost=call.cost,
        first_token_ms=call.first_token_ms,
        total_ms=call.total_ms,
        retries=call.retries,
        outcome=call.outcome,
        detail=call.detail,
        request=None if request is None else dict(request),
    )
