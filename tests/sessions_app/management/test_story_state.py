"""`manage.py story`: what is shown of a state, and what is let happen in it."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from sessions_app.models import DiceRoll, Session
from sessions_app.queries.world import read_world
from tests.sessions_app.playing_state import dump
from tests.sessions_app.tables import make_table_story
from worldbook.models import JournalRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Session:
    return make_table_story()


def _told(story: Session, name: str, *words: Any) -> Any:
    out = StringIO()
    call_command("story", name, story.pk, *words, stdout=out)
    return json.loads(out.getvalue())


def test_the_state_is_shown_whole_in_part_or_as_the_player_sees_it(story) -> None:
    assert "gem" in {row["key"] for row in _told(story, "show")["items"]}
    assert list(_told(story, "show", "--table", "exits")) == ["exits"]
    assert "gem" not in json.dumps(_told(story, "show", "--player"))


def test_a_round_a_skip_and_a_roll_are_done_by_hand(story) -> None:
    done = _told(story, "propose", "--json", '{"moves_to": {"player": "yard"}}')
    assert done["moved"][0]["to"] == "yard"
    skipped = _told(story, "advance", "--until", "12:30", "--reason", "lunch")
    assert skipped["reason"] == "lunch"
    assert _told(story, "roll", "--dice", "2d6", "--reason", "luck")["expression"] == "2d6"
    assert _told(story, "roll", "--check", "climb", "--target", "9")["target"] == 9
    assert DiceRoll.objects.filter(session=story).count() == 2
    assert set(JournalRow.objects.values_list("cause", flat=True)) == {"author", "catch_up"}


def test_an_edit_names_what_was_seen(story) -> None:
    (row,) = _told(story, "show", "--table", "world")["world"]
    words = ("world", row["n"], "rules", '["Be kind."]', "--reason", "x", "--seen")
    assert _told(story, "edit", *words, "[]")["row"]["rules"] == ["Be kind."]
    with pytest.raises(CommandError, match="value_changed"):
        _told(story, "edit", *words, "[]")
    assert read_world(story.pk).rules == ("Be kind.",)


def test_what_cannot_be_is_told_with_every_reason_and_changes_nothing(story) -> None:
    before = dump(story)
    with pytest.raises(CommandError, match=r"step_refused.*exit_locked"):
        _told(story, "propose", "--json", '{"moves_to": {"player": "cellar"}}')
    with pytest.raises(CommandError, match="not_json"):
        _told(story, "propose", "--json", "{")
    with pytest.raises(CommandError, match=r"step_refused.*needs_target"):
        _told(story, "roll", "--check", "climb")
    assert dump(story) == before
