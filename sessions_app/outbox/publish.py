"""How plain code tells pages and runners something: after commit, without ever failing a request.

A frame that could not be written is not lost for good: facts about takes are told again by the
runner's scan (`Take.announced`), and pages that lost their hub's connection get a snapshot.
"""

import time
from collections.abc import Callable, Iterable
from typing import TypeVar

import structlog

from sessions_app.outbox.redis_client import UNREACHABLE
from sessions_app.outbox.streams import write_frames
from sessions_app.outbox.wakes import write_wake
from sessions_app.wire.frames import Frame

log = structlog.get_logger(__name__)

WAITS = (0.05, 0.2)
"""Seconds before the second and the third try."""

Result = TypeVar("Result")


def _persist(what: str, work: Callable[[], Result]) -> Result | None:
    """Try a few times, then say so in the log and give up."""
    for wait in (*WAITS, None):
        try:
            return work()
        except UNREACHABLE as error:
            if wait is None:
                log.warning("redis_unreachable", doing=what, error=str(error))
                return None
            time.sleep(wait)
    return None


def publish(session_id: int, frames: Iterable[Frame]) -> bool:
    """Tell all pages of a story; False where Redis could not be reached."""
    told = list(frames)
    return _persist("frames", lambda: write_frames(session_id, told)) is not None


def wake(kind: str, session_id: int, take_id: int) -> bool:
    """Call the runners (`kind` as in `wakes`); the scan of each second finds it anyway."""
    return _persist("wake", lambda: write_wake(kind, session_id, take_id)) is not None
