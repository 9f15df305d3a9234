"""The ORM for the event loop: a bounded pool of threads, each with its own connection.

A lost connection is closed and the call tried again for a while: everything handed to `in_db` may
run twice. No transaction is open between two calls, so none is open while a model is asked.
"""

import asyncio
import contextvars
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

import structlog
from django.db import InterfaceError, OperationalError, connections

log = structlog.get_logger(__name__)

THREADS = 6
WAITS = (0.1, 0.3, 0.7, 1.5, 3.0, 5.0, 5.0, 5.0)
"""Seconds between tries: a database that is started anew is waited for some twenty seconds."""

P = ParamSpec("P")
R = TypeVar("R")


def retrying(work: Callable[[], R]) -> R:
    """Do the work; where the connection is lost, open another and try again."""
    for wait in (*WAITS, None):
        try:
            return work()
        except (OperationalError, InterfaceError) as error:
            if wait is None:
                raise
            log.warning("database_unreachable", error=str(error).strip(), again_in=wait)
            connections.close_all()
            time.sleep(wait)
    raise AssertionError("the last try returns or raises")


class Database:
    """A pool of threads for the ORM; `close` also closes their connections."""

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="orm")

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Do blocking work in a thread of the pool."""
        context = contextvars.copy_context()
        call = partial(context.run, retrying, partial(work, *args, **kwargs))
        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    async def close(self) -> None:
        """Let every thread close its connection, then end them."""
        together = threading.Barrier(self._threads)

        def close_mine() -> None:
            together.wait(timeout=10)
            connections.close_all()

        loop = asyncio.get_running_loop()
        await asyncio.gather(
            *(loop.run_in_executor(self._pool, close_mine) for _ in range(self._threads))
        )
        self._pool.shutdown(wait=False)
