"""The turn runner: takes up turns, plays many at once, and outlives its neighbours (TB-1…3).

    wake stream ─┐
    scan (1 s) ──┴─► take up: lock the session ─► claim an attempt ─► play ─► commit ─► next

What is to be done stands in PostgreSQL; the wake stream only saves waiting. A lock that can be had
on a running take means that its process died: it is taken up as the next attempt.
"""

import asyncio
import uuid

import structlog
from django.db import Error as DatabaseError

from sessions_app.actions.announce import announce
from sessions_app.actions.turn_jobs import claim_take, promote_waiting
from sessions_app.engine.attempt import Attempt
from sessions_app.engine.database import Database
from sessions_app.engine.locks import LocksUnavailable, SessionLocks
from sessions_app.engine.warming import warm_counters
from sessions_app.outbox.redis_client import UNREACHABLE, close_async_client
from sessions_app.outbox.wakes import RUN, START, read_wakes
from sessions_app.queries.unfinished import (
    stop_of,
    stories_to_promote,
    unfinished_takes,
    untold_takes,
)

log = structlog.get_logger(__name__)

SCAN_SECONDS = 1.0
REDIS_WAIT_SECONDS = 0.5
DRAIN_SECONDS = 3.0
MANY_WAKES = 20
AT_ONCE = 500


class Runner:
    """One runner process; several may work side by side."""

    def __init__(self, *, drain_seconds: float = DRAIN_SECONDS) -> None:
        self._database = Database()
        self._locks = SessionLocks()
        self._attempts: dict[int, Attempt] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._ending = asyncio.Event()
        self._look = asyncio.Event()
        self._drain_seconds = drain_seconds

    def end(self) -> None:
        """Take up nothing more, let what runs come to its end for a moment, then hand it back."""
        self._ending.set()
        self._look.set()

    async def run(self) -> None:
        """Work until `end` is called."""
        log.info("runner_started")
        listener = asyncio.create_task(self._listen())
        warming = asyncio.create_task(self._warm())
        try:
            while not self._ending.is_set():
                await self._scan_once()
                await self._rest()
        finally:
            listener.cancel()
            await asyncio.gather(listener, warming, return_exceptions=True)
            await self._drain()
            await self._locks.close()
            await close_async_client()
            await self._database.close()
            log.info("runner_ended")

    async def _warm(self) -> None:
        """Load what the first turn needs; where that fails, the first turn loads it."""
        try:
            await self._database.run(warm_counters)
        except DatabaseError as error:
            log.warning("not_warmed", error=str(error).strip())

    async def _rest(self) -> None:
        self._look.clear()
        try:
            await asyncio.wait_for(self._look.wait(), SCAN_SECONDS)
        except TimeoutError:
            return

    async def _scan_once(self) -> None:
        """Look at everything once; what cannot be reached is looked at again in a second."""
        try:
            for session_id in await self._locks.check():
                self._lose(session_id)
            await self._scan()
        except (LocksUnavailable, DatabaseError) as error:
            log.warning("scan_missed", error=str(error).strip())

    async def _scan(self) -> None:
        for unfinished in await self._database.run(unfinished_takes):
            attempt = self._attempts.get(unfinished.session_id)
            if attempt is None:
                self._take_up(unfinished.session_id, unfinished.take_id)
            elif unfinished.keep is not None and attempt.claim.take_id == unfinished.take_id:
                attempt.stop(keep=unfinished.keep)
        for session_id in await self._database.run(stories_to_promote):
            take_id = await self._database.run(promote_waiting, session_id)
            if take_id is not None:
                self._take_up(session_id, take_id)
        for session_id, take_id in await self._database.run(untold_takes):
            await self._database.run(announce, session_id, take_id)

    async def _listen(self) -> None:
        """Hear the wake stream, from its start, whatever happens to Redis."""
        after = START
        while True:
            try:
                wakes = await read_wakes(after)
            except UNREACHABLE as error:
                log.warning("redis_unreachable", doing="wakes", error=str(error))
                # A server that lost its data counts from anew; what was told stands in the rows.
                after = START
                await asyncio.sleep(REDIS_WAIT_SECONDS)
                continue
            if wakes:
                after = wakes[-1].id
            if len(wakes) > MANY_WAKES:
                self._look.set()
                continue
            for wake in wakes:
                if wake.kind == RUN:
                    self._take_up(wake.session_id, wake.take_id)
                else:
                    await self._hear_stop(wake.session_id, wake.take_id)

    async def _hear_stop(self, session_id: int, take_id: int) -> None:
        attempt = self._attempts.get(session_id)
        if attempt is None or attempt.claim.take_id != take_id:
            return
        try:
            keep = await self._database.run(stop_of, take_id)
        except DatabaseError as error:
            log.warning("stop_unread", take=take_id, error=str(error).strip())
            return
        if keep is not None:
            attempt.stop(keep=keep)

    def _take_up(self, session_id: int, take_id: int) -> None:
        """Begin to work on a session, unless this process does already."""
        if session_id in self._tasks or self._ending.is_set() or len(self._tasks) >= AT_ONCE:
            return
        task = asyncio.create_task(self._work_on(session_id, take_id))
        self._tasks[session_id] = task
        task.add_done_callback(lambda _: self._tasks.pop(session_id, None))

    async def _work_on(self, session_id: int, take_id: int) -> None:
        """Play takes of a session one after the other, under its lock, while there are any."""
        try:
            if not await self._locks.take(session_id):
                return
        except LocksUnavailable as error:
            log.warning("lock_missed", session=session_id, error=str(error))
            return
        try:
            next_take: int | None = take_id
            while next_take is not None and not self._ending.is_set():
                next_take = await self._play(session_id, next_take)
        except DatabaseError:
            log.exception("turn_left_unfinished", session=session_id, take=take_id)
        finally:
            self._attempts.pop(session_id, None)
            await self._locks.release(session_id)

    async def _play(self, session_id: int, take_id: int) -> int | None:
        token = uuid.uuid4().hex
        claim = await self._database.run(claim_take, session_id, take_id, token)
        if claim is None:
            return None
        attempt = Attempt(claim, self._database)
        self._attempts[session_id] = attempt
        return await attempt.run()

    def _lose(self, session_id: int) -> None:
        attempt = self._attempts.get(session_id)
        if attempt is not None:
            log.warning("lock_lost", session=session_id)
            attempt.lose()

    async def _drain(self) -> None:
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()), timeout=self._drain_seconds)
        for attempt in list(self._attempts.values()):
            attempt.give_back()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
