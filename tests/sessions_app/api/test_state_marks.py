"""What a player is told to have changed this turn, over whole turns, moves and edits."""

from typing import Any

import pytest

from sessions_app.actions.rewinding import rewind
from sessions_app.actions.rounds import resolve_round
from sessions_app.models import Session
from tests.sessions_app.playing_state import begin, end, send
from tests.sessions_app.state_door import Door
from tests.sessions_app.stories import new_key
from tests.sessions_app.tables import at, inn, make_table_story

pytestmark = [pytest.mark.django_db, pytest.mark.spec("PG-22")]


@pytest.fixture
def story() -> Session:
    return make_table_story()


@pytest.fixture
def door(story: Session) -> Door:
    return Door(story)


def _turn(story: Session, **proposal: Any) -> None:
    send(story)
    claim = begin(story)
    resolve_round(at=at(claim), key=new_key(), proposal=proposal)
    end(claim)


def _take(item: str) -> list[dict[str, Any]]:
    return [{"actor": "player", "op": "take", "item": item}]


def _marks(rows: list[dict[str, Any]]) -> dict[str, str]:
    return {row["name"]: row["changed"] for row in rows if row["changed"]}


def test_the_marks_are_those_of_the_last_turn(door: Door, story: Session) -> None:
    assert _marks(door.get().json()["own"]) == {}
    _turn(story, item_changes=_take("iron-key"))
    seen = door.get().json()
    assert _marks(seen["own"]) == {"iron key": "new"}
    assert seen["gone"] == {"people": [], "items": []}
    assert seen["place"]["changed"] is None
    _turn(story, moves_to={"player": "yard"}, elapsed_seconds=60)
    seen = door.get().json()
    assert _marks(seen["own"]) == {}
    assert seen["place"]["changed"] == "new"
    assert _marks(seen["place"]["people"]) == {}


@pytest.mark.spec("AD-2")
def test_nothing_is_marked_that_the_player_could_not_see(door: Door, story: Session) -> None:
    changes = [{"of": {"kind": "character", "key": "vera"}, "variable": "wounds", "to": 3}]
    drop = [{"actor": "tom", "op": "take", "item": "bread"}]
    _turn(story, variable_changes=changes, item_changes=drop)
    seen = door.get().json()
    rows = [*seen["own"], *seen["known_places"], *seen["place"]["items"], *seen["place"]["people"]]
    assert _marks(rows) == {}
    assert seen["gone"] == {"people": [], "items": []}


def test_of_things_that_somebody_has_it_is_told_who(door: Door, story: Session) -> None:
    _turn(story, item_changes=_take("iron-key"))
    seen = door.get().json()
    things = {row["name"]: (row["in"], row["with"]) for row in seen["place"]["items"]}
    assert things["coin"] == (None, "Mira")
    assert things["chest"] == (None, None)
    assert [(row["name"], row["with"]) for row in seen["own"]] == [("iron key", None)]


def test_edits_by_hand_and_moves_are_marked_too(door: Door, story: Session) -> None:
    _turn(story, item_changes=_take("iron-key"))
    story.refresh_from_db()
    first = story.head_id
    _turn(story)
    door.edit("placements", "mira", "activity", "", "sweeps")
    door.edit("exits", "to-yard", "state", "closed", "open")
    gone = door.edit("items", "coin", "held", {"kind": "character", "key": "mira"}, None)
    assert gone.status_code == 200
    seen = door.get().json()
    assert _marks(seen["place"]["people"]) == {"Mira": "changed"}
    assert _marks(seen["place"]["exits"]) == {"front door": "changed"}
    assert seen["gone"] == {"people": [], "items": ["coin"]}
    rewind(by=story.owner, session_id=story.pk, key=new_key(), take_id=first)
    assert _marks(door.get().json()["own"]) == {"iron key": "new"}


@pytest.fixture
def crowded() -> Session:
    """A story in a hall with more things than are listed."""
    document, hall = inn(), {"kind": "location", "key": "hall"}
    stones = [{"key": f"stone-{n}", "name": f"stone {n}", "holder": hall} for n in range(1, 14)]
    return make_table_story(document=document | {"items": [*document["items"], *stones]})


def test_what_is_only_listed_or_left_out_of_a_full_list_neither_came_nor_went(crowded) -> None:
    door = Door(crowded)
    _turn(crowded, item_changes=_take("iron-key"))
    seen = door.get().json()
    assert seen["place"]["items"][-1]["name"] == "stone 10"
    assert _marks(seen["place"]["items"]) == {}
    _turn(crowded, item_changes=[{"actor": "player", "op": "drop", "item": "iron-key"}])
    seen = door.get().json()
    assert seen["place"]["items"][-1]["name"] == "stone 9"
    assert _marks(seen["place"]["items"]) == {"iron key": "new"}
    assert seen["gone"]["items"] == []


def test_what_went_from_a_full_list_is_gone_though_its_row_is_read_no_more(crowded) -> None:
    door = Door(crowded)
    _turn(crowded)
    door.edit("items", "coin", "held", {"kind": "character", "key": "mira"}, None)
    assert door.get().json()["gone"]["items"] == ["coin"]


@pytest.mark.parametrize("things", [1, 3])
def test_marks_cost_the_same_for_one_change_and_for_many_and_the_state_is_read_once(
    door: Door, story: Session, things: int, django_assert_num_queries: Any
) -> None:
    names = ["iron-key", "coin", "chest"][:things]
    _turn(story)
    for name in names:
        door.edit("items", name, "condition", "", "worn")
    with django_assert_num_queries(3):
        assert len(_marks(door.get().json()["place"]["items"])) == things
