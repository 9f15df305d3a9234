"""A text that is gone on from is never lost, however the going on ends."""

import pytest

from sessions_app.actions.messages import edit_message
from sessions_app.actions.turn_jobs import Claim, Ending, claim_take, end_attempt, write_checkpoint
from sessions_app.actions.turns import (
    continue_take,
    resume_take,
    retry_take,
    stop_turn,
    submit_turn,
)
from sessions_app.models import Passage, Session
from tests.sessions_app.stories import make_story, new_key

pytestmark = pytest.mark.django_db(transaction=True)


def claimed(story: Session) -> Claim:
    story.refresh_from_db()
    claim = claim_take(story.pk, story.head_id)
    assert claim is not None
    return claim


def ended(status: str, text: str) -> Session:
    """A story whose answer ended so."""
    story = make_story()
    submit_turn(by=story.owner, session_id=story.pk, key=new_key(), text="Hello")
    again(story, status, text)
    return story


def again(story: Session, status: str, text: str) -> None:
    end_attempt(claimed(story), Ending(status=status, text=text, speaker="guard"))


def give(action, story: Session) -> None:
    action(by=story.owner, session_id=story.pk, key=new_key(), take_id=story.head_id)


def text(story: Session) -> str:
    return Passage.objects.get(take=story.head_id).text


@pytest.mark.spec("PG-6", "TB-3")
@pytest.mark.parametrize("status", ["failed", "stopped"])
def test_a_continue_that_is_tried_again_goes_on_from_the_delivered_text(status: str) -> None:
    story = ended("delivered", "One.")
    give(continue_take, story)
    again(story, status, "One. Tw")
    give(retry_take, story)
    claim = claimed(story)
    assert (claim.kept_text, claim.text_before) == ("One.", "One.")
    assert text(story) == "One."


@pytest.mark.spec("TB-3")
def test_an_answer_that_was_never_delivered_begins_anew() -> None:
    story = ended("failed", "On")
    give(retry_take, story)
    assert claimed(story).kept_text == ""


@pytest.mark.spec("TB-3")
def test_what_the_player_made_of_a_failed_continue_is_gone_on_from() -> None:
    story = ended("delivered", "One.")
    give(continue_take, story)
    again(story, "failed", "One. Tw")
    edit_message(
        by=story.owner,
        session_id=story.pk,
        key=new_key(),
        text="Mine.",
        turn_id=None,
        take_id=story.head_id,
    )
    give(retry_take, story)
    assert claimed(story).kept_text == "Mine."


@pytest.mark.spec("TB-3")
def test_a_resumed_answer_that_is_stopped_and_discarded_is_as_it_was_before() -> None:
    story = ended("failed", "One")
    give(resume_take, story)
    write_checkpoint(claimed(story), text="One, two", speaker="guard", frame_id="1-0")
    second = claimed(story)
    assert (second.kept_text, second.text_before) == ("One, two", "One")
    stop_turn(by=story.owner, session_id=story.pk, key=new_key(), keep=False)
    assert claim_take(story.pk, second.take_id) is None
    assert text(story) == "One"
