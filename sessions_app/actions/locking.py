"""One writer at a time in a story: every write first locks the session's row."""

from django.db.models import QuerySet

from sessions_app.actions.refusals import raise_for, refused
from sessions_app.models import Session, Take, Turn
from sessions_app.rules.phases import BUSY, refuse_while_busy
from worldbook.models import User


def lock_own_story(by: User, session_id: int) -> Session:
    """The player's story, locked until the transaction ends; refused as absent if not theirs."""
    story = Session.objects.select_for_update().filter(pk=session_id, owner=by).first()
    if story is None:
        raise refused("not_found")
    return story


def lock_story(session_id: int) -> Session | None:
    """The same for the runner, which works for every owner; None where it was deleted."""
    return Session.objects.select_for_update().filter(pk=session_id).first()


_UNREAD = ("selection_input", "selection", "trace", "timed")
"""What was frozen for the model: large, and of no use to a command."""


def turn_of(story: Session, turn_id: int) -> Turn:
    """A turn of this story, without what was frozen for the model."""
    turn = Turn.objects.defer(*_UNREAD).filter(pk=turn_id, session=story).first()
    if turn is None:
        raise refused("not_found")
    return turn


def take_of(story: Session, take_id: int) -> Take:
    """A take of this story with its turn."""
    take = _takes().filter(pk=take_id, turn__session=story).first()
    if take is None:
        raise refused("not_found")
    return take


def head_of(story: Session) -> Take | None:
    """The take the line ends with, with its turn."""
    if story.head_id is None:
        return None
    return _takes().get(pk=story.head_id)


def _takes() -> QuerySet[Take]:
    """Takes with their turns."""
    return Take.objects.select_related("turn").defer(*(f"turn__{name}" for name in _UNREAD))


def resting_head(story: Session) -> Take | None:
    """The head of a story in which nothing runs; refused while something does (ST-1)."""
    head = head_of(story)
    raise_for(refuse_while_busy(head.status if head else None))
    return head


def resting_take(story: Session, take_id: int) -> Take:
    """A take of this story that is not being played."""
    take = take_of(story, take_id)
    if take.status in BUSY:
        raise refused("turn_running")
    return take
