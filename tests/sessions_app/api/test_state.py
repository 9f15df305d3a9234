"""The door to a story's state: what a player may see of it, and what an author."""

import json
from typing import Any

import pytest

from sessions_app.actions.rounds import resolve_round
from sessions_app.models import Session
from sessions_app.queries.state_rows import TABLES
from tests.factories import make_user
from tests.sessions_app.playing_state import begin, send
from tests.sessions_app.state_door import Door
from tests.sessions_app.stories import by_hand, new_key
from tests.sessions_app.tables import at, inn, make_table_story

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Session:
    return make_table_story()


@pytest.fixture
def door(story: Session) -> Door:
    return Door(story)


@pytest.mark.spec("PL-5")
def test_a_player_sees_its_place_and_nothing_hidden_or_unknown(door: Door) -> None:
    seen = door.get().json()
    place = seen["place"]
    assert (place["name"], place["description"]) == ("Hall", "A low room.")
    assert {way["name"]: way["to"] for way in place["exits"]} == {
        "front door": "Yard",
        "cellar door": "Cellar",
    }
    assert [person["name"] for person in place["people"]] == ["Mira"]
    assert {thing["name"] for thing in place["items"]} == {"iron key", "coin", "chest"}
    assert {known["name"] for known in seen["known_places"]} == {"Hall", "Yard", "Cellar"}
    assert seen["clock"]["now"] == "2026-03-02T10:00:00+01:00"
    assert seen["clock"]["text"] == "Monday, 2 March 2026, 10:00"
    told = json.dumps(seen)
    for secret in ("gem", "small-key", "attic", "ladder", "Vera", "innkeeper"):
        assert secret not in told


def _in_words_of_its_author(document: dict[str, Any]) -> dict[str, Any]:
    """The inn where each key says more than a player may know."""
    parts = ("locations", "exits", "characters", "items", "variables", "checks")
    told = json.dumps(document)
    for part in parts:
        for row in document[part]:
            told = told.replace(f'"{row["key"]}"', f'"spoiler-{row["key"]}"')
    found: dict[str, Any] = json.loads(told)
    for part in parts:
        for row, own in zip(found[part], document[part], strict=True):
            row["name"] = own["name"]
    found["locations"][0]["features"] = [{"key": "spoiler-hearth", "name": "hearth"}]
    return found


@pytest.mark.spec("AD-2", "PL-5")
def test_rows_are_named_to_a_player_by_number_and_never_by_key() -> None:
    story = make_table_story(document=_in_words_of_its_author(inn()))
    door = Door(story)
    of = {"kind": "character", "key": "spoiler-mira"}
    door.patch(table="variables", of=of, variable="spoiler-wounds", seen=0, value=2, reason="x")
    rolled = door.client.post(
        f"/api/sessions/{story.pk}/rolls/",
        {"key": new_key(), "check": "spoiler-climb", "target": 3},
        format="json",
    ).json()["roll"]
    assert [one["name"] for one in rolled["modifiers"]] == ["Wounds"]
    assert rolled.pop("check") == "spoiler-climb"
    seen = door.get().json()
    messages = door.look("messages").json()
    (fallen,) = messages["turns"][-1]["rolls"]
    assert fallen.pop("check") == "spoiler-climb"
    (greeting,) = messages["turns"][0]["takes"]
    assert greeting["passages"] == [{"speaker": "Mira", "text": "Good morning."}]
    whole = door.client.get(f"/api/sessions/{story.pk}/").json()
    pages = [seen, rolled, messages, whole, door.look("rewind", take=story.head_id).json()]
    assert "spoiler" not in json.dumps(pages)
    author = door.get(view="author").json()["tables"]
    place = seen["place"]
    for table, rows in (
        ("locations", [place, *seen["known_places"]]),
        ("features", place["features"]),
        ("exits", place["exits"]),
        ("characters", [seen["player"], *place["people"]]),
        ("items", place["items"]),
    ):
        names = {row["n"]: row["name"] for row in author[table]}
        assert rows
        assert {row["n"]: row["name"] for row in rows}.items() <= names.items()
    (mira,) = [of for of in seen["variables"] if of["name"] == "Mira"]
    (wounds,) = [row["n"] for row in author["variable_defs"] if row["name"] == "Wounds"]
    assert mira["of"] == {"kind": "character", "n": place["people"][0]["n"]}
    assert [(value["n"], value["name"], value["value"]) for value in mira["values"]] == [
        (wounds, "Wounds", 2)
    ]


@pytest.mark.spec("VR-5")
def test_a_player_sees_its_own_variables_and_public_ones_of_those_present(door: Door) -> None:
    changes = [
        {"of": {"kind": "character", "key": who}, "variable": name, "to": value}
        for who, name, value in (
            ("player", "valence", 0.5), ("mira", "valence", 1), ("mira", "wounds", 2),
            ("vera", "wounds", 3),
        )
    ]  # fmt: skip
    assert door.propose("rounds", variable_changes=changes).status_code == 200
    shown = {
        (seen["name"], value["name"]): value["value"]
        for seen in door.get().json()["variables"]
        for value in seen["values"]
    }
    assert shown == {("Ana", "valence"): 0.5, ("Mira", "Wounds"): 2}


def test_an_author_sees_every_row_of_every_table_and_a_player_does_not(door: Door, story) -> None:
    tables = door.get(view="author").json()["tables"]
    assert list(tables) == list(TABLES)
    assert {row["key"] for row in tables["items"]} >= {"gem", "small-key"}
    small = next(row for row in tables["items"] if row["key"] == "small-key")
    assert small["held"] == {"kind": "item", "key": "chest"}
    assert list(door.get(view="author", tables=["exits"]).json()["tables"]) == ["exits"]
    player = make_user()
    Session.objects.filter(pk=story.pk).update(owner=player)
    other = Door(story, player)
    assert other.get().status_code == 200
    refused = other.get(view="author")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_author")
    assert Door(story, make_user()).get().status_code == 404


@pytest.mark.parametrize("rows", [1, 3])
def test_an_author_reads_all_in_the_same_number_of_queries(
    door: Door, story, rows, django_assert_max_num_queries
) -> None:
    with by_hand(story):
        one = story.characters.first()
        for number in range(rows):
            one.pk, one.key, one._state.adding = None, f"extra{number}", True
            one.save()
    with django_assert_max_num_queries(24):
        door.get(view="author")


@pytest.mark.spec("PG-22")
def test_what_the_last_turn_changed_is_marked(door: Door, story) -> None:
    assert door.get(view="author").json()["changed"] == {}
    send(story)
    claim = begin(story)
    resolve_round(at=at(claim), key=new_key(), proposal={"moves_to": {"player": "yard"}})
    changed = door.get(view="author", tables=["items"]).json()["changed"]
    assert changed["placements"] == [door.row("placements", "persona")["n"]]
    assert {"clock", "knowledge"} <= changed.keys()
    assert "items" not in changed
