"""Rounds become true in the story's rows, or nothing of them does."""

import pytest

from sessions_app.actions.rounds import resolve_round
from sessions_app.models import StoryRound
from sessions_app.queries.world import read_world
from sessions_app.rules.steps import Refused, RoundResult
from tests.sessions_app.playing_state import begin, dump, send
from tests.sessions_app.stories import new_key
from tests.sessions_app.tables import at, make_table_story

pytestmark = pytest.mark.django_db


def test_a_round_is_true_afterwards() -> None:
    story = make_table_story()
    send(story)
    claim = begin(story)
    done = resolve_round(at=at(claim), key=new_key(), proposal={"moves_to": {"player": "yard"}})
    assert isinstance(done, RoundResult), done
    assert read_world(story.pk).player_place == "yard"
