"""Rounds, skips and rolls go with the head: what each turn left is there again, byte for byte."""

import random

import pytest

from sessions_app.actions.by_hand import propose_round
from sessions_app.actions.rewinding import rewind
from sessions_app.actions.rolls import roll_dice
from sessions_app.actions.rounds import resolve_round
from sessions_app.actions.time import advance_time
from sessions_app.actions.turn_jobs import Superseded
from sessions_app.models import DiceRoll, Session, StoryRound
from sessions_app.queries.world import read_world
from sessions_app.rules.steps import RollResult, RoundResult, SkipResult
from tests.sessions_app.playing_state import begin, dump, end, send
from tests.sessions_app.stories import new_key
from tests.sessions_app.tables import at, make_table_story

pytestmark = pytest.mark.django_db

_ROUNDS = (
    {"item_changes": [{"actor": "player", "op": "take", "item": "iron-key"}]},
    {"item_changes": [{"actor": "player", "op": "unlock", "exit": "down"}]},
    {"moves_to": {"player": "cellar"}, "characters": {"mira": {"follows": "player"}}},
    {"item_changes": [{"actor": "mira", "op": "drop", "item": "coin", "quantity": 3}]},
    {"moves_to": {"player": "hall"}, "elapsed_seconds": 7_200},
    {"item_changes": [{"actor": "mira", "op": "consume", "item": "coin", "quantity": 7}]},
)


def _turn(story: Session, number: int) -> int:
    """A turn with a round, a skip and a roll; its take."""
    take = send(story)
    claim = begin(story)
    ref = at(claim, number)
    done = (
        resolve_round(at=ref, key=f"{take.pk}", proposal=_ROUNDS[number - 1]),
        advance_time(at=ref, key=f"{take.pk}", proposal={"by_minutes": 30, "reason": "rest"}),
        roll_dice(at=ref, key=f"{take.pk}", expression="2d6"),
    )
    assert [type(one) for one in done] == [RoundResult, SkipResult, RollResult], done
    end(claim)
    return take.pk


@pytest.mark.spec("ST-1", "PL-3", "DC-2", "TM-5")
def test_the_state_of_each_turn_is_there_again_wherever_the_head_goes() -> None:
    story = make_table_story(seed="seven")
    images = {}
    for number in range(1, len(_ROUNDS) + 1):
        take = _turn(story, number)
        images[take] = dump(story)
    draw = random.Random(5)
    takes = [*images]
    for take in [*draw.sample(takes, len(takes)), *draw.sample(takes, len(takes)), takes[-1]]:
        if take != Session.objects.get(pk=story.pk).head_id:
            rewind(by=story.owner, session_id=story.pk, key=new_key(), take_id=take)
        assert dump(story) == images[take]
        number = takes.index(take) + 1
        assert StoryRound.objects.filter(session=story).count() == number
        assert DiceRoll.objects.filter(session=story).count() == number


@pytest.mark.spec("ST-1a", "DC-2", "AD-5")
def test_another_attempt_finds_nothing_of_the_last_and_all_that_was_done_by_hand() -> None:
    story = make_table_story()
    send(story)
    first = at(begin(story))
    resolve_round(at=first, key="round", proposal={"moves_to": {"player": "yard"}})
    roll_dice(at=first, key="roll", expression="2d6")
    by_hand = {"moves_to": {"vera": "cellar"}, "ignore_exits": True}
    propose_round(by=story.owner, session_id=story.pk, key="hand", proposal=by_hand)
    second = at(begin(story))
    state = read_world(story.pk)
    assert (state.player_place, state.things.characters["vera"]) == ("hall", "cellar")
    assert not DiceRoll.objects.filter(session=story).exists()
    with pytest.raises(Superseded):
        resolve_round(at=first, key="late", proposal={"moves_to": {"player": "yard"}})
    done = resolve_round(at=second, key="round", proposal={"moves_to": {"player": "yard"}})
    assert isinstance(done, RoundResult)
    keys = StoryRound.objects.filter(session=story).order_by("number").values_list("key", flat=True)
    assert [*keys] == ["hand:hand", "round"]
