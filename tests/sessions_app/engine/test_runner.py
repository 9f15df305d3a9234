"""The runner finds what is to be done by itself, and hands over what it cannot finish."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from sessions_app.actions.turns import submit_turn
from sessions_app.models import ModelCall, Session, Take, Turn
from sessions_app.outbox.redis_client import client
from tests.factories import make_user
from tests.journeys.playing import Page, running
from tests.sessions_app.stories import make_story, new_key, tell_slowly

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def a_story(delay_ms: float = 0) -> Session:
    tell_slowly(delay_ms)
    return make_story(make_user())


@sync_to_async
def send(story: Session, text: str = "Hello") -> int:
    return submit_turn(by=story.owner, session_id=story.pk, key=new_key(), text=text)["id"]


@sync_to_async
def values(turn: int, *names: str) -> dict[str, Any]:
    return Take.objects.filter(turn_id=turn).values(*names).get()


@sync_to_async
def outcomes(turn: int) -> list[tuple[int, str]]:
    calls = ModelCall.objects.filter(turn_ref=turn).order_by("id")
    return list(calls.values_list("attempt", "outcome"))


async def ended(turn: int, seconds: float = 30) -> str:
    async with asyncio.timeout(seconds):
        while True:
            status = (await values(turn, "status"))["status"]
            if status not in ("queued", "running"):
                return status
            await asyncio.sleep(0.05)


@pytest.mark.spec("TB-2")
async def test_a_message_nobody_was_woken_for_is_found_by_the_scan() -> None:
    story = await a_story()
    turn = await send(story)
    client().flushall()
    async with running():
        assert await ended(turn) == "delivered"


@pytest.mark.spec("TB-1")
async def test_two_runners_play_a_turn_once() -> None:
    story = await a_story()
    async with running(), running():
        turn = await send(story)
        assert await ended(turn) == "delivered"
        await asyncio.sleep(1.2)
    assert (await values(turn, "attempt"))["attempt"] == 1
    assert await sync_to_async(ModelCall.objects.filter(turn_ref=turn).count)() == 1


@pytest.mark.spec("TB-3")
async def test_a_runner_that_ends_in_order_hands_its_turn_to_the_next() -> None:
    story = await a_story(300)
    async with running():
        turn = await send(story, "Tell me about the copper key, please")
        while (await values(turn, "status"))["status"] != "running":
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)
    assert await values(turn, "status", "own_starts") == {"status": "queued", "own_starts": 0}
    assert await outcomes(turn) == [(1, "cancelled")]
    await sync_to_async(tell_slowly)(0)
    async with running():
        assert await ended(turn) == "delivered"
    assert (await values(turn, "attempt"))["attempt"] == 2
    assert await outcomes(turn) == [(1, "cancelled"), (2, "ok")]


@pytest.mark.spec("OB-1", "TB-3")
async def test_an_attempt_that_lost_its_turn_keeps_what_it_asked_and_writes_nothing_else() -> None:
    story = await a_story(300)
    async with running():
        turn = await send(story, "Tell me about the copper key, please")
        while (await values(turn, "status"))["status"] != "running":
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)
        await sync_to_async(Take.objects.filter(turn_id=turn).update)(attempt=7)
        async with asyncio.timeout(30):
            while not await outcomes(turn):
                await asyncio.sleep(0.05)
        assert (await outcomes(turn))[0] == (1, "cancelled")


@pytest.mark.spec("TB-2")
async def test_an_end_that_was_committed_but_not_told_is_told_by_the_scan() -> None:
    story = await a_story()
    async with running(), Page(story.owner, story.pk) as page:
        await page.open()
        turn = await send(story)
        await page.until_end()
        long_ago = timezone.now() - timedelta(minutes=1)
        untold = Take.objects.filter(turn_id=turn).update
        await sync_to_async(untold)(announced=False, ended_at=long_ago)
        again = await page.until_end()
        assert (again["type"], again["turn"]) == ("delivered", turn)
        await asyncio.sleep(1.2)
        assert (await values(turn, "announced"))["announced"]
        assert await page.socket.receive_nothing(0.1)


@pytest.mark.spec("TB-1")
async def test_a_message_that_waits_though_nothing_runs_is_played() -> None:
    story = await a_story()
    make = Turn.objects.create
    turn = await sync_to_async(make)(
        session=story, player_text="Hello", status="waiting", idempotency_key="left"
    )
    async with running():
        async with asyncio.timeout(30):
            while not await sync_to_async(Take.objects.filter(turn=turn).exists)():
                await asyncio.sleep(0.05)
        assert await ended(turn.pk) == "delivered"
