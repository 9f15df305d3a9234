"""The state's tables as the page describes them to an author, and the panel's place on the page."""

import pytest
from django.test import Client
from django.urls import reverse

from sessions_app.models import Session, StoryWorld
from sessions_app.queries.state_rows import TABLES
from sessions_app.queries.state_words import described_tables
from tests.factories import make_user
from tests.sessions_app.stories import by_hand
from tests.sessions_app.tables import make_table_story

pytestmark = [pytest.mark.django_db, pytest.mark.spec("PG-22")]


def _client(story: Session) -> Client:
    client = Client()
    client.force_login(story.owner)
    return client


def test_every_field_that_may_be_edited_is_described_with_what_it_may_hold() -> None:
    described = {one["name"]: one for one in described_tables()}
    assert list(described) == list(TABLES)
    for name, table in TABLES.items():
        edited = {field["name"] for field in described[name]["fields"] if field["edited"]}
        own = {"items": {"held"}, "variables": {"value"}}.get(name, set())
        assert edited == {*table.fields} | own, name
    exits = {field["name"]: field for field in described["exits"]["fields"]}
    assert exits["target"] == {
        "name": "target", "label": "To", "edited": True, "empty": False,
        "kind": "reference", "refers": "locations",
    }  # fmt: skip
    assert (exits["opener"]["kind"], exits["opener"]["refers"]) == ("key", "items")
    assert [value for value, _ in exits["state"]["choices"]] == [
        "open", "closed", "locked", "blocked",
    ]  # fmt: skip
    assert (exits["hidden"]["kind"], exits["see_through"]["empty"]) == ("flag", True)


@pytest.mark.spec("AD-2")
def test_only_who_has_the_author_view_is_told_of_the_tables() -> None:
    story = make_table_story()
    address = reverse("story_state_words", args=[story.pk])
    assert len(_client(story).get(address).json()["tables"]) == len(TABLES)
    page = _client(story).get(reverse("story", args=[story.pk])).content.decode()
    assert 'id="state-views"' in page
    world = story.world
    assert world is not None
    world.open_to_players = False
    world.save()
    Session.objects.filter(pk=story.pk).update(owner=make_user())
    story.refresh_from_db()
    assert _client(story).get(address).status_code == 404
    page = _client(story).get(reverse("story", args=[story.pk])).content.decode()
    assert 'id="state"' in page
    assert 'id="state-views"' not in page


def test_a_story_without_a_copy_of_a_world_has_no_panel() -> None:
    story = make_table_story()
    with by_hand(story):
        StoryWorld.objects.filter(session=story).delete()
    page = _client(story).get(reverse("story", args=[story.pk])).content.decode()
    assert 'id="open-state"' not in page
