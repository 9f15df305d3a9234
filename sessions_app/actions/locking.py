"""One writer at a time in a story: every write first locks the session's row."""

from django.db.models import QuerySet

from sessions_app.actions.refusals import raise_for, refused
from sessions_app.models import Session, Take, Turn
from sessions_app.rules.phases import BUSY, refuse_while_busy
from worldbook.models import User
from worldbook.queries.fixed import FixedQuery, columns, instance

_UNREAD = ("selection_input", "selection", "trace", "timed")
"""What was frozen for the model: large, and of no use to a command."""

_OWN_LOCKED = FixedQuery(
    lambda story, owner: (
        Session.objects.select_for_update()
        .filter(pk=story, owner=owner)
        .order_by()
        .values_list(*columns(Session))
    ),
    int,
    int,
)
_LOCKED = FixedQuery(
    lambda story: (
        Session.objects.select_for_update()
        .filter(pk=story)
        .order_by()
        .values_list(*columns(Session))
    ),
    int,
)
_HEAD = FixedQuery(
    lambda take: (
        Take.objects.filter(pk=take)
        .order_by()
        .values_list(*columns(Take), *columns(Turn, "turn__", without=_UNREAD))
    ),
    int,
)


def lock_own_story(by: User, session_id: int) -> Session:
    """The player's story, locked until the transaction ends; refused as absent if not theirs."""
    for row in _OWN_LOCKED.rows(session_id, by.pk):
        return instance(Session, row)
    raise refused("not_found")


def lock_story(session_id: int) -> Session | None:
    """The same for the runner, which works for every owner; None where it was deleted."""
    for row in _LOCKED.rows(session_id):
        return instance(Session, row)
    return None


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
    (row,) = _HEAD.rows(story.head_id)
    at = len(columns(Take))
    take = instance(Take, row[:at])
    take.turn = instance(Turn, row[at:], without=_UNREAD)
    return take


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
