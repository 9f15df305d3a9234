"""What an answer used, summed over its calls (OB-1, PG-28)."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from sessions_app.rules.calls import CallRecord


def add_usage(before: Mapping[str, Any], calls: Iterable[CallRecord]) -> dict[str, Any]:
    """The usage of a take with further calls: {calls, in, out, cached, estimated, cost}.

    A sum is None ("unknown") once one of its parts is; `cost` is a decimal string.
    """
    total = dict(before)
    for call in calls:
        first = not total
        total = {
            "calls": total.get("calls", 0) + 1,
            "in": _plus(total.get("in"), call.tokens_in, first=first),
            "out": _plus(total.get("out"), call.tokens_out, first=first),
            "cached": (total.get("cached") or 0) + (call.tokens_cached or 0),
            "estimated": bool(total.get("estimated")) or call.tokens_estimated,
            "cost": _cost(total.get("cost"), call.cost, first=first),
        }
    return total


def _plus(so_far: int | None, more: int | None, *, first: bool) -> int | None:
    if more is None or (so_far is None and not first):
        return None
    return (so_far or 0) + more


def _cost(so_far: str | None, more: Decimal | None, *, first: bool) -> str | None:
    if more is None or (so_far is None and not first):
        return None
    return str(Decimal(so_far or "0") + more)
