"""Words on their way to the pages."""

import asyncio

import orjson
import pytest

from sessions_app.engine.writer import FrameWriter
from sessions_app.outbox import redis_client
from sessions_app.outbox.redis_client import client, close_async_client
from sessions_app.outbox.streams import frames_key
from sessions_app.wire.frames import AnswerFrames


def frames() -> list[dict]:
    return [orjson.loads(fields[b"f"]) for _, fields in client().xrange(frames_key(1))]


def a_writer(kept: str = "") -> FrameWriter:
    return FrameWriter(1, AnswerFrames(turn=1, take=1, attempt=1), kept)


async def until_written(number: int) -> list[dict]:
    """The frames, once there are so many; a busy machine may take its time."""
    for _ in range(2000):
        if len(frames()) >= number:
            break
        await asyncio.sleep(0.01)
    return frames()


async def test_the_first_words_go_at_once_and_later_ones_together() -> None:
    writer = a_writer()
    writer.start()
    writer.say("One")
    assert [frame["text"] for frame in await until_written(1)] == ["One"]
    for word in (" two", " three", " four"):
        writer.say(word)
    await until_written(2)
    await writer.stop()
    await close_async_client()
    assert [(frame["at"], frame["text"]) for frame in frames()] == [
        (0, "One"),
        (3, " two three four"),
    ]


async def test_offsets_count_code_points_after_the_kept_text() -> None:
    writer = a_writer("雪😀")
    writer.say("!")
    await writer.flush()
    writer.replace("?")
    await writer.flush()
    await close_async_client()
    assert [(f["type"], f.get("at"), f["text"]) for f in frames()] == [
        ("text", 2, "!"),
        ("replace", None, "雪😀?"),
    ]


@pytest.mark.spec("SF-3")
async def test_after_redis_was_away_the_whole_text_is_told_again(settings) -> None:
    writer = a_writer()
    writer.say("One")
    await writer.flush()
    here = settings.REDIS_URL
    await close_async_client()
    settings.REDIS_URL = "unix:///nowhere/s"
    writer.say(" two")
    assert not await writer.flush()
    await close_async_client()
    settings.REDIS_URL = here
    assert await writer.flush()
    await close_async_client()
    redis_client.client()
    assert [(frame["at"], frame["text"]) for frame in frames()] == [(0, "One"), (0, "One two")]
