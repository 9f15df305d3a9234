"""The locks of running turns: one advisory lock a session, all on one connection (TB-1).

The locks end by themselves when the connection does, which is when the process dies. Where the
connection is lost but the process lives (PostgreSQL was started anew), it is opened again and the
locks are taken again; those that somebody else has by then are reported as lost.
"""

import asyncio
from typing import Any

import psycopg
import structlog
from django.db import connections

log = structlog.get_logger(__name__)

RETAKE_SECONDS = 2.0
"""How long a lock that our own dead connection may still hold is waited for."""

_TRY = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
_FREE = "SELECT pg_advisory_unlock(hashtextextended(%s, 0))"


class LocksUnavailable(Exception):  # noqa: N818 - the database is away, and will be back
    """No lock can be taken now: the database cannot be reached."""


def _name(session_id: int) -> str:
    return f"rpsite:turn:{session_id}"


def connect_arguments() -> dict[str, Any]:
    """Where the site's database is, for a connection outside Django's."""
    found = connections["default"].get_connection_params()
    known = ("dbname", "user", "password", "host", "port", "sslmode", "options")
    return {name: found[name] for name in known if found.get(name)}


class SessionLocks:
    """The locks that this process holds."""

    def __init__(self) -> None:
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._held: set[int] = set()
        self._turn = asyncio.Lock()

    async def take(self, session_id: int) -> bool:
        """Take the lock of a session; False where another process has it."""
        async with self._turn:
            got = await self._ask(_TRY, session_id)
            if got:
                self._held.add(session_id)
            return got

    async def release(self, session_id: int) -> None:
        """Give the lock back; a connection that is gone has given it back already."""
        async with self._turn:
            self._held.discard(session_id)
            if self._connection is not None:
                try:
                    await self._ask(_FREE, session_id)
                except LocksUnavailable:
                    log.info("lock_connection_lost", session=session_id)

    async def check(self) -> set[int]:
        """See that the connection lives, else open it again; the sessions whose lock was lost.

        Raises LocksUnavailable while the database is away.
        """
        async with self._turn:
            if self._connection is not None and await self._alive():
                return set()
            await self._open()
            lost = {session for session in self._held if not await self._retake(session)}
            self._held -= lost
            return lost

    async def close(self) -> None:
        """Close the connection, and with it give all locks back."""
        async with self._turn:
            self._held.clear()
            await self._drop()

    async def _ask(self, statement: str, session_id: int) -> bool:
        if self._connection is None:
            await self._open()
        try:
            assert self._connection is not None
            cursor = await self._connection.execute(statement, [_name(session_id)])
            row = await cursor.fetchone()
        except psycopg.OperationalError as error:
            await self._drop()
            raise LocksUnavailable from error
        return bool(row and row[0])

    async def _alive(self) -> bool:
        try:
            assert self._connection is not None
            await self._connection.execute("SELECT 1")
        except psycopg.OperationalError:
            await self._drop()
            return False
        return True

    async def _open(self) -> None:
        try:
            self._connection = await psycopg.AsyncConnection.connect(
                **connect_arguments(), autocommit=True, connect_timeout=5
            )
        except psycopg.OperationalError as error:
            raise LocksUnavailable from error

    async def _retake(self, session_id: int) -> bool:
        until = asyncio.get_running_loop().time() + RETAKE_SECONDS
        while not await self._ask(_TRY, session_id):
            if asyncio.get_running_loop().time() > until:
                return False
            await asyncio.sleep(0.1)
        return True

    async def _drop(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None
