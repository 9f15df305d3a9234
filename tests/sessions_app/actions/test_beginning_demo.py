"""Every opening of the demo worlds begins a story with a world that can be played in."""

import pytest
from django.core.management import call_command

from sessions_app.actions.sessions import StartWishes, start_story
from sessions_app.queries.world import read_world
from tests.factories import make_user
from tests.sessions_app.stories import new_key
from worldbook.demo.loader import load_demo
from worldbook.queries.visible import visible_openings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _media(tmp_path, settings) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.VAR_DIR = tmp_path


def test_every_opening_begins_somewhere_with_somebody(tmp_path) -> None:
    call_command("load_scenarios")
    load_demo(tmp_path)
    player = make_user()
    openings = list(visible_openings(player))
    assert len(openings) >= 6
    for opening in openings:
        story = start_story(by=player, key=new_key(), opening_id=opening.pk, wishes=StartWishes())
        state = read_world(story.pk)
        assert state.player_place in state.things.locations, opening.key
        assert state.player is not None
        assert state.knows(state.player, "location", state.player_place or "")
        assert len(state.things.locations) >= 8
        assert len(state.things.items) >= 20
        assert state.checks
        assert state.variables.definitions
        assert state.clock.now is not None
        assert any(state.people[key].cast for key in state.people)
        assert any(state.routines.values())
