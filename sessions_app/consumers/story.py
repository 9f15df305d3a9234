"""The socket of one story: frames down, "resume from N" up; nothing else is said here."""

import asyncio
from typing import Any
from urllib.parse import parse_qs

import orjson
import structlog
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.exceptions import ObjectDoesNotExist
from django.db import Error as DatabaseError

from sessions_app.consumers.hub import Viewer, hub
from sessions_app.queries.stories import may_watch
from sessions_app.wire.frames import TO_RESUME

log = structlog.get_logger(__name__)

NOT_SIGNED_IN = 4401
NOT_YOURS = 4404
COME_BACK = 1013
LOOK_AGAIN_SECONDS = 30.0
MAX_MESSAGE = 1_000


class StoryConsumer(AsyncWebsocketConsumer):
    """One page that looks at one story.

    Closes with 4401 (not signed in), 4404 (no such story of this player) or 1013 (the page does
    not keep up, or the database is away: it comes back with its last id).
    """

    viewer: Viewer | None = None
    tasks: tuple[asyncio.Task[None], ...] = ()

    async def connect(self) -> None:
        """Let in the owner alone. The refusal comes after the handshake, so that its code is seen."""
        await self.accept()
        user = self.scope.get("user")
        if user is None or not user.is_authenticated:
            await self.close(NOT_SIGNED_IN)
            return
        session_id = int(self.scope["url_route"]["kwargs"]["session_id"])
        if not await database_sync_to_async(may_watch)(user.pk, session_id):
            await self.close(NOT_YOURS)
            return
        self.viewer = Viewer(session_id)
        self.tasks = (
            asyncio.create_task(self._watch(self.viewer, self._after())),
            asyncio.create_task(self._look_again(user.pk, session_id)),
        )

    def _after(self) -> str:
        wanted = parse_qs(self.scope["query_string"].decode("latin-1")).get("after", [""])
        return wanted[0]

    async def _watch(self, viewer: Viewer, after: str) -> None:
        """Hand on what the hub queues, until the page goes or falls behind."""
        try:
            await hub().join(viewer, after)
            while True:
                text = await viewer.queue.get()
                if viewer.full.is_set():
                    break
                await self.send(text_data=text)
            log.info("viewer_dropped", session=viewer.session_id, queued=viewer.queue.qsize())
        except (DatabaseError, ObjectDoesNotExist) as error:
            log.warning("snapshot_missed", session=viewer.session_id, error=str(error).strip())
        await self.close(COME_BACK)

    async def _look_again(self, user_id: int, session_id: int) -> None:
        """An account that was closed, or a story that was deleted, ends the socket too."""
        allowed = True
        while allowed:
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
            try:
                allowed = await database_sync_to_async(may_watch)(user_id, session_id)
            except DatabaseError as error:
                log.warning("look_missed", session=session_id, error=str(error).strip())
        await self.close(NOT_YOURS)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """The one thing a page may say; anything else is not answered."""
        after = _resume_from(text_data)
        if after is not None and self.viewer is not None:
            await hub().resume(self.viewer, after)

    async def disconnect(self, code: int) -> None:
        """The page is gone."""
        for task in self.tasks:
            task.cancel()
        if self.viewer is not None:
            hub().leave(self.viewer)


def _resume_from(text: str | None) -> str | None:
    """The frame id of a wish to resume; None where the message is anything else."""
    if text is None or len(text) > MAX_MESSAGE:
        return None
    try:
        said: Any = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(said, dict) or said.get("type") != TO_RESUME:
        return None
    after = said.get("after", "")
    return after if isinstance(after, str) else None
