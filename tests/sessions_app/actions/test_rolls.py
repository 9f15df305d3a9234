"""Rolls are thrown, read, and recorded in the state of the turn that asked for them."""

import random
from dataclasses import replace
from typing import Any

import pytest

from sessions_app.actions import rolls
from sessions_app.actions.by_hand import at_head
from sessions_app.actions.rolls import check_by_player, roll_by_player, roll_check, roll_dice
from sessions_app.actions.rounds import resolve_round
from sessions_app.actions.turn_jobs import Claim
from sessions_app.engine.gather import gather
from sessions_app.models import Command, DiceRoll, Session
from sessions_app.queries.messages import page_json
from sessions_app.queries.rounds import rolls_of
from sessions_app.rules.steps import Refused, RollResult
from tests.factories import make_user
from tests.sessions_app.playing_state import begin, dump, end, send
from tests.sessions_app.stories import new_key
from tests.sessions_app.tables import at, inn, make_table_story
from worldbook.actions.errors import ActionRefused

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Session:
    story = make_table_story(seed="seven")
    send(story)
    return story


@pytest.fixture
def claim(story: Session) -> Claim:
    return begin(story)


def _roll(claim: Claim, expression: str = "3d6", **fields: Any) -> RollResult:
    done = roll_dice(at=at(claim), key=new_key(), expression=expression, **fields)
    assert isinstance(done, RollResult), done
    return done


def _check(claim: Claim, **fields: Any) -> RollResult | Refused:
    return roll_check(at=at(claim), key=new_key(), **fields)


@pytest.mark.spec("DC-2")
def test_a_plain_roll_is_recorded_with_every_die(story, claim) -> None:
    resolve_round(at=at(claim), key=new_key(), proposal={})
    done = _roll(claim, "4d6kh3 + 2", reason="strength", character="player", hidden=True)
    assert done.expression == "4d6kh3+2"
    assert len(done.dice) == 4
    assert sum(die["kept"] for die in done.dice) == 3
    assert done.total == done.value == sum(d["value"] for d in done.dice if d["kept"]) + 2
    row = DiceRoll.objects.get(session=story)
    assert (row.turn, row.round, row.reason, row.hidden) == (1, 1, "strength", True)
    assert (row.asked_by, row.character.key, row.dice_check) == ("agent", "persona", None)
    assert done.rolled_when == row.rolled_when
    assert rolls_of(story.pk, [1]) == {1: [done]}


@pytest.mark.spec("DC-2", "AD-5")
def test_the_same_key_is_the_same_roll(story, claim) -> None:
    first = roll_dice(at=at(claim), key="once", expression="1d20")
    before = dump(story)
    assert roll_dice(at=at(claim), key="once", expression="9d9") == first
    assert dump(story) == before


@pytest.mark.spec("DC-4")
def test_with_a_seed_of_hand_the_nth_roll_of_a_turn_is_the_same_in_every_story(
    story, claim
) -> None:
    other = make_table_story(seed="seven")
    send(other)
    again = begin(other)
    first = [_roll(claim, "10d20").dice for _ in range(3)]
    assert [_roll(again, "10d20").dice for _ in range(3)] == first
    assert len({tuple(die["value"] for die in dice) for dice in first}) == 3
    later = replace(at(again), turn_number=2)
    assert roll_dice(at=later, key=new_key(), expression="10d20").dice != first[0]


@pytest.mark.spec("DC-4")
def test_without_one_the_machine_draws(monkeypatch) -> None:
    story = make_table_story()
    send(story)
    drawn = random.Random(1)
    monkeypatch.setattr(rolls, "randbelow", drawn.randrange)
    done = _roll(begin(story), "3d1000")
    again = random.Random(1)
    assert [die["value"] for die in done.dice] == [again.randrange(1000) + 1 for _ in range(3)]


@pytest.mark.spec("DC-1", "DC-2")
def test_a_check_adds_the_characters_variable_and_is_read_over_its_target(story, claim) -> None:
    wounds = {"of": {"kind": "character", "key": "player"}, "variable": "wounds", "to": 3}
    resolve_round(at=at(claim), key=new_key(), proposal={"variable_changes": [wounds]})
    done = _check(claim, check="climb", target=10, modifier=-1)
    assert isinstance(done, RollResult)
    assert list(done.modifiers) == [
        {"name": "wounds", "label": "Wounds", "value": 3},
        {"name": "modifier", "value": -1},
    ]
    assert done.value == done.total + 2
    assert done.band == ("works" if done.value >= 10 else "fails")
    assert done.outcome == ("You are up." if done.value >= 10 else "You slip.")
    assert (done.check, done.name, done.target) == ("climb", "Climb", 10)


@pytest.mark.spec("DC-3")
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"check": "jump"}, "unknown_check"),
        ({"check": "climb"}, "needs_target"),
        ({"check": "luck", "target": 3}, "no_target"),
        ({"check": "luck", "character": "nobody"}, "unknown_character"),
        ({"check": "climb", "target": 2_000_000}, "added_range"),
    ],
)
def test_a_check_that_cannot_be_read_records_no_roll(story, claim, fields, code) -> None:
    done = _check(claim, **fields)
    assert isinstance(done, Refused)
    assert [reason.code for reason in done.reasons] == [code]
    assert not DiceRoll.objects.exists()


