"""The stream of a story's frames."""

import orjson
import pytest

from sessions_app.outbox.redis_client import client, close_async_client
from sessions_app.outbox.streams import (
    START,
    frames_after,
    frames_key,
    last_id,
    order_of,
    with_id,
    write_frames,
)


async def ids_after(after: str) -> list[str] | None:
    entries = await frames_after(1, after)
    await close_async_client()
    return None if entries is None else [entry[0].decode() for entry in entries]


@pytest.mark.spec("TB-2")
async def test_what_was_missed_comes_in_order_and_once() -> None:
    assert last_id(1) == START
    ids = write_frames(1, [{"type": "text", "at": n} for n in range(5)])
    assert ids == sorted(ids, key=order_of)
    assert last_id(1) == ids[-1]
    assert await ids_after(START) == ids
    assert await ids_after(ids[2]) == ids[3:]
    assert await ids_after(ids[-1]) == []


@pytest.mark.spec("TB-2")
async def test_what_is_no_longer_kept_is_told_apart_from_nothing_new() -> None:
    assert await ids_after(START) == []
    assert await ids_after("5-0") is None
    ids = write_frames(1, [{"type": "text"}] * 3)
    client().xtrim(frames_key(1), maxlen=2, approximate=False)
    assert await ids_after(ids[0]) is None
    assert await ids_after(ids[1]) == ids[2:]
    assert await ids_after("99999999999999-0") is None


def test_a_frame_goes_out_with_its_id_in_front() -> None:
    (frame_id,) = write_frames(1, [{"type": "text", "text": "雪 “and” <b>"}])
    (entry,) = client().xrange(frames_key(1))
    assert orjson.loads(with_id(entry)) == {
        "id": frame_id,
        "type": "text",
        "text": "雪 “and” <b>",
    }


def test_streams_end_by_themselves() -> None:
    write_frames(1, [{"type": "text"}])
    assert 0 < client().ttl(frames_key(1)) <= 86_400
