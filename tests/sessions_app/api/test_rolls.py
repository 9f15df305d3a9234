"""The doors to dice: what a player rolls, what of it is shown, what is refused (DC-5)."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from sessions_app.actions.rolls import roll_dice
from sessions_app.models import DiceRoll, Session, Take, Turn
from tests.factories import make_user
from tests.sessions_app.playing_state import begin, end, send
from tests.sessions_app.stories import new_key
from tests.sessions_app.tables import at, make_table_story

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Session:
    return make_table_story()


class Table:
    """An account at the dice of a story."""

    def __init__(self, story: Session, user: Any = None) -> None:
        self.client, self.story = APIClient(), story
        self.client.force_authenticate(user or story.owner)

    def get(self, what: str = "rolls") -> Any:
        """Look."""
        return self.client.get(f"/api/sessions/{self.story.pk}/{what}/")

    def roll(self, **body: Any) -> Any:
        """Roll."""
        address = f"/api/sessions/{self.story.pk}/rolls/"
        return self.client.post(address, {"key": new_key(), **body}, format="json")

    def shown(self) -> list[dict[str, Any]]:
        """The rolls of the last turn as the page shows them."""
        turns: list[dict[str, Any]] = self.get("messages").json()["turns"]
        rolls: list[dict[str, Any]] = turns[-1]["rolls"]
        return rolls


@pytest.fixture
def table(story: Session) -> Table:
    return Table(story)


@pytest.mark.spec("DC-5")
def test_a_roll_stands_after_the_last_turn_and_calls_no_model(table: Table) -> None:
    turns, takes = Turn.objects.count(), Take.objects.count()
    answer = table.roll(expression="2D6 kh1 + 3 # luck").json()
    roll = answer["roll"]
    assert roll["expression"] == "2d6kh1+3"
    assert roll["total"] == max(die["value"] for die in roll["dice"]) + 3
    assert (roll["asked_by"], roll["check"], roll["band"]) == ("player", None, "")
    assert (Turn.objects.count(), Take.objects.count()) == (turns, takes)
    assert table.shown() == [roll]


@pytest.mark.spec("DC-2", "DC-5")
def test_dice_are_kept_as_written_where_their_canonical_form_is_too_long(table: Table) -> None:
    written = "+".join(["adv"] * 50)
    roll = table.roll(expression=f" {written}").json()["roll"]
    assert roll["expression"] == written
    assert len(roll["dice"]) == 100


@pytest.mark.spec("DC-5")
def test_a_check_is_rolled_by_key_with_its_target(table: Table) -> None:
    roll = table.roll(check="climb", target=1).json()["roll"]
    assert (roll["name"], roll["target"], roll["band"]) == ("Climb", 1, "works")
    assert roll["outcome"] == "You are up."
    assert table.roll(check="luck").json()["roll"]["band"] in ("bad", "good")
    assert [shown["check"] for shown in table.shown()] == ["climb", "luck"]


@pytest.mark.spec("DC-5")
def test_the_checks_of_the_world_are_listed(table: Table) -> None:
    assert table.get().json()["checks"] == [
        {"key": "climb", "name": "Climb", "when": "", "dice": "1d20", "needs_target": True},
        {"key": "luck", "name": "Luck", "when": "", "dice": "1d6", "needs_target": False},
    ]


@pytest.mark.spec("DC-3", "DC-5", "DI-G2")
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"expression": ""}, "empty"),
        ({"expression": "1d6r<2"}, "reroll_how"),
        ({"expression": "1" * 201}, "too_long"),
        ({"expression": "9" * 100}, "too_high"),
        ({"check": "swim"}, "unknown_check"),
        ({"check": "climb"}, "needs_target"),
        ({"check": "luck", "target": 3}, "no_target"),
    ],
)
def test_what_cannot_be_rolled_is_refused_and_nothing_is_recorded(
    table: Table, body: dict[str, Any], code: str
) -> None:
    answer = table.roll(**body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)
    assert answer.json()["error"]["message"]
    assert not DiceRoll.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"expression": "1d6", "check": "luck"},
        {"expression": "1d6", "target": 3},
        {"check": "luck", "target": "high"},
        {"check": "luck", "target": 10**9},
        {"expression": ["1d6"]},
    ],
)
def test_a_request_of_another_shape_is_refused(table: Table, body: dict[str, Any]) -> None:
    assert table.roll(**body).status_code == 400
    assert not DiceRoll.objects.exists()


@pytest.mark.spec("DC-2", "DC-5")
def test_asked_again_under_its_key_it_is_the_same_roll(table: Table) -> None:
    first, again = (table.roll(expression="1d1000", key="once").json() for _ in range(2))
    assert first == again
    assert DiceRoll.objects.count() == 1


@pytest.mark.spec("DC-2", "DC-5", "PG-26")
def test_of_a_hidden_roll_it_is_told_that_dice_fell_and_nothing_else(
    story: Session, table: Table
) -> None:
    send(story)
    claim = begin(story)
    roll_dice(at=at(claim), key="open", expression="1d4")
    roll_dice(at=at(claim), key="hidden", expression="1d6", hidden=True)
    end(claim)
    seen, hidden = table.shown()
    assert seen["expression"] == "1d4"
    assert hidden == {
        "n": seen["n"] + 1,
        "turn": 1,
        "round": 0,
        "hidden": True,
        "asked_by": "agent",
    }


def test_somebody_elses_story_has_no_dice(story: Session) -> None:
    stranger = Table(story, make_user())
    assert stranger.get().status_code == 404
    assert stranger.roll(expression="1d6").status_code == 404