@pytest.mark.spec("DC-3")
def test_a_value_that_no_band_covers_is_an_error_and_no_roll(story, claim) -> None:
    done = _check(claim, check="luck", modifier=5)
    assert isinstance(done, RollResult)
    broken = make_table_story_with_gap()
    send(broken)
    refused = _check(begin(broken), check="luck", modifier=100)
    assert isinstance(refused, Refused)
    assert refused.reasons[0].code == "no_band"
    assert refused.told() == [{"code": "no_band", "value": refused.reasons[0].detail["value"]}]
    assert not DiceRoll.objects.filter(session=broken).exists()


def make_table_story_with_gap() -> Session:
    """A story whose check of luck ends with the dice's own six."""
    document = inn()
    bands = document["checks"][1]["bands"]
    bands[1]["to"] = 6
    return make_table_story(document=document)


def test_dice_that_cannot_be_read_are_refused_with_their_place(claim) -> None:
    done = roll_dice(at=at(claim), key=new_key(), expression="1d6 >")
    assert isinstance(done, Refused)
    assert "at" in done.reasons[0].detail
    assert done.told() == [{"code": "bad_dice", "dice": "1d6 >"}]


@pytest.mark.spec("DC-5")
def test_a_player_rolls_behind_the_last_turn_once_per_key(story, claim) -> None:
    end(claim)
    answer = roll_by_player(by=story.owner, session_id=story.pk, key="once", expression="2d6+3")
    assert answer["roll"]["expression"] == "2d6+3"
    assert (answer["roll"]["turn"], answer["roll"]["asked_by"]) == (1, "player")
    again = roll_by_player(by=story.owner, session_id=story.pk, key="once", expression="2d6+3")
    assert again == answer
    assert DiceRoll.objects.count() == 1
    checked = check_by_player(
        by=story.owner, session_id=story.pk, key=new_key(), check="climb", target=5
    )
    assert "character" not in checked["roll"]
    assert checked["roll"]["check"] == "climb"


def test_a_players_roll_that_cannot_be_is_refused_in_words_and_leaves_no_command(story) -> None:
    with pytest.raises(ActionRefused) as refused:
        roll_by_player(by=story.owner, session_id=story.pk, key="bad", expression="1d0")
    assert refused.value.message
    assert "told" not in refused.value.detail
    assert not Command.objects.filter(idempotency_key="bad").exists()
    with pytest.raises(ActionRefused) as foreign:
        roll_by_player(by=make_user(), session_id=story.pk, key="x", expression="1d6")
    assert foreign.value.code == "not_found"


@pytest.mark.spec("DC-5")
def test_what_a_player_threw_is_gathered_for_the_next_turn_alone(story, claim) -> None:
    _roll(claim, "1d4")
    end(claim)
    roll_by_player(by=story.owner, session_id=story.pk, key=new_key(), expression="1d6")
    second = send(story)
    (line,) = gather(story.pk, second.pk).rolls
    assert line.startswith("1d6 = ")
    end(begin(story))
    assert gather(story.pk, send(story).pk).rolls == ()


@pytest.mark.spec("VR-5", "DC-2")
def test_a_private_variable_of_another_is_not_told_with_a_roll() -> None:
    document = inn()
    document["variables"].append(
        {"key": "courage", "name": "Courage", "visibility": "private", "minimum": 0,
         "maximum": 9, "step": 1, "default": 7}
    )  # fmt: skip
    document["checks"].append(
        {"key": "brave", "name": "Brave", "dice": "1d20", "comparison": "over",
         "variable": "courage", "bands": [{"label": "works", "outcome": "So be it."}]}
    )  # fmt: skip
    story = make_table_story(document=document)
    for who, seen in (
        ("mira", []),
        ("player", [{"name": "Courage", "value": 7}]),
    ):
        done = roll_check(at=at_head(story), key=new_key(), check="brave", target=3, character=who)
        assert isinstance(done, RollResult)
        assert done.value == done.total + 7
        (*_, told) = page_json(story)["turns"][-1]["rolls"]
        assert told == done.seen_json()
        assert told["modifiers"] == seen
        assert told["value"] == done.total + sum(one["value"] for one in seen)


@pytest.mark.spec("VR-5", "DC-5")
def test_a_number_of_somebody_else_is_not_named_to_the_player() -> None:
    document = inn()
    document["variables"].append(
        {"key": "grudge", "name": "Grudge", "visibility": "private", "targets": ["mira"],
         "minimum": 0, "maximum": 9, "step": 1, "default": 7}
    )  # fmt: skip
    document["checks"].append(
        {"key": "soothe", "name": "Soothe", "dice": "1d20", "comparison": "over",
         "variable": "grudge", "bands": [{"label": "works", "outcome": "So be it."}]}
    )  # fmt: skip
    story = make_table_story(document=document)
    with pytest.raises(ActionRefused) as refused:
        check_by_player(
            by=story.owner, session_id=story.pk, key=new_key(), check="soothe", target=3
        )
    assert refused.value.code == "no_variable"
    assert refused.value.message == "This check adds a number that your character does not have."
    assert refused.value.detail == {}
