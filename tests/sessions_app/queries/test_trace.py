"""A turn that failed before its lore was chosen says so in its trace (WB-25, WB-37)."""

import pytest

from sessions_app.models import Session, Take, Turn
from sessions_app.queries.trace import trace_json
from tests.factories import make_user
from tests.sessions_app.stories import make_playable_opening, make_story, new_key

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WB-25", "WB-37")]

ERROR = {
    "code": "required_over_budget",
    "message": "A required entry needs 90 tokens.",
    "tokens": 90,
    "left": 5,
    "budget": 5,
    "entry": "law:gate",
}


def failed(story: Session, **values) -> Turn:
    turn = Turn.objects.create(
        session=story, number=1, idempotency_key=new_key(), status="failed", **values
    )
    Take.objects.create(turn=turn, number=1, status="failed", error=ERROR)
    return turn


def test_authors_are_told_which_entry_and_how_much() -> None:
    author = make_user(roles=["author"])
    story = make_story(author, make_playable_opening(author))
    told = trace_json(author, story, failed(story).pk)
    assert told["selected"] is None
    assert told["failed"]["code"] == "required_over_budget"
    assert told["failed"]["facts"] == {
        "entry": "law:gate", "tokens": 90, "left": 5, "budget": 5,
    }  # fmt: skip


def test_players_are_told_what_failed_and_no_name_of_an_entry() -> None:
    story = make_story()
    told = trace_json(story.owner, story, failed(story).pk)
    assert "budget" in told["failed"]["message"]
    assert "law" not in str(told)


def test_a_turn_that_chose_or_still_runs_has_nothing_that_failed() -> None:
    story = make_story()
    chose = failed(story, selection={"selected": []})
    assert trace_json(story.owner, story, chose.pk)["failed"] is None
    runs = Turn.objects.create(session=story, number=2, idempotency_key=new_key())
    Take.objects.create(turn=runs, number=1, status="running")
    told = trace_json(story.owner, story, runs.pk)
    assert (told["selected"], told["failed"]) == (None, None)
