"""The library lists the player's own stories and the worlds that are open to them."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sessions_app.models import Passage
from sessions_app.queries.library import EXCERPT
from tests.factories import make_character, make_opening, make_user, make_world
from tests.sessions_app.stories import make_playable_opening, make_story
from worldbook.models import OpeningCharacter

pytestmark = [pytest.mark.django_db, pytest.mark.spec("UI-1")]


def test_it_shows_open_worlds_with_people_and_openings_and_hides_private_ones(
    client: Client,
) -> None:
    author, player = make_user(roles=["author"]), make_user()
    world = make_world(author, name="The North Tower", visibility="public")
    edda = make_character(world, name="Edda Marrow")
    opening = make_opening(world, name="At the gate")
    OpeningCharacter.objects.create(opening=opening, character=edda)
    bare = make_opening(world, name="Nobody is in this one")
    make_world(author, name="Nobody sees this", visibility="private")
    client.force_login(player)
    page = client.get("/").content.decode()
    assert "The North Tower" in page
    assert "Edda Marrow" in page
    assert f'href="/start/{opening.pk}/"' in page
    assert "Nobody sees this" not in page
    assert "Nobody is in this one" not in page
    assert client.get(f"/start/{bare.pk}/").status_code == 404


def test_it_lists_ones_own_stories_last_played_first_and_nobody_elses(client: Client) -> None:
    opening = make_playable_opening()
    player = make_user()
    make_story(make_user(), opening, title="Somebody else's")
    first = make_story(player, opening, title="The first")
    second = make_story(player, opening, title="The second")
    client.force_login(player)
    answer = client.get("/")
    assert [story.pk for story in answer.context["stories"]] == [second.pk, first.pk]
    page = answer.content.decode()
    assert "Good evening" in page
    assert "Somebody else" not in page


def test_three_of_each_cost_as_many_queries_as_one(client: Client) -> None:
    opening = make_playable_opening()
    player = make_user()
    make_story(player, opening)
    client.force_login(player)

    def count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get("/").status_code == 200
        return len(queries)

    count()
    one = count()
    for _ in range(2):
        make_story(player, make_playable_opening())
    assert count() == one


def test_a_long_list_of_stories_comes_in_pages(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessions_app.queries.library.A_PAGE", 2)
    player, opening = make_user(), make_playable_opening()
    made = [make_story(player, opening, title=f"Story {at}").pk for at in range(3)][::-1]
    client.force_login(player)
    first, second = client.get("/"), client.get("/?page=2")
    assert [story.pk for story in first.context["stories"]] == made[:2]
    assert [story.pk for story in second.context["stories"]] == made[2:]
    assert 'href="?page=2"' in first.content.decode()
    assert 'href="?page=1"' in second.content.decode()
    assert 'id="go-on"' not in second.content.decode()
    for odd in ("0", "-1", "x", "²", "9" * 30):
        assert client.get("/", {"page": odd}).status_code == 200


def test_of_a_long_answer_only_the_beginning_is_read(client: Client) -> None:
    player = make_user()
    story = make_story(player, make_playable_opening())
    Passage.objects.filter(take=story.head_id).update(text="夜" * 5000)
    client.force_login(player)
    assert client.get("/").context["stories"][0].excerpt == "夜" * EXCERPT
