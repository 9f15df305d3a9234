"""Preferences and personas: kept for the account, and only for its own."""

import pytest
from django.test import Client

from tests.factories import make_user
from worldbook.models import Persona, User

pytestmark = pytest.mark.django_db

CHOICE = {"language": "zh-hans", "theme": "dark", "text_size": "125"}


@pytest.fixture
def player(client: Client) -> User:
    player = make_user()
    client.force_login(player)
    return player


@pytest.mark.spec("UI-4", "PG-30")
def test_preferences_are_kept_and_the_next_page_shows_them(client: Client, player: User) -> None:
    answer = client.post("/preferences/", CHOICE)
    assert (answer.status_code, answer.url) == (302, "/preferences/")
    player.refresh_from_db()
    assert (player.language, player.theme, player.text_size) == ("zh-hans", "dark", 125)
    assert player.enter_sends is False
    page = client.get("/preferences/").content.decode()
    assert '<html lang="zh-hans" data-theme="dark" data-text="125">' in page


@pytest.mark.parametrize("wrong", [{"language": "xx"}, {"theme": "pink"}, {"text_size": "1000"}])
def test_a_preference_that_does_not_exist_is_refused(
    client: Client, player: User, wrong: dict
) -> None:
    assert client.post("/preferences/", CHOICE | wrong).status_code == 200
    player.refresh_from_db()
    assert player.theme == "system"


@pytest.mark.spec("UI-4")
def test_the_language_button_changes_the_pages_and_is_kept_with_the_account(
    client: Client, player: User
) -> None:
    client.post("/language/", {"language": "zh-hans", "next": "/personas/"})
    assert client.get("/").headers["Content-Language"] == "zh-hans"
    player.refresh_from_db()
    assert player.language == "zh-hans"


def test_a_persona_is_added_edited_and_deleted(client: Client, player: User) -> None:
    client.post("/personas/", {"name": "Ana", "text": "A <b>sailor</b>."})
    persona = Persona.objects.get(owner=player)
    assert "A &lt;b&gt;sailor&lt;/b&gt;." in client.get("/personas/").content.decode()
    client.post(f"/personas/{persona.pk}/", {"name": "Anna", "text": ""})
    persona.refresh_from_db()
    assert (persona.name, persona.text) == ("Anna", "")
    assert client.post("/personas/", {"name": " "}).status_code == 200
    client.post(f"/personas/{persona.pk}/delete/")
    assert not Persona.objects.filter(owner=player).exists()


@pytest.mark.spec("AD-2")
def test_somebody_elses_persona_cannot_be_reached(client: Client, player: User) -> None:
    theirs = Persona.objects.create(owner=make_user(), name="Theirs")
    assert client.get(f"/personas/{theirs.pk}/").status_code == 404
    assert client.post(f"/personas/{theirs.pk}/", {"name": "Mine"}).status_code == 404
    assert client.post(f"/personas/{theirs.pk}/delete/").status_code == 404
    theirs.refresh_from_db()
    assert theirs.name == "Theirs"
