"""What stories have left for good is cleared away after `history.keepDays` (ST-1)."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from sessions_app.actions.locking import lock_story
from sessions_app.models import Checkpoint, Session, Take, Turn
from sessions_app.rules.settings import DEFAULT_KEEP_DAYS, KEEP_DAYS
from sessions_app.rules.tree import kept_takes
from worldbook.models import JournalRow


def prune_takes(*, now: datetime) -> int:
    """Prune all stories that have left a take at least a day ago, each in a transaction; how many
    takes went."""
    old = Take.objects.filter(turn__session=OuterRef("pk"), left_at__lt=now - timedelta(days=1))
    stories = Session.objects.filter(Exists(old)).order_by("pk").values_list("pk", flat=True)
    return sum(prune_story(session_id, now=now) for session_id in list(stories))


def prune_story(session_id: int, *, now: datetime) -> int:
    """Delete takes off the line that were left before `history.keepDays`, with their texts and what
    they have changed; how many.

    What stays: the line, the other takes of its last turn and of the greeting, what a checkpoint
    stands on, and all that any of these goes on from.
    """
    with transaction.atomic():
        story = lock_story(session_id)
        if story is None:
            return 0
        takes = _takes_of(session_id)
        stay = kept_takes(
            {take.pk: take.parent_id for take in takes.values()}, _roots(story, takes, now)
        )
        gone = sorted(set(takes) - stay)
        if gone:
            _delete(session_id, gone)
    return len(gone)


def _takes_of(session_id: int) -> dict[int, Take]:
    """All takes of a story by id, with their turns' numbers."""
    rows = Take.objects.filter(turn__session=session_id).select_related("turn")
    fields = ("parent_id", "turn_id", "left_at", "turn__number")
    return {take.pk: take for take in rows.only(*fields)}


def _roots(story: Session, takes: Mapping[int, Take], now: datetime) -> set[int]:
    """The takes that stay for their own sake."""
    days = story.settings.get(KEEP_DAYS, DEFAULT_KEEP_DAYS)
    before = now - timedelta(days=days)
    head = takes.get(story.head_id or 0)
    last_turn = None if head is None else head.turn_id
    marked = set(
        Checkpoint.objects.filter(session=story, take__isnull=False).values_list("take", flat=True)
    )
    return marked | {
        pk
        for pk, take in takes.items()
        if take.turn_id == last_turn
        or take.turn.number == 0
        or take.left_at is None
        or take.left_at >= before
    }


def _delete(session_id: int, gone: list[int]) -> None:
    """Delete takes, their changes, and turns of which no take is left."""
    turns = list(Take.objects.filter(pk__in=gone).values_list("turn_id", flat=True))
    JournalRow.objects.filter(session=session_id, take_ref__in=gone).delete()
    Take.objects.filter(pk__in=gone).delete()
    Turn.objects.filter(pk__in=turns, takes=None).delete()
