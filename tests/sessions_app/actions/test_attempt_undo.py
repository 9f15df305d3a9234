"""What an attempt changed is put back, unless what hands left would then break a law (ST-1a)."""

import pytest

from sessions_app.actions.edits import Edit, edit_state
from sessions_app.actions.rounds import resolve_round
from sessions_app.models import Session, StoryPlacement
from sessions_app.queries.world import read_world
from tests.sessions_app.playing_state import begin, send
from tests.sessions_app.stories import new_key
from tests.sessions_app.tables import at, make_table_story

pytestmark = pytest.mark.django_db


def _let_follow(story: Session, who: str, leader: str) -> None:
    state = read_world(story.pk)
    rows = {row.character.key: row.n for row in StoryPlacement.objects.filter(session=story)}
    seen = state.placements[who].follows or None
    edit = Edit("placements", rows[who], "follows", seen, leader, "they walk together")
    edit_state(by=story.owner, session_id=story.pk, key=new_key(), edit=edit)


def _follows(story: Session) -> dict[str, str]:
    return {who: how.follows for who, how in read_world(story.pk).placements.items()}


@pytest.mark.spec("ST-1a", "PL-8")
def test_no_circle_closes_when_another_attempt_begins() -> None:
    """Tom follows Mira; the attempt parts them, and a hand lets Mira follow Tom meanwhile."""
    story = make_table_story()
    send(story)
    claim = begin(story)
    before = _follows(story)
    assert before["tom"] == "mira"
    proposal = {"characters": {"tom": {"follows": None}}}
    resolve_round(at=at(claim), key=new_key(), proposal=proposal)
    _let_follow(story, "mira", "tom")
    assert _follows(story)["mira"] == "tom"
    begin(story)
    assert _follows(story) == before
    kept = Session.objects.get(pk=story.pk).head.kept_edits
    assert [(edit["gone"], edit["fields"]) for edit in kept] == [(True, [])]


@pytest.mark.spec("ST-1a", "PL-8")
def test_who_a_hand_lets_follow_goes_on_following_where_no_circle_closes() -> None:
    story = make_table_story()
    send(story)
    resolve_round(
        at=at(begin(story)), key=new_key(), proposal={"characters": {"tom": {"follows": None}}}
    )
    _let_follow(story, "mira", "vera")
    begin(story)
    assert (_follows(story)["mira"], _follows(story)["tom"]) == ("vera", "mira")
