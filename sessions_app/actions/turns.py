"""What a player tells the engine: send, stop, retry, resume, continue, regenerate, skip… (TB-1, TB-3).

Each locks the story, asks `rules/phases.py`, writes, and wakes a runner after the commit.
"""

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from sessions_app.actions.announce import call_runner_after_commit, tell_after_commit
from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.endings import end_unplayed
from sessions_app.actions.locking import head_of, lock_own_story, take_of, turn_of
from sessions_app.actions.moving import move_to, moved_json
from sessions_app.actions.refusals import checked, raise_for, refused
from sessions_app.actions.texts import back_to_kept_text, text_of
from sessions_app.actions.tree import (
    add_take,
    first_take,
    promote_next,
    set_turn_status,
)
from sessions_app.actions.undoing import text_undo
from sessions_app.models import Passage, Session, Take, Turn
from sessions_app.outbox.publish import wake
from sessions_app.outbox.wakes import STOP
from sessions_app.queries.line import number_after
from sessions_app.queries.messages import new_turn_json, one_turn_json
from sessions_app.queries.moves import edits_undone
from sessions_app.queries.trace import is_author_of
from sessions_app.queries.tree import move_of
from sessions_app.rules.messages import MAX_INSTRUCTION, MAX_MESSAGE, clean_text
from sessions_app.rules.phases import BUSY, TakeView, goes_at_once, refuse_on_take
from sessions_app.wire.frames import waiting, withdrawn
from worldbook.models import User
from worldbook.queries.fixed import FixedQuery

Json = dict[str, Any]

MAX_WAITING = 20


def submit_turn(*, by: User, session_id: int, key: str, text: str) -> Json:
    """Store a player's message as a turn, to be played now or in its order; its TurnJson.

    The same key again gives the same turn (TB-1).
    """
    with transaction.atomic():
        story = lock_own_story(by, session_id)
        known, before = _sent_before(story, key)
        if known is None:
            return _store_message(story, key, checked(clean_text(text, MAX_MESSAGE)), before)
    return one_turn_json(known)


_SENT_OR_WAITING = FixedQuery(
    lambda story, key: (
        Turn.objects.filter(session=story)
        .filter(Q(idempotency_key=key) | Q(status=Turn.Status.WAITING))
        .order_by()
        .values_list("pk", "idempotency_key", "status")
    ),
    int,
    str,
)


def _sent_before(story: Session, key: str) -> tuple[int | None, int]:
    """The turn that was sent under this key, if any, and how many messages wait."""
    found = _SENT_OR_WAITING.rows(story.pk, key)
    known = next((pk for pk, its_key, _ in found if its_key == key), None)
    return known, sum(status == Turn.Status.WAITING for *_, status in found)


def _store_message(story: Session, key: str, text: str, before: int) -> Json:
    """Store a message behind `before` that wait; its TurnJson."""
    head = head_of(story)
    at_once = goes_at_once(head.status if head else None, before)
    if before >= MAX_WAITING:
        raise refused("too_many_waiting")
    turn = Turn.objects.create(
        session=story,
        number=number_after(head) if at_once else None,
        idempotency_key=key,
        player_text=text,
        status=Turn.Status.QUEUED if at_once else Turn.Status.WAITING,
        created_at=timezone.now(),
    )
    if not at_once:
        told = new_turn_json(turn, None)
        tell_after_commit(story.pk, waiting(told))
        return told
    take = first_take(story, turn, head)
    told = new_turn_json(turn, take)
    call_runner_after_commit(story.pk, take, told)
    return told


def stop_turn(*, by: User, session_id: int, key: str, keep: bool) -> Json:
    """Ask for the end of the answer that runs; what was told is kept or discarded."""

    def work(story: Session) -> Done:
        head = head_of(story)
        if head is None or head.status not in BUSY:
            raise refused("nothing_runs")
        head.stop_requested_at, head.keep_partial = timezone.now(), keep
        head.save(update_fields=["stop_requested_at", "keep_partial"])
        if head.status == Take.Status.QUEUED:
            end_unplayed(story, head, Take.Status.STOPPED)
        else:
            transaction.on_commit(lambda: wake(STOP, story.pk, head.pk))
        return Done(what="takes", turn=head.turn_id, result={"take": head.pk})

    return _command(by, session_id, key, "stop", {"keep": keep}, work)


def retry_take(*, by: User, session_id: int, key: str, take_id: int) -> Json:
    """The next attempt of the same take; its text begins anew, or where it was to go on from."""
    return _queue_again(by, session_id, key, "retry", take_id, None)


def resume_take(*, by: User, session_id: int, key: str, take_id: int) -> Json:
    """Go on from the text that was kept of a take that did not come to its end."""
    return _queue_again(by, session_id, key, "resume", take_id, Take.Mode.APPEND)


def continue_take(*, by: User, session_id: int, key: str, take_id: int) -> Json:
    """Go on from an answer that was delivered (PG-6)."""
    return _queue_again(by, session_id, key, "continue", take_id, Take.Mode.APPEND)


