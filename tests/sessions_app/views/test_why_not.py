"""Authors ask why an entry was or was not given to a turn; the rule answers on the frozen input."""

import pytest
from django.test import Client

from sessions_app.models import Session, Turn
from tests.factories import make_user
from tests.sessions_app.stories import make_playable_opening, make_story, new_key
from worldbook.models import User
from worldbook.rules.selection import Message, SelectionRequest

pytestmark = [pytest.mark.django_db, pytest.mark.spec("PG-21")]


@pytest.fixture
def author(client: Client) -> User:
    author = make_user(roles=["author"])
    client.force_login(author)
    return author


def asked(story: Session, text: str) -> Turn:
    """A turn whose selection was frozen with this message."""
    request = SelectionRequest(
        messages=(Message("assistant", "Good evening."),), query=text, budget=1000
    )
    pins = [[pin.book.key, pin.revision.number] for pin in story.pins.all()]
    return Turn.objects.create(
        session=story,
        number=1,
        idempotency_key=new_key(),
        player_text=text,
        status=Turn.Status.DELIVERED,
        selection_input={**request.to_json(), "pins": pins, "model": "storyteller"},
    )


@pytest.mark.parametrize(
    ("text", "decision"),
    [("I show the copper key.", "selected"), ("I wait.", "not_activated")],
)
def test_the_rule_is_run_again(client: Client, author: User, text: str, decision: str) -> None:
    story = make_story(author, make_playable_opening(author))
    turn = asked(story, text)
    answer = client.get(f"/story/{story.pk}/turns/{turn.pk}/why/", {"entry": "copper-key"})
    assert answer.json()["explanation"]["decision"] == decision


def test_an_entry_or_a_selection_that_is_not_there_is_told(client: Client, author: User) -> None:
    story = make_story(author, make_playable_opening(author))
    turn = asked(story, "I wait.")
    address = f"/story/{story.pk}/turns/{turn.pk}/why/"
    unknown = client.get(address, {"entry": "nothing"})
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "unknown_entry")
    Turn.objects.filter(pk=turn.pk).update(selection_input=None)
    nothing = client.get(address, {"entry": "copper-key"})
    assert (nothing.status_code, nothing.json()["error"]["code"]) == (404, "no_selection")


def test_a_revision_that_is_gone_is_told(client: Client, author: User) -> None:
    story = make_story(author, make_playable_opening(author))
    turn = asked(story, "I wait.")
    assert turn.selection_input is not None
    turn.selection_input["pins"] = [["gone", 1]]
    turn.save()
    address = f"/story/{story.pk}/turns/{turn.pk}/why/"
    answer = client.get(address, {"entry": "copper-key"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "pin_broken")
    assert "revision" in answer.json()["error"]["message"]


@pytest.mark.spec("WB-37")
def test_a_player_of_somebody_elses_world_is_not_told(client: Client) -> None:
    player = make_user()
    client.force_login(player)
    story = make_story(player)
    turn = asked(story, "I wait.")
    address = f"/story/{story.pk}/turns/{turn.pk}/why/"
    assert client.get(address, {"entry": "copper-key"}).status_code == 404
