"""The library lists the player's own stories and the worlds that are open to them."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import make_character, make_opening, make_user, make_world
from tests.sessions_app.stories import make_playable_opening, make_story

pytestmark = [pytest.mark.django_db, pytest.mark.spec("UI-1")]


def test_it_shows_open_worlds_with_people_and_openings_and_hides_private_ones(
    client: Client,
) -> None:
    author, player = make_user(roles=["author"]), make_user()
    world = make_world(author, name="The North Tower", visibility="public")
    make_character(world, name="Edda Marrow")
    opening = make_opening(world, name="At the gate")
    make_world(author, name="Nobody sees this", visibility="private")
    client.force_login(player)
    page = client.get("/").content.decode()
    assert "The North Tower" in page
    assert "Edda Marrow" in page
    assert f'href="/start/{opening.pk}/"' in page
    assert "Nobody sees this" not in page


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
