"""The connections to Redis: what is cancelled ends, and what comes after finds a whole connection."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.asyncio.connection import AbstractConnection

from sessions_app.engine.writer import FrameWriter
from sessions_app.outbox.redis_client import async_client, close_async_client
from sessions_app.outbox.streams import frames_after, write_frames_async
from sessions_app.wire.frames import AnswerFrames


@pytest.fixture
async def cancelled_as_it_sends(monkeypatch) -> AsyncIterator[list[asyncio.Task]]:
    """Tasks of this list are cancelled once, at the moment their next command has been sent."""
    await async_client().ping()
    tasks: list[asyncio.Task] = []
    send = AbstractConnection._send_packed_command

    async def send_and_cancel(self, command):
        await send(self, command)
        while tasks:
            tasks.pop().cancel()

    monkeypatch.setattr(AbstractConnection, "_send_packed_command", send_and_cancel)
    yield tasks
    await close_async_client()


async def ended(task: asyncio.Task) -> bool:
    await asyncio.wait([task], timeout=5)
    return task.cancelled()


@pytest.mark.spec("TB-3")
async def test_a_task_that_is_cancelled_as_its_command_leaves_ends(cancelled_as_it_sends) -> None:
    async def work() -> None:
        while True:
            await async_client().ping()
            await asyncio.sleep(0)

    task = asyncio.create_task(work())
    cancelled_as_it_sends.append(task)
    assert await ended(task)
    (frame_id,) = await write_frames_async(1, [{"type": "text", "text": "whole"}])
    assert await frames_after(1, frame_id) == []


@pytest.mark.spec("TB-3")
async def test_an_attempt_that_is_given_back_as_its_words_leave_stops(
    cancelled_as_it_sends,
) -> None:
    writer = FrameWriter(1, AnswerFrames(turn=1, take=1, attempt=1), "")
    writer.start()
    writer.say("One")
    cancelled_as_it_sends.append(writer._task)
    assert await ended(writer._task)
    await writer.stop()


async def test_a_time_limit_around_a_command_is_still_one(cancelled_as_it_sends) -> None:
    async def work() -> str:
        try:
            async with asyncio.timeout(0):
                await async_client().ping()
        except TimeoutError:
            return "time limit"
        return "answered"

    assert await work() == "time limit"
    assert await async_client().ping()
