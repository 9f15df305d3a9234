"""What the runner writes of a turn: claims, checkpoints, the frozen selection, the end.

Every write carries the attempt and the timeline it began under and raises `Superseded` where the
row has gone on without it (TB-3, ST-1a). All of them may be tried again after a lost connection.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from sessions_app.actions.attempt_undo import undo_attempts_of
from sessions_app.actions.endings import close_take, end_unplayed
from sessions_app.actions.locking import lock_story
from sessions_app.actions.model_calls import write_calls
from sessions_app.actions.texts import back_to_kept_text, text_of, write_text
from sessions_app.actions.tree import promote_next, set_turn_status
from sessions_app.models import ModelCall, Passage, Session, Take, Turn
from sessions_app.outbox.redis_client import UNREACHABLE
from sessions_app.outbox.streams import last_id, text_after
from sessions_app.rules.calls import CallRecord
from sessions_app.rules.next_turn import given_in
from sessions_app.rules.phases import TakeUp, merge_text, take_up
from sessions_app.rules.usage import add_usage
from worldbook.queries.fixed import FixedQuery, columns, instance

Json = dict[str, Any]


class Superseded(Exception):  # noqa: N818 - not a fault: somebody else goes on
    """The take is no longer this attempt's to write."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An attempt of a take that this process plays.

    `kept_text` is the beginning it goes on from, `text_before` what the player had before: they
    differ where an earlier attempt of the same wish came to some words.
    """

    session_id: int
    owner_id: int
    turn_id: int
    take_id: int
    attempt: int
    timeline: int
    kept_text: str = ""
    text_before: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """How an attempt ended; `status` delivered, stopped or failed, `text` the whole text."""

    status: str
    text: str
    speaker: str
    reasoning: str = ""
    truncated: bool = False
    error: Json | None = None
    calls: Sequence[CallRecord] = field(default=())


def claim_take(session_id: int, take_id: int, token: str = "") -> Claim | None:
    """Begin the next attempt of a take; the caller holds the session's turn lock.

    None where there is nothing to play: it ended, was stopped before it began, or lost its process
    too often, in which case its end is written here. `token` (at most 32 characters) names this
    claim: asked again, because the answer was lost with the connection, it is the same attempt.
    """
    began_at = _newest_frame(session_id)
    with transaction.atomic():
        story = lock_story(session_id)
        take = _take(take_id, session_id)
        if story is None or take is None:
            return None
        if token and take.claimed_by == token and take.status == Take.Status.RUNNING:
            return _claim(story, take)
        what = take_up(
            take.status, take.own_starts, stop_requested=take.stop_requested_at is not None
        )
        if what is TakeUp.START:
            return _start(story, take, began_at, token)
        if what is TakeUp.STOP:
            _recover_text(story, take)
            end_unplayed(story, take, Take.Status.STOPPED)
        elif what is TakeUp.INTERRUPT:
            _recover_text(story, take)
            _back_to_the_turns_start(story, take)
            error = {"code": "process_lost", "message": ""}
            end_unplayed(story, take, Take.Status.INTERRUPTED, error=error)
    return None


_TAKE = FixedQuery(
    lambda take, session: (
        Take.objects.filter(pk=take, turn__session=session).order_by().values_list(*columns(Take))
    ),
    int,
    int,
)


def _take(take_id: int, session_id: int) -> Take | None:
    """A take of a story, as it is now."""
    for row in _TAKE.rows(take_id, session_id):
        return instance(Take, row)
    return None


def _newest_frame(session_id: int) -> str:
    try:
        return last_id(session_id)
    except UNREACHABLE:
        return ""


def _start(story: Session, take: Take, began_at: str, token: str) -> Claim:
    again = take.mode == Take.Mode.FRESH and take.attempt > 0
    take.attempt += 1
    if again:
        Passage.objects.filter(take=take).delete()
        undo_attempts_of(story, take)
    take.claimed_by = token
    take.own_starts += 1
    take.status, take.error = Take.Status.RUNNING, None
    take.started_at, take.checkpoint_frame = timezone.now(), began_at
    take.save(
        update_fields=[
            "attempt", "own_starts", "status", "error", "started_at", "checkpoint_frame",
            "claimed_by",
        ]
    )  # fmt: skip
    set_turn_status(take.turn_id, Turn.Status.RUNNING)
    return _claim(story, take)


def _claim(story: Session, take: Take) -> Claim:
    kept = text_of(take) if take.mode == Take.Mode.APPEND else ""
    return Claim(
        session_id=story.pk,
        owner_id=story.owner_id,
        turn_id=take.turn_id,
        take_id=take.pk,
        attempt=take.attempt,
        timeline=take.timeline,
        kept_text=kept,
        text_before=(take.kept_text or kept) if kept else "",
    )


def _back_to_the_turns_start(story: Session, take: Take) -> None:
    """A technical error is never story: the state is that of the turn's start (TB-4)."""
    if take.mode == Take.Mode.FRESH:
        undo_attempts_of(story, take)


