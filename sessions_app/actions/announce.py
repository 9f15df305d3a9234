"""Telling pages and runners what was committed, once it is; never before."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import override

from sessions_app.models import Take
from sessions_app.outbox.publish import publish, wake
from sessions_app.outbox.wakes import RUN
from sessions_app.queries.messages import one_take_json, one_turn_json
from sessions_app.queries.stories import language_of
from sessions_app.wire import frames

Json = dict[str, Any]


def after_commit(work: Callable[[], object]) -> None:
    """Do it when the transaction is through."""
    transaction.on_commit(work)


def tell_after_commit(session_id: int, *told: frames.Frame) -> None:
    """Publish frames when the transaction is through."""
    after_commit(partial(publish, session_id, told))


def call_runner_after_commit(session_id: int, take: Take, turn: Json | None = None) -> None:
    """A take is queued: wake a runner first, then tell the pages; `turn` is its TurnJson if known."""

    def call() -> None:
        wake(RUN, session_id, take.pk)
        if turn is None:
            announce(session_id, take.pk)
        else:
            _announce_accepted(session_id, take.pk, turn)

    after_commit(call)


def _announce_accepted(session_id: int, take_id: int, turn: Json) -> None:
    """Tell that a message was accepted, unless it was told; untold where Redis is away."""
    with transaction.atomic():
        untold = Take.objects.filter(pk=take_id, announced=False)
        if untold.update(announced=True) and not publish(session_id, [frames.accepted(turn)]):
            transaction.set_rollback(True)


def announce(session_id: int, take_id: int) -> None:
    """Tell where a take stands, if nobody has; the scan of the runner tells what was missed.

    A queued or running take is told as `accepted` with its turn, an ended one with its end. The
    row is locked meanwhile, so that two who find it untold do not both tell it.
    """
    with transaction.atomic(), override(language_of(session_id)):
        untold = Take.objects.select_for_update(skip_locked=True, of=("self",))
        take = untold.filter(pk=take_id, announced=False).only("turn_id", "status").first()
        if take is not None and publish(session_id, [frame_of(take.turn_id, take_id, take.status)]):
            Take.objects.filter(pk=take_id).update(announced=True)


def frame_of(turn_id: int, take_id: int, status: str) -> frames.Frame:
    """The frame that tells where a take stands."""
    if status in frames.END_OF:
        return frames.end_of(turn_id, one_take_json(take_id))
    return frames.accepted(one_turn_json(turn_id))
