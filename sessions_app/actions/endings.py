"""How a take ends: its status, its turn's, and what may be played next; under the story's lock."""

from typing import Any

from django.db.models import BigIntegerField, F, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from sessions_app.actions.announce import after_commit, announce, call_runner_after_commit
from sessions_app.actions.tree import promote_next, set_turn_status
from sessions_app.models import Session, Take
from worldbook.actions.story_write import lock_state
from worldbook.models import StoryCounter


def close_take(story: Session, take: Take, status: str, **values: Any) -> Take | None:
    """Write the end of a take and queue what waited behind it; the take that is played next.

    A take that has changed nothing goes on from its parent as that is now (ST-1). Whoever calls
    announces both after the commit.
    """
    lock_state(story.pk)
    Take.objects.filter(pk=take.pk).update(
        status=status,
        base=Coalesce(F("base"), _last_change(story)),
        ended_at=timezone.now(),
        announced=False,
        **values,
    )
    set_turn_status(take.turn_id, status)
    Session.objects.filter(pk=story.pk).update(played_at=timezone.now())
    return promote_next(story)


def _last_change(story: Session) -> Coalesce:
    """The number of the story's newest change; nobody else writes meanwhile."""
    counter = StoryCounter.objects.filter(session=story.pk).values("next_seq")
    return Coalesce(Subquery(counter) - 1, 0, output_field=BigIntegerField())


def end_unplayed(
    story: Session, take: Take, status: str, *, error: dict[str, Any] | None = None
) -> None:
    """End a take that nobody plays (stopped before it began, given up), and tell it."""
    promoted = close_take(story, take, status, error=error)
    after_commit(lambda: announce(story.pk, take.pk))
    if promoted is not None:
        call_runner_after_commit(story.pk, promoted)