def _recover_text(story: Session, take: Take) -> None:
    """Add to the last checkpoint what pages were told after it, as far as Redis still knows."""
    if take.status != Take.Status.RUNNING:
        return
    try:
        told = text_after(story.pk, take.pk, take.attempt, take.checkpoint_frame)
    except UNREACHABLE:
        return
    text = text_of(take)
    for at, piece in told:
        text = merge_text(text, at, piece) if at <= len(text) else text
    if told and take.keep_partial:
        write_text(take.pk, text, "", "")
    elif not take.keep_partial:
        back_to_kept_text(take)


def hold_attempt(take_id: int, attempt: int, timeline: int) -> None:
    """Lock the running take of this attempt until the transaction ends, or raise `Superseded`.

    Locked before it is judged: whoever waited for another writer judges the row as that one left
    it. An UPDATE that joins the session would judge it as it was before the wait.
    """
    mine = Take.objects.select_for_update(of=("self",)).filter(
        pk=take_id,
        attempt=attempt,
        status=Take.Status.RUNNING,
        turn__session__timeline=timeline,
    )
    if not mine.values_list("pk"):
        raise Superseded


def _still_ours(claim: Claim, **values: Any) -> None:
    """Lock the running take of this attempt and write values to it, or raise."""
    hold_attempt(claim.take_id, claim.attempt, claim.timeline)
    if values:
        Take.objects.filter(pk=claim.take_id).update(**values)


def write_checkpoint(claim: Claim, *, text: str, speaker: str, frame_id: str) -> None:
    """Keep the text so far, and the last frame whose words are in it (about once a second)."""
    with transaction.atomic():
        _still_ours(claim, checkpoint_frame=frame_id)
        write_text(claim.take_id, text, speaker, "")


def freeze_selection(
    claim: Claim, *, selection_input: Json, selection: Json, trace: Json, timed: Json
) -> None:
    """Keep what was chosen for a turn; retries and other takes of it choose nothing (WB-35).

    What an author gave for this selection is used up with it (WB-37b); what was given meanwhile
    stays for the next one.
    """
    given = given_in(selection_input).to_json()
    with transaction.atomic():
        if given:
            lock_story(claim.session_id)
        _still_ours(claim)
        chosen = Turn.objects.filter(pk=claim.turn_id, selection__isnull=True).update(
            selection_input=selection_input, selection=selection, trace=trace, timed=timed
        )
        if given and chosen:
            Session.objects.filter(pk=claim.session_id, next_turn=given).update(next_turn={})


def keep_failed_choice(claim: Claim, *, selection_input: Json, trace: Json) -> None:
    """Keep what a selection was asked that failed, and a trace with its error (WB-25).

    The turn still has no selection: another attempt reads the story again and chooses.
    """
    with transaction.atomic():
        _still_ours(claim)
        Turn.objects.filter(pk=claim.turn_id, selection__isnull=True).update(
            selection_input=selection_input, trace=trace
        )


def end_attempt(claim: Claim, ending: Ending) -> int | None:
    """Commit an attempt's end in one transaction; the take that is to be played next, if any."""
    with transaction.atomic():
        story = lock_story(claim.session_id)
        take = Take.objects.filter(pk=claim.take_id).first()
        if story is None or take is None:
            raise Superseded
        if _ended_by(take, claim, ending):
            return None
        _still_ours(claim)
        if ending.status == Take.Status.FAILED:
            _back_to_the_turns_start(story, take)
        if ending.text or claim.kept_text:
            write_text(take.pk, ending.text, ending.speaker, ending.reasoning)
        else:
            Passage.objects.filter(take=take).delete()
        write_calls(ending.calls, claim)
        promoted = close_take(
            story,
            take,
            ending.status,
            truncated=ending.truncated,
            error=ending.error,
            usage=add_usage(take.usage, ending.calls),
        )
        return promoted.pk if promoted else None


def _ended_by(take: Take, claim: Claim, ending: Ending) -> bool:
    """Whether this very end is committed already: its answer was lost with the connection."""
    return take.attempt == claim.attempt and take.status == ending.status


def keep_calls(claim: Claim, calls: Sequence[CallRecord]) -> None:
    """Log what was asked in an attempt whose end is not its own to write (OB-1); once."""
    with transaction.atomic():
        lock_story(claim.session_id)
        known = ModelCall.objects.filter(take_ref=claim.take_id, attempt=claim.attempt)
        if not known.exists():
            write_calls(calls, claim)


def release_take(claim: Claim) -> None:
    """Hand an unfinished take back (the runner goes down in order): the next one starts it anew."""
    with transaction.atomic():
        take = Take.objects.select_for_update().get(pk=claim.take_id)
        _still_ours(claim, status=Take.Status.QUEUED, own_starts=max(0, take.own_starts - 1))
        set_turn_status(claim.turn_id, Turn.Status.QUEUED)


def promote_waiting(session_id: int) -> int | None:
    """Play the next waiting message of a story where nothing runs; the scan's second look."""
    with transaction.atomic():
        story = lock_story(session_id)
        promoted = promote_next(story) if story else None
    return promoted.pk if promoted else None
