"""Every opening of the demo can be begun: the story has the world's rows, people and things."""

import pytest
from django.core.management import call_command

from sessions_app.actions.rolls import check_by_player
from sessions_app.actions.sessions import StartWishes, start_story
from sessions_app.queries.world import read_world
from tests.factories import make_user
from worldbook.demo.files import read_demo_worlds
from worldbook.demo.loader import load_demo
from worldbook.models import Opening

pytestmark = pytest.mark.django_db


@pytest.mark.spec("PL-1", "AD-3")
def test_every_opening_begins_with_its_world(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path / "media"
    call_command("load_scenarios")
    load_demo(tmp_path)
    player = make_user()
    for demo in read_demo_worlds():
        for told in demo.document["openings"]:
            opening = Opening.objects.get(world__key=demo.key, key=told["key"])
            key, wishes = told["key"], StartWishes()
            story = start_story(by=player, key=key, opening_id=opening.pk, wishes=wishes)
            state = read_world(story.pk)
            things = state.things
            assert len(things.locations) == len(demo.document["locations"])
            assert set(things.exits) == {row["key"] for row in demo.document["exits"]}
            assert len(things.items) == len(demo.document["items"])
            assert things.characters[state.player] == told["location"]
            taken = {change["item"] for change in told.get("item_changes", [])}
            held = {key for key, item in things.items.items() if item.holder.key == state.player}
            assert taken <= held


@pytest.mark.spec("DC-5")
def test_every_check_of_the_demo_can_be_rolled_by_whoever_is_played(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path / "media"
    call_command("load_scenarios")
    load_demo(tmp_path)
    player = make_user()
    for demo in read_demo_worlds():
        for told in demo.document["openings"]:
            opening = Opening.objects.get(world__key=demo.key, key=told["key"])
            story = start_story(
                by=player, key=told["key"], opening_id=opening.pk, wishes=StartWishes()
            )
            for check in demo.document["checks"]:
                key, read_over = check["key"], check.get("comparison") in ("over", "under")
                done = check_by_player(
                    by=player,
                    session_id=story.pk,
                    key=f"{demo.key}-{told['key']}-{key}",
                    check=key,
                    target=8 if read_over else None,
                )
                assert done["roll"]["band"], (key, done)
