"""What the runner has to look after: takes that are not at their end, ends nobody was told of."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from sessions_app.models import Take, Turn
from sessions_app.rules.phases import BUSY, GOES_ON

TOLD_WITHIN = timedelta(seconds=2)
"""How long the process that committed an end has to tell it, before the scan does."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A take that is queued or running; `keep` is set where its stop was asked for."""

    session_id: int
    take_id: int
    keep: bool | None


def unfinished_takes() -> list[Unfinished]:
    """Every queued or running take of the site, oldest first."""
    rows = Take.objects.filter(status__in=BUSY).order_by("id")
    return [
        Unfinished(session_id=session, take_id=take, keep=keep if stop else None)
        for session, take, stop, keep in rows.values_list(
            "turn__session_id", "id", "stop_requested_at", "keep_partial"
        )
    ]


def stop_of(take_id: int) -> bool | None:
    """Whether a take is to be stopped, and then whether its text is kept; None where not."""
    take = Take.objects.filter(pk=take_id).values("stop_requested_at", "keep_partial").first()
    return take["keep_partial"] if take and take["stop_requested_at"] else None


def untold_takes() -> list[tuple[int, int]]:
    """(session, take) of what was committed a while ago and not told (TB-2)."""
    since = timezone.now() - TOLD_WITHIN
    rows = Take.objects.filter(announced=False).filter(
        Q(ended_at__lt=since) | Q(ended_at=None, created_at__lt=since)
    )
    return list(rows.values_list("turn__session_id", "id"))


def stories_to_promote() -> list[int]:
    """Stories where a message waits though nothing runs and nothing failed."""
    rows = Turn.objects.filter(status=Turn.Status.WAITING).filter(
        Q(session__head=None) | Q(session__head__status__in=GOES_ON)
    )
    return list(
        rows.order_by("session_id").distinct("session_id").values_list("session_id", flat=True)
    )
