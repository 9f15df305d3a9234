"""A step of the table is done to its end with its frame, whatever becomes of who waited for it."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from sessions_app.actions.turn_jobs import Claim, Superseded
from sessions_app.engine import table as engine
from sessions_app.engine.table import Table
from sessions_app.rules.actor_view import ActorView, CardView
from sessions_app.rules.steps import Refused, RoundResult
from sessions_app.wire.frames import AnswerFrames, Frame
from worldbook.rules.refusal import Refusal

DONE = RoundResult(1, "hall", {}, (), {}, (), (), (), (), 1_000, 31_000)


class SlowDatabase:
    """Work is begun at once and ends when it is let."""

    def __init__(self) -> None:
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()
        self.asked: list[dict[str, Any]] = []

    async def run(self, work: Callable[[], Any]) -> Any:
        self.begun.set()
        await self.may_end.wait()
        return work()


def a_table(database: SlowDatabase, told: list[Frame]) -> Table:
    async def tell(frame: Frame) -> None:
        told.append(frame)

    return Table(
        claim=Claim(session_id=1, owner_id=1, turn_id=5, take_id=7, attempt=2, timeline=3),
        turn_number=4,
        actor=ActorView(char=CardView(name="Mira"), message="Go"),
        database=database,  # type: ignore[arg-type]
        frames=AnswerFrames(turn=5, take=7, attempt=2),
        tell=tell,
    )


def answer_rounds(monkeypatch: pytest.MonkeyPatch, database: SlowDatabase, answer: Any) -> None:
    def resolve(**asked: Any) -> Any:
        database.asked.append(asked)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(engine, "resolve_round", resolve)


@pytest.mark.spec("TB-3")
async def test_a_stop_waits_for_the_round_that_is_being_resolved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    database, told = SlowDatabase(), []
    answer_rounds(monkeypatch, database, DONE)
    table = a_table(database, told)
    turn = asyncio.create_task(table.resolve_round({"outcomes": {}}))
    await database.begun.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert told == []
    database.may_end.set()
    await table.settled()
    assert [frame["type"] for frame in told] == ["round"]
    assert told[0]["round"] == {"number": 1, "begins": 1_000, "ends": 31_000}


@pytest.mark.spec("ST-1a")
async def test_a_step_is_done_under_its_attempt_and_a_key_of_the_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    database, told = SlowDatabase(), []
    database.may_end.set()
    answer_rounds(monkeypatch, database, DONE)
    assert await a_table(database, told).resolve_round({"outcomes": {}}) == DONE
    (asked,) = database.asked
    at = asked["at"]
    assert (at.session_id, at.turn_id, at.turn_number) == (1, 5, 4)
    assert (at.take_id, at.attempt, at.timeline) == (7, 2, 3)
    assert asked["key"] == "take:7:round"


async def test_what_was_refused_or_lost_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    database, told = SlowDatabase(), []
    database.may_end.set()
    refused = Refused((Refusal("locked", "It is locked."),))
    answer_rounds(monkeypatch, database, refused)
    assert await a_table(database, told).resolve_round({}) == refused
    answer_rounds(monkeypatch, database, Superseded())
    table = a_table(database, told)
    with pytest.raises(Superseded):
        await table.resolve_round({})
    await table.settled()
    assert told == []
