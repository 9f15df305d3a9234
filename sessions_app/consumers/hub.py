"""The hub: one reader a web process for the streams of all stories that are looked at here (TB-2).

    Redis streams ──one XREAD──► hub ──► a bounded queue a viewer ──► socket

A viewer first gets what it missed, straight from the stream, then what the hub reads; ids tell
them apart. A viewer that does not keep up is dropped and resumes. After Redis was away everyone
gets a snapshot, because frames may have been lost with it.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary

import orjson
import structlog
from channels.db import database_sync_to_async
from django.core.exceptions import ObjectDoesNotExist
from django.db import Error as DatabaseError

from sessions_app.outbox.redis_client import BLOCK_MS, UNREACHABLE, async_client, key
from sessions_app.outbox.snapshot import snapshot_for_socket
from sessions_app.outbox.streams import (
    START,
    Entry,
    frames_after,
    frames_key,
    last_id_async,
    order_of,
    with_id,
)
from sessions_app.wire.frames import SNAPSHOT

log = structlog.get_logger(__name__)

QUEUE = 1_000
READ_COUNT = 500
WAITS = (0.1, 0.3, 1.0)


class Viewer:
    """One socket that looks at one story: a queue of texts; `full` once it did not keep up."""

    def __init__(self, session_id: int) -> None:
        self.session_id = session_id
        self.queue: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self.full = asyncio.Event()
        self.sent = (0, 0)
        self.held: list[Entry] | None = []

    def take(self, entry: Entry) -> None:
        """A frame the hub has read; it is held back while the viewer catches up."""
        if self.held is not None:
            self.held.append(entry)
            return
        place = order_of(entry[0].decode())
        if place > self.sent:
            self.sent = place
            self.put(with_id(entry))

    def put(self, text: str) -> None:
        """Queue a text, or mark the viewer as one that does not keep up."""
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.full.set()

    def drop(self) -> None:
        """Let the socket close and the page come back: it could not be shown the story now."""
        self.full.set()
        if self.queue.empty():
            self.queue.put_nowait("")

    def go_live(self) -> None:
        """What was missed is queued: let pass what came meanwhile."""
        held, self.held = self.held or [], None
        for entry in held:
            self.take(entry)


class Hub:
    """Reads all streams that have viewers; lives as long as it has any."""

    def __init__(self) -> None:
        self._viewers: dict[int, set[Viewer]] = {}
        self._read_to: dict[int, str] = {}
        self._bell = key("hub", secrets.token_hex(8))
        self._rung = START
        self._task: asyncio.Task[None] | None = None

    async def join(self, viewer: Viewer, after: str) -> None:
        """Let a viewer see a story from a frame on; "" or an unknown frame gives a snapshot."""
        first = viewer.session_id not in self._viewers
        self._viewers.setdefault(viewer.session_id, set()).add(viewer)
        await self._until_reached(lambda: self._catch_up(viewer, after))
        if first:
            await self._ring()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._read_on())

    async def resume(self, viewer: Viewer, after: str) -> None:
        """Begin again from another frame, on the page's wish."""
        viewer.held = []
        await self._until_reached(lambda: self._catch_up(viewer, after))

    def leave(self, viewer: Viewer) -> None:
        """The socket is gone."""
        watching = self._viewers.get(viewer.session_id, set())
        watching.discard(viewer)
        if not watching:
            self._viewers.pop(viewer.session_id, None)
            self._read_to.pop(viewer.session_id, None)
        if not self._viewers and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _catch_up(self, viewer: Viewer, after: str) -> None:
        session_id = viewer.session_id
        if session_id not in self._read_to:
            self._read_to[session_id] = await last_id_async(session_id)
        missed = await frames_after(session_id, after) if is_frame_id(after) else None
        if missed is None:
            await self._show_all(viewer)
            return
        viewer.sent = order_of(after)
        for entry in missed:
            viewer.sent = order_of(entry[0].decode())
            viewer.put(with_id(entry))
        viewer.go_live()

    async def _show_all(self, viewer: Viewer) -> None:
        """A snapshot, and then the frames after the one it goes on from."""
        page = await database_sync_to_async(snapshot_for_socket)(viewer.session_id)
        after = page["after"] or START
        viewer.sent = order_of(after)
        viewer.put(orjson.dumps({"id": after, "type": SNAPSHOT, **page}).decode())
        for entry in await frames_after(viewer.session_id, after) or []:
            viewer.sent = order_of(entry[0].decode())
            viewer.put(with_id(entry))
        viewer.go_live()

    async def _until_reached(self, work: Callable[[], Awaitable[None]]) -> None:
        """Try until Redis answers; the socket stays open meanwhile."""
        tries = 0
        while True:
            try:
                await work()
                return
            except UNREACHABLE as error:
                log.warning("redis_unreachable", doing="catch_up", error=str(error))
                await asyncio.sleep(WAITS[min(tries, len(WAITS) - 1)])
                tries += 1

    async def _ring(self) -> None:
        """Wake the reader, so that it reads a stream that was just added too."""
        try:
            pipe = async_client().pipeline(transaction=False)
            pipe.xadd(self._bell, {"b": b"1"}, maxlen=1, approximate=False)
            pipe.expire(self._bell, 3600)
            await pipe.execute()
        except UNREACHABLE as error:
            # The reader is cut off as well and takes up all streams when it comes back.
            log.warning("redis_unreachable", doing="ring", error=str(error))

    async def _read_on(self) -> None:
        tries, stale = 0, False
        while True:
            try:
                if stale:
                    await self._start_over()
                stale = False
                await self._read_once()
                tries = 0
            except UNREACHABLE as error:
                log.warning("redis_unreachable", doing="hub", error=str(error))
                stale = True
                await asyncio.sleep(WAITS[min(tries, len(WAITS) - 1)])
                tries += 1

    async def _read_once(self) -> None:
        names = {frames_key(session): session for session in self._read_to}
        wanted = {name: self._read_to[session] for name, session in names.items()}
        wanted[self._bell] = self._rung
        answer = await async_client().xread(wanted, count=READ_COUNT, block=BLOCK_MS)
        for raw_name, entries in answer or []:
            name = raw_name.decode()
            newest = entries[-1][0].decode()
            if name == self._bell:
                self._rung = newest
                continue
            session = names[name]
            if session in self._read_to:
                self._read_to[session] = newest
            for entry in entries:
                for viewer in self._viewers.get(session, ()):
                    viewer.take(entry)

    async def _start_over(self) -> None:
        """After Redis was away: read from what it has now, and show everyone the whole."""
        self._read_to.clear()
        self._rung = START
        for viewers in list(self._viewers.values()):
            for viewer in list(viewers):
                viewer.held = []
                try:
                    await self._catch_up(viewer, "")
                except (DatabaseError, ObjectDoesNotExist) as error:
                    log.warning(
                        "snapshot_missed", session=viewer.session_id, error=str(error).strip()
                    )
                    viewer.drop()


def is_frame_id(text: str) -> bool:
    """Whether a text is the id of a frame."""
    time, _, number = text.partition("-")
    return time.isdecimal() and number.isdecimal() and len(text) < 40


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of this process (of its event loop)."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
