"""An undo puts back what its own command changed, and nothing that was written since."""

from typing import Any

import pytest

from sessions_app.actions.messages import edit_message
from sessions_app.actions.turn_jobs import Ending, claim_take, end_attempt
from sessions_app.actions.turns import continue_take, retry_take, submit_turn
from sessions_app.actions.undoing import undo
from sessions_app.models import Passage, Session, Turn
from tests.sessions_app.stories import make_story, new_key
from worldbook.actions.errors import ActionRefused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.spec("PG-8", "PG-17")]


def played(story: Session, text: str, status: str = "delivered") -> None:
    """Let the head's attempt end with this text."""
    story.refresh_from_db()
    claim = claim_take(story.pk, story.head_id)
    assert claim is not None
    end_attempt(claim, Ending(status=status, text=text, speaker="guard"))


def answered() -> Session:
    story = make_story()
    submit_turn(by=story.owner, session_id=story.pk, key=new_key(), text="First words")
    played(story, "One.")
    return story


def given(action: Any, story: Session, **what: Any) -> int:
    """Give a command; its id."""
    return int(action(by=story.owner, session_id=story.pk, key=new_key(), **what)["command"])


def edited(story: Session, text: str, *, answer: bool) -> int:
    turn, take = (None, story.head_id) if answer else (story.head.turn_id, None)
    return given(edit_message, story, text=text, turn_id=turn, take_id=take)


def now(story: Session, *, answer: bool) -> str:
    if answer:
        return Passage.objects.get(take=story.head_id).text
    return Turn.objects.get(pk=story.head.turn_id).player_text


def refuse(story: Session, command: int) -> None:
    with pytest.raises(ActionRefused) as refusal:
        given(undo, story, command_id=command)
    assert (refusal.value.code, refusal.value.status) == ("cannot_undo", 409)


@pytest.mark.parametrize("answer", [True, False])
def test_an_older_edit_is_not_undone_over_a_later_one(answer: bool) -> None:
    story = answered()
    before = now(story, answer=answer)
    first = edited(story, "A", answer=answer)
    second = edited(story, "B", answer=answer)
    refuse(story, first)
    assert now(story, answer=answer) == "B"
    given(undo, story, command_id=second)
    assert now(story, answer=answer) == "A"
    given(undo, story, command_id=first)
    assert now(story, answer=answer) == before


def test_a_continue_is_not_undone_over_a_later_edit_or_continue() -> None:
    story = answered()
    first = given(continue_take, story, take_id=story.head_id)
    played(story, "One. Two.")
    second = given(continue_take, story, take_id=story.head_id)
    played(story, "One. Two. Three.")
    refuse(story, first)
    given(undo, story, command_id=second)
    assert now(story, answer=True) == "One. Two."
    third = edited(story, "Mine.", answer=True)
    refuse(story, first)
    given(undo, story, command_id=third)
    given(undo, story, command_id=first)
    assert now(story, answer=True) == "One."


def test_a_continue_that_needed_a_second_attempt_is_undone_and_an_edit_before_it_is_not() -> None:
    story = answered()
    older = edited(story, "Edited.", answer=True)
    command = given(continue_take, story, take_id=story.head_id)
    played(story, "Edited. And", status="failed")
    given(retry_take, story, take_id=story.head_id)
    played(story, "Edited. And so on.")
    refuse(story, older)
    given(undo, story, command_id=command)
    assert now(story, answer=True) == "Edited."
    given(undo, story, command_id=older)
    assert now(story, answer=True) == "One."
