"""The connections to Redis: one pool a process for plain code, one client an event loop."""

import asyncio
import functools
import os
from typing import Any
from weakref import WeakKeyDictionary

import redis
import redis.asyncio as aioredis
from django.conf import settings

UNREACHABLE = (redis.ConnectionError, redis.TimeoutError, redis.BusyLoadingError, OSError)
"""What a Redis that is away, starting or cut off raises."""

BLOCK_MS = 1_000
"""How long one blocking read waits; far below the socket's own time limit."""

_SOCKET_SECONDS = 5.0
_CONNECT_SECONDS = 1.0

_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, aioredis.Redis] = WeakKeyDictionary()


def key(*parts: object) -> str:
    """A key of this site: the prefix keeps several sites on one server apart."""
    return ":".join([settings.REDIS_PREFIX, *(str(part) for part in parts)])


@functools.cache
def _client_of(_process: int, url: str) -> redis.Redis:
    pool = redis.BlockingConnectionPool.from_url(
        url,
        max_connections=16,
        timeout=2,
        socket_timeout=_SOCKET_SECONDS,
        socket_connect_timeout=_CONNECT_SECONDS,
    )
    return redis.Redis(connection_pool=pool)


def client() -> Any:
    """The `redis.Redis` of this process; a forked child gets its own.

    Any: redis-py types its answers as the union of all its modes. Here they are bytes.
    """
    return _client_of(os.getpid(), settings.REDIS_URL)


def async_client() -> Any:
    """The `redis.asyncio.Redis` of the running event loop; its answers are bytes."""
    loop = asyncio.get_running_loop()
    if loop not in _by_loop:
        pool = aioredis.BlockingConnectionPool.from_url(
            settings.REDIS_URL,
            max_connections=32,
            timeout=2,
            socket_timeout=_SOCKET_SECONDS,
            socket_connect_timeout=_CONNECT_SECONDS,
        )
        pool.connection_class = _heeding(pool.connection_class)
        _by_loop[loop] = aioredis.Redis(connection_pool=pool)
    return _by_loop[loop]


def _heeding(kind: Any) -> Any:
    """A kind of connection that loses no cancellation.

    redis-py sends each command through `asyncio.wait_for`, which in Python 3.11 swallows a
    cancellation that arrives just when the sending has ended: a task that is cancelled once, and
    waited for, would go on for ever (cpython issue 86296, gone in 3.12).
    """

    class Heeding(kind):  # type: ignore[misc]
        async def send_packed_command(self, *command: Any, **options: Any) -> None:
            task = asyncio.current_task()
            before = task.cancelling() if task is not None else 0
            await super().send_packed_command(*command, **options)
            if task is not None and task.cancelling() > before:
                await self.disconnect(nowait=True)
                raise asyncio.CancelledError

    return Heeding


async def close_async_client() -> None:
    """Close the running loop's connections; the next call opens new ones."""
    found = _by_loop.pop(asyncio.get_running_loop(), None)
    if found is not None:
        await found.aclose()
        await found.connection_pool.disconnect()
