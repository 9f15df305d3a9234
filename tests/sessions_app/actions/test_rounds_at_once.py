"""Two that write to one story's state at the same moment, and one that dies between (AD-5, ST-1a)."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections, transaction

from sessions_app.actions.by_hand import at_head
from sessions_app.actions.edits import Edit, edit_state
from sessions_app.actions.rolls import roll_dice
from sessions_app.actions.rounds import resolve_round
from sessions_app.models import DiceRoll, Session, StoryItem, StoryRound
from sessions_app.queries.world import read_world
from sessions_app.rules.steps import Refused, RollResult, RoundResult
from tests.sessions_app.playing_state import begin, dump, send
from tests.sessions_app.stories import new_key
from tests.sessions_app.tables import at, make_table_story
from worldbook.actions.errors import ActionRefused
from worldbook.rules.items.state import Holder

pytestmark = pytest.mark.django_db(transaction=True)

BLOCKED_BY_US = """
SELECT count(*) FROM pg_locks
WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))
"""


def _overtaken(late: Callable[[], Any], first: Callable[[], Any]) -> Any:
    """Run `first` and, before it is committed, `late`, which has to wait; what `late` came to."""
    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.append(late())
        except ActionRefused as refused:
            outcome.append(refused)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    with transaction.atomic():
        first()
        thread.start()
        until = time.monotonic() + 20
        waits = 0
        while not waits and time.monotonic() < until and thread.is_alive():
            with connection.cursor() as cursor:
                cursor.execute(BLOCKED_BY_US)
                (waits,) = cursor.fetchone()
        assert waits, "the late write did not wait for the first"
    thread.join(20)
    (found,) = outcome
    return found


def _take(story: Session, who: str) -> RoundResult | Refused:
    change = {"actor": who, "op": "take", "item": "iron-key"}
    proposal = {"item_changes": [change]}
    return resolve_round(at=at_head(story), key=new_key(), proposal=proposal, cause="author")


@pytest.mark.spec("AD-5", "IT-2")
def test_of_two_who_take_one_thing_the_later_one_is_judged_by_what_the_first_left() -> None:
    story = make_table_story()
    late = _overtaken(lambda: _take(story, "mira"), lambda: _take(story, "player"))
    assert isinstance(late, Refused)
    assert [reason.code for reason in late.reasons] == ["held_by_other"]
    items = read_world(story.pk).things.items
    assert items["iron-key"].holder == Holder("character", "persona")


@pytest.mark.spec("AD-5", "PG-22")
def test_an_edit_that_waited_for_a_round_sees_what_the_round_left() -> None:
    story = make_table_story()
    item = StoryItem.objects.get(session=story, key="iron-key")
    hall = {"kind": "location", "key": "hall"}
    edit = Edit("items", item.n, "held", hall, {"kind": "character", "key": "mira"}, "because")
    late = _overtaken(
        lambda: edit_state(by=story.owner, session_id=story.pk, key=new_key(), edit=edit),
        lambda: _take(story, "player"),
    )
    assert isinstance(late, ActionRefused)
    assert late.code == "value_changed"
    assert late.detail["present"] == {"kind": "character", "key": "persona"}


@pytest.mark.spec("AD-5")
def test_a_round_that_is_asked_twice_at_once_is_one_round() -> None:
    story = make_table_story()
    send(story)
    claim = begin(story)

    def ask() -> Any:
        return resolve_round(at=at(claim), key="once", proposal={"moves_to": {"player": "yard"}})

    answers: list[Any] = []
    late = _overtaken(ask, lambda: answers.append(ask()))
    assert late == answers[0]
    assert StoryRound.objects.filter(session=story).count() == 1


@pytest.mark.spec("DC-4")
def test_rolls_at_once_are_the_first_and_the_second_of_their_turn() -> None:
    story, other = make_table_story(seed="seven"), make_table_story(seed="seven")

    def ask(of: Session) -> Any:
        done = roll_dice(at=at_head(of), key=new_key(), expression="5d100", cause="author")
        assert isinstance(done, RollResult)
        return done.dice

    one: list[Any] = []
    late = _overtaken(lambda: ask(story), lambda: one.append(ask(story)))
    assert [one[0], late] == [ask(other), ask(other)]
    assert DiceRoll.objects.filter(session=story).count() == 2


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.spec("ST-1a", "TB-7")
def test_a_process_that_dies_between_judgement_and_commit_leaves_nothing(monkeypatch) -> None:
    story = make_table_story()
    send(story)
    claim = begin(story)
    before = dump(story)
    proposal = {
        "moves_to": {"player": "yard"},
        "item_changes": [{"actor": "player", "op": "take", "item": "iron-key"}],
    }

    def die(*_args: Any, **_kwargs: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(StoryRound, "save", die)
        with pytest.raises(Killed):
            resolve_round(at=at(claim), key="once", proposal=proposal)
    connections.close_all()
    assert dump(story) == before
    done = resolve_round(at=at(claim), key="once", proposal=proposal)
    assert isinstance(done, RoundResult)
    assert done.number == 1
