"""The stream of a story's frames: how it is written, and what of it is still kept (TB-2).

One Redis stream a session, `PREFIX:frames:SESSION`; each entry has one field `f`, the frame as
JSON without its id. Streams keep about `KEPT` frames and expire a day after the last one.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from sessions_app.outbox.redis_client import async_client, client, key
from sessions_app.wire.frames import Frame

KEPT = 2_000
EXPIRES_SECONDS = 86_400
START = "0-0"

Entry = tuple[bytes, dict[bytes, bytes]]


def frames_key(session_id: int) -> str:
    """The key of a story's stream."""
    return key("frames", session_id)


def _fields(frame: Frame) -> dict[str, bytes]:
    return {"f": orjson.dumps(frame)}


def write_frames(session_id: int, frames: Iterable[Frame]) -> list[str]:
    """Append frames; their ids in order. Raises `UNREACHABLE`."""
    name = frames_key(session_id)
    pipe = client().pipeline(transaction=False)
    for frame in frames:
        pipe.xadd(name, _fields(frame), maxlen=KEPT, approximate=True)
    pipe.expire(name, EXPIRES_SECONDS)
    return [found.decode() for found in pipe.execute()[:-1]]


async def write_frames_async(session_id: int, frames: Iterable[Frame]) -> list[str]:
    """The same on the event loop."""
    name = frames_key(session_id)
    pipe = async_client().pipeline(transaction=False)
    for frame in frames:
        pipe.xadd(name, _fields(frame), maxlen=KEPT, approximate=True)
    pipe.expire(name, EXPIRES_SECONDS)
    return [found.decode() for found in (await pipe.execute())[:-1]]


def last_id(session_id: int) -> str:
    """The id of the last frame ever written here, `START` where there is none."""
    newest = client().xrevrange(frames_key(session_id), count=1)
    return newest[0][0].decode() if newest else START


async def last_id_async(session_id: int) -> str:
    """The same on the event loop."""
    newest = await async_client().xrevrange(frames_key(session_id), count=1)
    return newest[0][0].decode() if newest else START


def order_of(frame_id: str) -> tuple[int, int]:
    """A frame id as something to compare; ValueError where it is none."""
    time, _, number = frame_id.partition("-")
    return int(time), int(number or 0)


async def frames_after(session_id: int, after: str) -> list[Entry] | None:
    """The entries after an id, oldest first; None where some of them are no longer kept.

    An id that is not the start, and is older than the oldest entry or newer than the newest, tells
    of frames that were trimmed, or lost with the server.
    """
    name = frames_key(session_id)
    pipe = async_client().pipeline(transaction=True)
    pipe.xlen(name)
    pipe.xrange(name, count=1)
    pipe.xrevrange(name, count=1)
    pipe.xrange(name, min=f"({after}")
    length, oldest, newest, entries = await pipe.execute()
    if after == START:
        return entries if length < KEPT else None
    if not length or not _order(oldest[0]) <= order_of(after) <= _order(newest[0]):
        return None
    return list(entries)


def _order(entry: Entry) -> tuple[int, int]:
    return order_of(entry[0].decode())


def text_after(session_id: int, take_id: int, attempt: int, after: str) -> list[tuple[int, str]]:
    """The words of an attempt told after a frame: (code point, text) pairs. Raises UNREACHABLE."""
    low = f"({after}" if after else "-"
    found: Sequence[Entry] = client().xrange(frames_key(session_id), min=low)
    told = []
    for _, fields in found:
        frame: dict[str, Any] = orjson.loads(fields[b"f"])
        if frame.get("take") != take_id or frame.get("attempt") != attempt:
            continue
        if frame["type"] == "text":
            told.append((frame["at"], frame["text"]))
        elif frame["type"] == "replace":
            told.append((0, frame["text"]))
    return told


def with_id(entry: Entry) -> str:
    """An entry as the text that goes to a browser: the frame with its id in front."""
    entry_id, fields = entry
    return f'{{"id":"{entry_id.decode()}",{fields[b"f"].decode()[1:]}'