def _queue_again(
    by: User, session_id: int, key: str, name: str, take_id: int, mode: Take.Mode | None
) -> Json:
    """Queue a take; a mode of None does once more what its last attempt was to do."""

    def work(story: Session) -> Done:
        take = _last_take(story, name, take_id)
        undo = text_undo(take) if name == "continue" else None
        if mode is not None:
            take.mode, take.kept_text = mode, text_of(take)
        elif take.mode == Take.Mode.APPEND:
            back_to_kept_text(take)
        take.status, take.timeline = Take.Status.QUEUED, story.timeline
        take.own_starts, take.stop_requested_at, take.keep_partial = 0, None, True
        take.error, take.announced, take.truncated = None, False, False
        take.save()
        set_turn_status(take.turn_id, Turn.Status.QUEUED)
        call_runner_after_commit(story.pk, take)
        return Done(what="takes", turn=take.turn_id, result={"take": take.pk}, undo=undo)

    return _command(by, session_id, key, name, {"take": take_id}, work)


def regenerate(
    *,
    by: User,
    session_id: int,
    key: str,
    take_id: int,
    instruction: str,
    undo_edits: bool = False,
) -> Json:
    """Another take of the same turn, from the same selection (WB-35); the old one stays.

    Where that would undo edits by hand it is refused with `edits_undone` (409), which names them,
    unless `undo_edits` says that it may (ST-1).
    """
    wish = checked(clean_text(instruction, MAX_INSTRUCTION)) if instruction.strip() else ""

    def work(story: Session) -> Done:
        old = _last_take(story, "regenerate", take_id)
        if not undo_edits:
            _refuse_over_edits(story, old, whole=is_author_of(by, story))
        new = add_take(story, old.turn, old.parent, instruction=wish)
        move = move_to(story, new)
        Take.objects.filter(pk=new.pk).update(timeline=story.timeline)
        call_runner_after_commit(story.pk, new)
        undo = {"kind": "head", "from": new.pk, "to": old.pk}
        told = {"take": new.pk, **moved_json(by, story, move)}
        return Done(what="takes", turn=old.turn_id, result=told, undo=undo)

    arguments = {"take": take_id, "instruction": wish}
    return _command(by, session_id, key, "regenerate", arguments, work)


def _refuse_over_edits(story: Session, old: Take, *, whole: bool) -> None:
    """Name what was edited by hand since the answer began; it would go with the answer."""
    edits, more = edits_undone(story.pk, move_of(old.pk, old.parent_id), whole=whole)
    if edits or more:
        raise refused("edits_undone", edits=edits, more=more)


def skip_turn(*, by: User, session_id: int, key: str, turn_id: int) -> Json:
    """Leave a failed turn without an answer, so that what waits may go on (TB-3)."""

    def work(story: Session) -> Done:
        turn = turn_of(story, turn_id)
        head = head_of(story)
        if head is None or head.turn_id != turn.pk:
            raise refused("not_last_answer")
        take = _last_take(story, "skip", head.pk)
        Take.objects.filter(pk=take.pk).update(status=Take.Status.SKIPPED)
        set_turn_status(turn.pk, Turn.Status.SKIPPED)
        run_next(story)
        return Done(what="takes", turn=turn.pk)

    return _command(by, session_id, key, "skip", {"turn": turn_id}, work)


def withdraw_turn(*, by: User, session_id: int, key: str, turn_id: int) -> Json:
    """Take back a message that still waits; its text goes back into the box."""

    def work(story: Session) -> Done:
        turn = turn_of(story, turn_id)
        if turn.status != Turn.Status.WAITING:
            raise refused("not_waiting")
        set_turn_status(turn.pk, Turn.Status.WITHDRAWN)
        tell_after_commit(story.pk, withdrawn(one_turn_json(turn.pk)))
        return Done(what="takes", turn=turn.pk, result={"draft": turn.player_text})

    return _command(by, session_id, key, "withdraw", {"turn": turn_id}, work)


def run_next(story: Session) -> None:
    """Play what waits, if it may; the caller holds the story's lock."""
    promoted = promote_next(story)
    if promoted is not None:
        call_runner_after_commit(story.pk, promoted)


def _last_take(story: Session, command: str, take_id: int) -> Take:
    """The take a command names, if the command may be given to it."""
    take, head = take_of(story, take_id), head_of(story)
    view = TakeView(
        status=take.status,
        turn_number=take.turn.number or 0,
        is_head=head is not None and head.pk == take.pk,
        has_text=Passage.objects.filter(take=take).exclude(text="").exists(),
    )
    raise_for(refuse_on_take(command, view, head.status if head else None))
    return take


def _command(by: User, session_id: int, key: str, name: str, arguments: Json, work: Any) -> Json:
    return give_command(
        by=by, session_id=session_id, key=key, name=name, arguments=arguments, work=work
    )
