"""How a take ends: its status, its turn's, and what may be played next; under the story's lock."""

from typing import Any

from django.utils import timezone

from sessions_app.actions.announce import after_commit, announce, call_runner_after_commit
from sessions_app.actions.tree import promote_next, set_turn_status
from sessions_app.models import Session, Take


def close_take(story: Session, take: Take, status: str, **values: Any) -> Take | None:
    """Write the end of a take and queue what waited behind it; the take that is played next.

    Whoever calls announces both after the commit.
    """
    Take.objects.filter(pk=take.pk).update(
        status=status, ended_at=timezone.now(), announced=False, **values
    )
    set_turn_status(take.turn_id, status)
    Session.objects.filter(pk=story.pk).update(played_at=timezone.now())
    return promote_next(story)


def end_unplayed(
    story: Session, take: Take, status: str, *, error: dict[str, Any] | None = None
) -> None:
    """End a take that nobody plays (stopped before it began, given up), and tell it."""
    promoted = close_take(story, take, status, error=error)
    after_commit(lambda: announce(story.pk, take.pk))
    if promoted is not None:
        call_runner_after_commit(story.pk, promoted)
