"""What the calls of a story's turns have cost (OB-1, PG-28)."""

from decimal import Decimal
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from sessions_app.models import ModelCall, Session


def costs_of(story: Session) -> dict[str, Any]:
    """JSON values: `turn` (the last one called for, or None) and `story`.

    Each has calls, tokens_in, tokens_out, estimated (some count is an estimate), cost (a decimal
    as a string) and unknown (calls whose price nobody gave: the cost is then more than it says).
    """
    calls = ModelCall.objects.filter(session_ref=story.pk)
    last = calls.filter(turn_ref__isnull=False).order_by("-id").values_list("turn_ref", flat=True)
    turn = last.first()
    return {
        "turn": _sums(calls.filter(turn_ref=turn)) | {"id": turn} if turn else None,
        "story": _sums(calls),
    }


def _sums(calls: QuerySet[ModelCall]) -> dict[str, Any]:
    sums = calls.aggregate(
        calls=Count("id"),
        sum_in=Sum("tokens_in"),
        sum_out=Sum("tokens_out"),
        sum_cost=Sum("cost"),
        unknown=Count("id", filter=Q(cost__isnull=True)),
        guessed=Count("id", filter=Q(tokens_estimated=True)),
    )
    cost: Decimal | None = sums["sum_cost"]
    return {
        "calls": sums["calls"],
        "tokens_in": sums["sum_in"] or 0,
        "tokens_out": sums["sum_out"] or 0,
        "estimated": sums["guessed"] > 0,
        "cost": None if cost is None else format(cost.normalize(), "f"),
        "unknown": sums["unknown"],
    }
