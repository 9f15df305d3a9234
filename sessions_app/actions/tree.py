"""How the tree of takes grows; the caller holds the story's lock (ST-1). `moving.py` moves in it."""

from django.db.models import Max
from django.utils import timezone

from sessions_app.actions.locking import head_of
from sessions_app.models import Session, Take, Turn
from sessions_app.queries.line import number_after
from sessions_app.rules.phases import may_promote


def set_head(story: Session, take: Take | None) -> None:
    """Let the line end with this take; a new turn grows the line and raises no timeline."""
    story.head, story.played_at = take, timezone.now()
    story.save(update_fields=["head", "played_at"])


def add_take(story: Session, turn: Turn, parent: Take | None, *, instruction: str = "") -> Take:
    """The next version of a turn's answer, queued; the head is the caller's to set."""
    newest = Take.objects.filter(turn=turn).aggregate(newest=Max("number"))["newest"] or 0
    return Take.objects.create(
        turn=turn,
        number=newest + 1,
        parent=parent,
        instruction=instruction,
        timeline=story.timeline,
        announced=False,
    )


def set_turn_status(turn_id: int, status: str) -> None:
    """A turn stands where the take on the line stands."""
    Turn.objects.filter(pk=turn_id).update(status=status)


def play_turn_now(story: Session, turn: Turn, head: Take | None) -> Take:
    """Number a turn behind the head and queue its first take as the new head."""
    Turn.objects.filter(pk=turn.pk).update(number=number_after(head), status=Turn.Status.QUEUED)
    return first_take(story, turn, head)


def first_take(story: Session, turn: Turn, head: Take | None) -> Take:
    """The first take of a turn that was just numbered, queued, as the new head."""
    take = Take.objects.create(
        turn=turn, number=1, parent=head, timeline=story.timeline, announced=False
    )
    set_head(story, take)
    return take


def promote_next(story: Session) -> Take | None:
    """Play the message that has waited longest, if the state of the story lets it (TB-3)."""
    head = head_of(story)
    if not may_promote(head.status if head else None):
        return None
    turn = Turn.objects.filter(session=story, status=Turn.Status.WAITING).order_by("id").first()
    return None if turn is None else play_turn_now(story, turn, head)
