"""The doors by which an author lets something happen in a story."""

import pytest

from sessions_app.models import Session
from tests.factories import make_user
from tests.sessions_app.playing_state import dump
from tests.sessions_app.state_door import Door
from tests.sessions_app.tables import make_table_story
from worldbook.models import JournalRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Session:
    return make_table_story()


@pytest.fixture
def door(story: Session) -> Door:
    return Door(story)


@pytest.mark.spec("AD-5")
def test_a_round_by_hand_is_judged_logged_and_the_same_under_its_key(door: Door, story) -> None:
    answer = door.propose("rounds", key="once", moves_to={"player": "yard"})
    assert answer.status_code == 200
    assert answer.json()["round"]["moved"][0]["to"] == "yard"
    before = dump(story)
    assert door.propose("rounds", key="once", moves_to={"player": "hall"}).json() == answer.json()
    assert dump(story) == before
    assert set(JournalRow.objects.values_list("cause", flat=True)) == {"author"}
    refused = door.propose("rounds", moves_to={"player": "cellar"}, outcomes={"nobody": "x"})
    assert refused.status_code == 409
    error = refused.json()["error"]
    assert error["code"] == "step_refused"
    assert [reason["code"] for reason in error["reasons"]] == ["unknown_character", "exit_locked"]
    assert dump(story) == before


@pytest.mark.spec("TM-3", "AD-5")
def test_time_by_hand_passes_or_is_refused(door: Door) -> None:
    answer = door.propose("time", until_time="12:30", reason="lunch")
    assert {move["who"] for move in answer.json()["time"]["moved"]} == {"tom", "vera"}
    refused = door.propose("time", by_minutes=0, reason="none")
    assert refused.json()["error"]["reasons"][0]["code"] == "out_of_range"


@pytest.mark.spec("PL-3", "TM-5")
@pytest.mark.parametrize("count", [1, 3])
def test_an_author_reads_what_happened_newest_first(
    door: Door, story, count, django_assert_max_num_queries
) -> None:
    for number in range(count):
        door.propose("rounds", outcomes={"mira": f"says {number}"}, elapsed_seconds=number)
    with django_assert_max_num_queries(6):
        rounds = door.look("rounds").json()["rounds"]
    assert [one["outcomes"]["mira"] for one in rounds] == [
        f"says {number}" for number in reversed(range(count))
    ]
    assert {(one["turn"], one["cause"], one["pending"]) for one in rounds} == {(0, "author", True)}
    steps = door.look("time").json()["time"]
    assert [step["kind"] for step in steps] == ["elapsed"] * count + ["start"]
    first = door.look("rounds", limit=1).json()["rounds"][0]
    later = door.look("rounds", before=first["n"]).json()["rounds"]
    assert [one["n"] for one in later] == [one["n"] for one in rounds[1:]]
    player = make_user()
    Session.objects.filter(pk=story.pk).update(owner=player)
    for what in ("rounds", "time"):
        assert Door(story, player).look(what).status_code == 403


def test_only_an_author_of_the_world_lets_things_happen(story) -> None:
    player = make_user()
    Session.objects.filter(pk=story.pk).update(owner=player)
    door = Door(story, player)
    for what in ("rounds", "time"):
        assert door.propose(what).json()["error"]["code"] == "not_author"
    edit = door.patch(table="items", n=1, field="name", seen="", value="x", reason="x")
    assert edit.json()["error"]["code"] == "not_author"


def test_what_cannot_be_stored_is_no_fault(door: Door) -> None:
    junk = [{"of": {"kind": "\x00"}, "variable": "x", "to": 1}, {"\ud800": "\x00"}]
    answer = door.propose("rounds", variable_changes=junk)
    assert answer.status_code == 200
    assert [left["index"] for left in answer.json()["round"]["left_out"]] == [0, 1]
    assert door.propose("rounds", outcomes={"mira": "\x00"}).status_code == 409
    assert door.propose("time", by_minutes=5, reason="\x00").status_code == 409
