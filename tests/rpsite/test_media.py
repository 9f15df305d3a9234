"""A picture is seen by those who may see the world or the story it belongs to, and by nobody else."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sessions_app.models import StoryCharacter
from tests.factories import make_character, make_user, make_world
from tests.sessions_app.stories import by_hand, make_playable_opening, make_story
from worldbook.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.spec("AD-2")]


@pytest.fixture(autouse=True)
def _pictures(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    for name in ("cover.png", "face.png", "copy.png", "nobodys.png"):
        (tmp_path / name).write_bytes(b"\x89PNG\r\n")


def seen(user: User, *names: str) -> list[str]:
    """Those of the pictures that the account is shown."""
    client = Client()
    client.force_login(user)
    answers = {name: client.get(f"/media/{name}") for name in names}
    assert {answer.status_code for answer in answers.values()} <= {200, 404}
    return [name for name, answer in answers.items() if answer.status_code == 200]


def test_a_worlds_pictures_are_seen_by_those_who_see_the_world() -> None:
    owner, player = make_user(roles=["author"]), make_user()
    world = make_world(owner, cover="cover.png", visibility="private")
    make_character(world, portrait="face.png")
    names = ("cover.png", "face.png", "nobodys.png", "missing.png")
    assert seen(player, *names) == []
    assert seen(owner, *names) == ["cover.png", "face.png"]
    world.visibility = "public"
    world.save()
    assert seen(player, *names) == ["cover.png", "face.png"]


def test_a_storys_copies_are_seen_by_its_player_alone() -> None:
    player, other = make_user(), make_user()
    story = make_story(player, make_playable_opening())
    with by_hand(story):
        StoryCharacter.objects.filter(session=story).update(portrait="copy.png")
    assert seen(player, "copy.png") == ["copy.png"]
    assert seen(other, "copy.png") == []


def test_it_is_one_query_and_kept_by_the_browser_alone(client: Client) -> None:
    player = make_user()
    make_world(make_user(roles=["author"]), cover="cover.png", visibility="public")
    client.force_login(player)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get("/media/cover.png")
    asked = [query["sql"] for query in queries if "portrait" in query["sql"]]
    assert len(asked) == 1
    assert answer["Cache-Control"].startswith("private")
