"""What a message would bring into the prompt of a story, over HTTP (WB-42, WB-37, WK-8)."""

from typing import Any

import pytest
from django.test import Client

from sessions_app.models import Passage, Session, Take, Turn
from tests.factories import make_book, make_entry, make_revision, make_user
from tests.sessions_app.stories import (
    make_playable_opening,
    make_scenario,
    make_story,
    new_key,
    pin_by_hand,
)
from worldbook.models import User

pytestmark = pytest.mark.django_db


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def ask(story: Session, user: User, **body: Any) -> Any:
    return client_of(user).post(
        f"/api/sessions/{story.pk}/select/", body, content_type="application/json"
    )


def told(answer: Any) -> Any:
    assert answer.status_code == 200, answer.content
    return answer.json()


def answered(story: Session, message: str, answer: str) -> None:
    """A delivered turn on the line behind the head."""
    turn = Turn.objects.create(
        session=story, number=1, idempotency_key=new_key(), player_text=message,
        status=Turn.Status.DELIVERED, timed={"b:sticky": 1},
    )  # fmt: skip
    take = Take.objects.create(turn=turn, number=1, parent=story.head, status=Take.Status.DELIVERED)
    Passage.objects.create(take=take, text=answer, speaker="Mira")
    story.head = take
    story.save()


@pytest.mark.spec("WB-42")
def test_an_author_gets_what_the_next_turn_would_get_and_nothing_is_saved():
    author = make_user(roles=["author"])
    story = make_story(author, make_playable_opening(author))
    answered(story, "I have a copper key.", "She nods.")
    before = (Turn.objects.count(), Take.objects.count(), Session.objects.get(pk=story.pk).head_id)
    found = told(ask(story, author, text="May I pass?", all=True))
    assert [(item["key_id"], item["revision"]) for item in found["selected"]] == [("copper-key", 1)]
    assert found["selected"][0]["cause"]["in"] == {"text": "message", "back": 2, "role": "user"}
    assert found["budget"] == 1500
    assert found["timed"] == {"b:sticky": 1}
    after = (Turn.objects.count(), Take.objects.count(), Session.objects.get(pk=story.pk).head_id)
    assert before == after


@pytest.mark.spec("WB-37", "WB-42")
def test_a_player_gets_what_players_are_shown_and_a_number():
    player = make_user()
    story = make_story(player)
    secret = make_book(make_user(roles=["author"]))
    closed = make_revision(secret, [make_entry("s", constant=True)], players_may_read=False)
    pin_by_hand(story, secret, closed)
    found = told(ask(story, player, text="The copper key.", all=True))
    assert found.keys() == {"selected", "hidden", "ms"}
    assert [item["key_id"] for item in found["selected"]] == ["copper-key"]
    assert found["hidden"] == 1


@pytest.mark.spec("WB-24", "WB-25")
def test_a_story_that_searches_by_meaning_says_what_it_lacked():
    author = make_user(roles=["author"])
    make_scenario()
    story = make_story(author, make_playable_opening(author))
    make_scenario(strategy="hybrid")
    found = told(ask(story, author, text="Regent's order?"))
    assert [item["cause"]["kind"] for item in found["selected"]] == ["hybrid"]
    assert found["degradations"]


def test_what_would_fail_the_turn_is_refused_with_its_reason():
    author = make_user(roles=["author"])
    story = make_story(author, make_playable_opening(author))
    law = make_book(author, entries=[make_entry("law", required=True, content="w " * 5000)])
    pin_by_hand(story, law)
    error = ask(story, author, text="Hello").json()["error"]
    assert (error["code"], error["entry"]) == ("required_over_budget", f"{law.key}:law")
    player = make_user()
    Session.objects.filter(pk=story.pk).update(owner=player)
    answer = ask(story, player, text="Hello")
    assert answer.status_code == 409
    assert answer.json()["error"].keys() == {"code", "message"}


def test_a_story_of_somebody_else_is_not_there():
    story = make_story()
    assert ask(story, make_user(), text="Hello").status_code == 404
    assert ask(story, story.owner).status_code == 400
    assert ask(story, story.owner, text="x" * 20_001).status_code == 400


@pytest.mark.spec("WK-8", "AD-2")
def test_recorded_turns_are_for_those_who_work_with_the_book():
    author = make_user(roles=["author"])
    story = make_story(author, make_playable_opening(author))
    book = story.pins.get().book
    base = f"/api/worldbook/books/{book.pk}/turns/"
    assert client_of(author).get(base).json() == {"turns": []}
    found = client_of(author).get(f"{base}compare/?before=1").json()
    assert found == {
        "before": 1, "after": "draft", "turns": 0, "reached": 0, "differing": [], "lacking": [],
    }  # fmt: skip
    for address in (base, f"{base}compare/", f"{base}1/"):
        assert client_of(make_user(roles=["author"])).get(address).status_code == 404
    for number in (1, 10**30):
        assert client_of(author).get(f"{base}{number}/").status_code == 404
    assert client_of(author).get(f"{base}compare/?before=9").status_code == 404
    assert client_of(author).get(f"{base}compare/?after=x").status_code == 400
