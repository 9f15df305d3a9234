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
        _by_loop[loop] = aioredis.Redis(connection_pool=pool)
    return _by_loop[loop]


async def close_async_client() -> None:
    """Close the running loop's connections; the next call opens new ones."""
    found = _by_loop.pop(asyncio.get_running_loop(), None)
    if found is not None:
        await found.aclose()
        await found.connection_pool.disconnect()
