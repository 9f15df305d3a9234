"""Start, play and settings pages: what they show, and that they show it to nobody else."""

import json
import re

import pytest
from django.test import Client

from sessions_app.models import ModelCall, Session, StoryCharacter
from tests.factories import make_character, make_opening, make_user, make_world
from tests.sessions_app.stories import make_playable_opening, make_story
from worldbook.models import Persona

pytestmark = pytest.mark.django_db

OF_A_STORY = ("", "settings/", "costs/", "turns/1/why/?entry=copper-key")


@pytest.fixture
def story(client: Client) -> Session:
    player = make_user()
    client.force_login(player)
    return make_story(player)


@pytest.mark.spec("UI-1")
def test_the_start_page_offers_the_openings_persona_ones_own_and_the_pins(client: Client) -> None:
    opening = make_playable_opening(name="At the gate")
    player = make_user()
    Persona.objects.create(owner=player, name="My Captain")
    Persona.objects.create(owner=make_user(), name="Not mine")
    client.force_login(player)
    page = client.get(f"/start/{opening.pk}/").content.decode()
    assert "Ana" in page
    assert "My Captain" in page
    assert "Not mine" not in page
    assert "revision 1" in page
    assert '<option value="worldbook" selected>' in page


@pytest.mark.spec("AD-3")
def test_where_the_opening_says_who_the_player_is_nobody_else_is_offered(client: Client) -> None:
    opening = make_playable_opening()
    opening.player = make_character(opening.world, name="Nan Pellow")
    opening.save()
    player = make_user()
    Persona.objects.create(owner=player, name="My Captain")
    client.force_login(player)
    page = client.get(f"/start/{opening.pk}/").content.decode()
    assert "Nan Pellow" in page
    assert page.count('name="persona"') == 1


@pytest.mark.spec("AD-2")
def test_an_opening_of_a_private_world_is_not_there_for_others(client: Client) -> None:
    opening = make_opening(make_world(visibility="private"))
    client.force_login(make_user())
    assert client.get(f"/start/{opening.pk}/").status_code == 404


@pytest.mark.spec("AD-2", "SF-1")
@pytest.mark.parametrize("address", OF_A_STORY)
@pytest.mark.parametrize("roles", [["player"], ["moderator"], ["administrator"]])
def test_somebody_elses_story_is_as_absent_as_none(
    client: Client, story: Session, address: str, roles: list[str]
) -> None:
    client.force_login(make_user(roles=roles))
    theirs = client.get(f"/story/{story.pk}/{address}")
    none = client.get(f"/story/{story.pk + 1000}/{address}")
    assert (theirs.status_code, none.status_code) == (404, 404)
    assert theirs.content == none.content


def test_the_play_page_tells_its_scripts_what_they_need_as_data(
    client: Client, story: Session
) -> None:
    Session.objects.filter(pk=story.pk).update(title="</script><b>bold</b>")
    page = client.get(f"/story/{story.pk}/").content.decode()
    data = json.loads(re.search(r'id="page-data" type="application/json">(.*?)<', page).group(1))
    assert data["title"] == "</script><b>bold</b>"
    assert data["api"] == f"/api/sessions/{story.pk}/"
    guard = StoryCharacter.objects.get(session=story, key="guard")
    assert data["cast"] == [{"n": guard.n, "name": "Mira", "portrait": None}]
    assert "<b>bold</b>" not in page


@pytest.mark.spec("SC-2")
def test_the_settings_page_says_what_holds_and_where_each_value_comes_from(
    client: Client, story: Session
) -> None:
    story.settings = {"worldbook_budget": 777}
    story.save()
    answer = client.get(f"/story/{story.pk}/settings/")
    lines = {line["label"]: line for line in answer.context["effective"]}
    assert lines["Worldbook budget (tokens)"] == {
        "label": "Worldbook budget (tokens)",
        "value": "777",
        "origin": "this story",
    }
    assert lines["Worldbook strategy"]["origin"] == "the scenario"
    assert lines["Worldbook strategy"]["value"] == "by rules"


@pytest.mark.spec("PG-28", "OB-1")
def test_the_costs_are_those_of_the_last_turn_and_of_the_story(
    client: Client, story: Session
) -> None:
    def call(turn: int, **values: object) -> None:
        ModelCall.objects.create(
            session_ref=story.pk, turn_ref=turn, role="actor", provider="p", outcome="ok", **values
        )

    call(1, tokens_in=100, tokens_out=10, cost="0.01")
    call(2, tokens_in=200, tokens_out=20, cost=None, tokens_estimated=True)
    costs = client.get(f"/story/{story.pk}/costs/").json()
    assert costs["story"] == {
        "calls": 2, "tokens_in": 300, "tokens_out": 30,
        "estimated": True, "cost": "0.01", "unknown": 1,
    }  # fmt: skip
    assert costs["turn"]["id"] == 2
    assert (costs["turn"]["cost"], costs["turn"]["tokens_in"]) == (None, 200)


def test_a_page_that_is_not_there_says_so_in_the_sites_own_words(client: Client) -> None:
    client.force_login(make_user())
    answer = client.get("/nothing/")
    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()
