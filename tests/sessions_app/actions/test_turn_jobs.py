"""What the runner writes, and what it may no longer write."""

from decimal import Decimal

import pytest
from django.db import OperationalError

from sessions_app.actions.messages import choose_take
from sessions_app.actions.turn_jobs import (
    Claim,
    Ending,
    Superseded,
    claim_take,
    end_attempt,
    freeze_selection,
    keep_calls,
    promote_waiting,
    release_take,
    write_checkpoint,
)
from sessions_app.actions.turns import retry_take, stop_turn, submit_turn
from sessions_app.engine.database import retrying
from sessions_app.models import ModelCall, Passage, Session, Take, Turn
from sessions_app.outbox.streams import write_frames
from sessions_app.rules.calls import CallRecord
from sessions_app.wire.frames import AnswerFrames
from tests.sessions_app.stories import make_story, new_key

pytestmark = pytest.mark.django_db(transaction=True)


def sent(story: Session, text: str = "Hello") -> int:
    """Send a message; its turn."""
    return submit_turn(by=story.owner, session_id=story.pk, key=new_key(), text=text)["id"]


def claimed(story: Session) -> Claim:
    story.refresh_from_db()
    claim = claim_take(story.pk, story.head_id)
    assert claim is not None
    return claim


def done(text: str = "The answer.", status: str = "delivered") -> Ending:
    return Ending(status=status, text=text, speaker="guard")


@pytest.mark.spec("TB-3")
def test_a_later_attempt_takes_the_pen_from_an_earlier_one() -> None:
    story = make_story()
    sent(story)
    first, second = claimed(story), claimed(story)
    assert (first.attempt, second.attempt) == (1, 2)
    with pytest.raises(Superseded):
        write_checkpoint(first, text="late", speaker="guard", frame_id="1-0")
    with pytest.raises(Superseded):
        freeze_selection(first, selection_input={}, selection={}, trace={}, timed={})
    with pytest.raises(Superseded):
        end_attempt(first, done("late"))
    end_attempt(second, done())
    assert Passage.objects.get(take=second.take_id).text == "The answer."


@pytest.mark.spec("ST-1a")
def test_a_write_from_before_a_move_of_the_head_is_dropped() -> None:
    story = make_story()
    sent(story)
    claim = claimed(story)
    Session.objects.filter(pk=story.pk).update(timeline=9)
    with pytest.raises(Superseded):
        end_attempt(claim, done())
    assert not Passage.objects.filter(take=claim.take_id).exists()


@pytest.mark.spec("TB-3")
def test_the_third_start_by_itself_is_an_interruption_with_the_words_pages_were_told() -> None:
    story = make_story()
    sent(story)
    claimed(story)
    second = claimed(story)
    write_checkpoint(second, text="Mira ", speaker="guard", frame_id="0-1")
    told = AnswerFrames(turn=second.turn_id, take=second.take_id, attempt=2).text(5, "looks up.")
    write_frames(story.pk, [told])
    assert claim_take(story.pk, second.take_id) is None
    take = Take.objects.get(pk=second.take_id)
    assert (take.status, take.error["code"]) == ("interrupted", "process_lost")
    assert Passage.objects.get(take=take).text == "Mira looks up."
    retry_take(by=story.owner, session_id=story.pk, key=new_key(), take_id=take.pk)
    assert claimed(story).attempt == 3
    assert not Passage.objects.filter(take=take).exists()


def test_an_end_that_is_committed_again_after_a_lost_answer_is_one_end() -> None:
    story = make_story()
    sent(story)
    claim = claimed(story)
    record = CallRecord(role="actor", provider="p", model="m", outcome="ok", cost=Decimal(1))
    ending = Ending(status="delivered", text="Yes.", speaker="guard", calls=(record,))
    end_attempt(claim, ending)
    assert end_attempt(claim, ending) is None
    assert ModelCall.objects.get().turn_ref == claim.turn_id
    assert Take.objects.get(pk=claim.take_id).usage["cost"] == "1"


@pytest.mark.spec("OB-1")
def test_calls_of_an_attempt_that_was_left_are_kept_once() -> None:
    story = make_story()
    sent(story)
    claim = claimed(story)
    record = CallRecord(role="actor", provider="p", model="m", outcome="cancelled")
    keep_calls(claim, [record])
    keep_calls(claim, [record])
    assert ModelCall.objects.get().attempt == 1


@pytest.mark.spec("TB-1")
def test_the_end_of_a_turn_plays_the_next_and_a_failure_does_not() -> None:
    story = make_story()
    sent(story)
    second, third = sent(story, "Two"), sent(story, "Three")
    promoted = end_attempt(claimed(story), done())
    assert Take.objects.get(pk=promoted).turn_id == second
    assert Turn.objects.get(pk=second).number == 2
    assert end_attempt(claimed(story), done(status="failed")) is None
    assert promote_waiting(story.pk) is None
    assert Turn.objects.get(pk=third).status == "waiting"


@pytest.mark.spec("TB-3")
def test_a_claim_whose_answer_was_lost_with_the_connection_counts_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    story = make_story()
    sent(story)
    story.refresh_from_db()
    lost = iter([True, False])

    def claim_and_lose_the_answer() -> Claim | None:
        claim = claim_take(story.pk, story.head_id, "first")
        if next(lost):
            raise OperationalError("the connection broke after the commit")
        return claim

    monkeypatch.setattr("sessions_app.engine.database.WAITS", (0.0,))
    first = retrying(claim_and_lose_the_answer)
    take = Take.objects.get(pk=story.head_id)
    assert first is not None
    assert (first.attempt, take.attempt, take.own_starts) == (1, 1, 1)
    second = claim_take(story.pk, take.pk, "second")
    assert second is not None
    assert second.attempt == 2


@pytest.mark.spec("TB-3")
def test_a_stop_before_anybody_began_needs_no_runner() -> None:
    story = make_story()
    turn = sent(story)
    stop_turn(by=story.owner, session_id=story.pk, key=new_key(), keep=True)
    assert Turn.objects.get(pk=turn).status == "stopped"
    story.refresh_from_db()
    assert claim_take(story.pk, story.head_id) is None


@pytest.mark.spec("WB-35")
def test_a_selection_is_kept_as_it_was_first_made() -> None:
    story = make_story()
    turn = sent(story)
    claim = claimed(story)
    for words in ("first", "second"):
        freeze_selection(claim, selection_input={}, selection={"w": words}, trace={}, timed={})
    assert Turn.objects.get(pk=turn).selection == {"w": "first"}


def test_a_take_handed_back_starts_anew_and_is_not_counted() -> None:
    story = make_story()
    sent(story)
    release_take(claimed(story))
    take = Take.objects.get(pk=claimed(story).take_id)
    assert (take.attempt, take.own_starts) == (2, 1)


@pytest.mark.spec("PG-4")
def test_swiping_to_another_greeting_raises_the_timeline() -> None:
    story = make_story()
    other = Take.objects.get(turn=story.head.turn, number=2)
    answer = choose_take(by=story.owner, session_id=story.pk, key="k", take_id=other.pk)
    again = choose_take(by=story.owner, session_id=story.pk, key="k", take_id=other.pk)
    assert answer == again
    assert (answer["head"], answer["timeline"]) == (other.pk, 2)
