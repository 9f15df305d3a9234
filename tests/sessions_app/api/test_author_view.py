"""Author view of a story: who edits its world has it, and its player where the world is open (AD-2)."""

from importlib import import_module

import pytest
from django.apps import apps

from sessions_app.actions.rounds import resolve_round
from sessions_app.models import Session, Turn
from tests.factories import make_book, make_entry, make_revision, make_user, make_world
from tests.sessions_app.playing_state import begin, end, send
from tests.sessions_app.state_door import Door
from tests.sessions_app.stories import new_key, pin_by_hand
from tests.sessions_app.tables import at, inn, make_table_story
from worldbook.models import Share, User, World

pytestmark = [pytest.mark.django_db, pytest.mark.spec("AD-2")]


def _played_by(player: User) -> Session:
    """A story of a player in a public world of somebody else."""
    story = make_table_story()
    Session.objects.filter(pk=story.pk).update(owner=player)
    World.objects.filter(pk=story.world_id).update(visibility="public")
    story.refresh_from_db()
    return story


def _open(story: Session, *, on: bool) -> None:
    World.objects.filter(pk=story.world_id).update(open_to_players=on)


def _may(door: Door) -> set[int]:
    """How each door of author view answers."""
    body = {"key": new_key(), "proposal": {"outcomes": {}}}
    address = f"/api/sessions/{door.story.pk}/"
    item = {"table": "clock", "n": 999_999, "field": "mode", "reason": "x", "seen": "", "value": ""}
    return {
        door.get(view="author").status_code,
        door.look("journal").status_code,
        door.look("rounds").status_code,
        door.look("time").status_code,
        door.look("next-turn").status_code,
        door.client.post(f"{address}rounds/", body, format="json").status_code,
        403 if door.patch(**item).json()["error"]["code"] == "not_author" else 200,
        200 if door.look("rewind", turn=door.story.head.turn_id).json()["rows"] else 403,
    }


def test_the_player_of_an_open_world_has_author_view_of_their_story_and_of_no_other() -> None:
    player = make_user()
    story = _played_by(player)
    send(story)
    claim = begin(story)
    resolve_round(at=at(claim), key=new_key(), proposal={"outcomes": {"mira": "nods"}})
    end(claim)
    story.refresh_from_db()
    assert _may(Door(story)) == {403}
    settings = {"settings": {"strategy": "hybrid"}}
    address = f"/api/sessions/{story.pk}/"
    assert Door(story).client.patch(address, settings, format="json").status_code == 403
    _open(story, on=True)
    assert _may(Door(story)) == {200}
    assert Door(story).client.patch(address, settings, format="json").status_code == 200
    assert Door(story, make_user()).get(view="author").status_code == 404
    _open(story, on=False)
    assert _may(Door(story)) == {403}


def test_who_may_edit_the_world_has_it_however_the_world_stands() -> None:
    editor = make_user(roles=["author"])
    story = _played_by(editor)
    share = Share.objects.create(world=story.world, user=editor, access="edit")
    assert Door(story).get(view="author").status_code == 200
    share.delete()
    assert Door(story).get(view="author").status_code == 403


def test_nobody_has_it_where_the_world_is_gone() -> None:
    story = _played_by(make_user())
    _open(story, on=True)
    World.objects.filter(pk=story.world_id).delete()
    story.refresh_from_db()
    assert Door(story).get(view="author").status_code == 403


@pytest.mark.spec("WB-37", "WB-37a")
def test_an_open_world_opens_no_lorebook() -> None:
    story = _played_by(make_user())
    _open(story, on=True)
    secret = make_book(make_user(roles=["author"]))
    closed = make_revision(secret, [make_entry("s", constant=True)], players_may_read=False)
    pin_by_hand(story, secret, closed)
    door = Door(story)
    asked = {"text": "Hello", "all": True}
    address = f"/api/sessions/{story.pk}/"
    found = door.client.post(f"{address}select/", asked, format="json").json()
    assert (found["selected"], found["hidden"]) == ([], 1)
    turn = Turn.objects.get(session=story)
    trace = door.client.get(f"{address}turns/{turn.pk}/trace/").json()
    assert (trace["author"], "trace" in trace, "package" in trace) == (False, False, False)
    assert door.look(f"lorebooks/{secret.pk}").json()["entries"] == []
    for name in ("s", "nothing"):
        wish = {"key": new_key(), "force": [f"{secret.key}:{name}"]}
        error = door.client.put(f"{address}next-turn/", wish, format="json").json()["error"]
        assert error["code"] == "unknown_entry"
    Session.objects.filter(pk=story.pk).update(next_turn={"force": [f"{secret.key}:s"]})
    assert [one["title"] for one in door.look("next-turn").json()["force"]] == [""]


def test_a_world_is_open_unless_it_says_otherwise() -> None:
    document = inn()
    del document["world"]["open_to_players"]
    assert make_table_story(document=document).world.open_to_players
    assert not make_table_story().world.open_to_players


def test_worlds_that_others_saw_before_there_was_the_choice_stay_closed() -> None:
    migration = import_module("worldbook.migrations.0012_world_open_to_players")
    worlds = {
        seen: make_world(visibility=seen, open_to_players=True)
        for seen in ("private", "shared", "public")
    }
    migration.close_what_others_see(apps, None)
    for seen, world in worlds.items():
        world.refresh_from_db()
        assert world.open_to_players is (seen == "private")


def test_a_world_that_was_taken_back_stays_closed_to_who_plays_in_it() -> None:
    migration = import_module("sessions_app.migrations.0009_close_what_others_play")
    own, others = make_table_story(), _played_by(make_user())
    worlds = World.objects.filter(pk__in=[own.world_id, others.world_id])
    worlds.update(visibility="private", open_to_players=True)
    migration.close_what_others_play(apps, None)
    own.refresh_from_db()
    others.refresh_from_db()
    assert (own.world.open_to_players, others.world.open_to_players) == (True, False)
    assert Door(others).get(view="author").status_code == 403
