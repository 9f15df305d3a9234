"""The wake stream: calls to the turn runners, that a turn stands ready or is to be stopped.

It only saves waiting: whatever is told here stands in PostgreSQL too. It is read from its start,
so that a call made while no runner listened is heard.
"""

from dataclasses import dataclass
from typing import Final

from sessions_app.outbox.redis_client import BLOCK_MS, async_client, client, key

RUN: Final = "run"
STOP: Final = "stop"
KEPT = 1_000
START = "0-0"


@dataclass(frozen=True, slots=True)
class Wake:
    """One call; `id` is its place in the stream."""

    id: str
    kind: str
    session_id: int
    take_id: int


def write_wake(kind: str, session_id: int, take_id: int) -> str:
    """Append a call; its id. Raises `UNREACHABLE`."""
    fields = {"kind": kind, "session": str(session_id), "take": str(take_id)}
    written: bytes = client().xadd(key("wake"), fields, maxlen=KEPT, approximate=True)
    return written.decode()


async def read_wakes(after: str) -> list[Wake]:
    """The calls after an id; waits up to a second for the first. Raises `UNREACHABLE`."""
    answer = await async_client().xread({key("wake"): after}, count=KEPT, block=BLOCK_MS)
    return [
        Wake(
            id=entry_id.decode(),
            kind=fields[b"kind"].decode(),
            session_id=int(fields[b"session"]),
            take_id=int(fields[b"take"]),
        )
        for _, entries in answer or []
        for entry_id, fields in entries
    ]
