"""Playing a story through the doors a page uses: the API and the socket, with a real runner."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Self

import orjson
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.db import connections
from django.test import AsyncClient

from sessions_app.engine.runner import Runner
from sessions_app.outbox.redis_client import close_async_client
from sessions_app.routing import websocket_urlpatterns
from tests.sessions_app.stories import new_key
from worldbook.models import User

Json = dict[str, Any]
PATIENCE = 30.0
"""Seconds until something that should come at once is given up: a busy machine is no fault."""
END = ("delivered", "cancelled", "failed", "interrupted")


class Page:
    """A page of a player's story: commands by the API, frames by the socket."""

    def __init__(self, player: User, session_id: int) -> None:
        self.player = player
        self.session_id = session_id
        self.client = AsyncClient()
        self.frames: list[Json] = []
        self.socket: WebsocketCommunicator | None = None

    async def __aenter__(self) -> Self:
        await self.client.aforce_login(self.player)
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.close()

    async def get(self, path: str = "", **query: Any) -> Json:
        """Read from the story's API."""
        answer = await self.client.get(f"/api/sessions/{self.session_id}/{path}", query)
        assert answer.status_code == 200, answer.content
        return orjson.loads(answer.content)

    async def post(self, path: str, *, status: tuple[int, ...] = (200, 202), **body: Any) -> Json:
        """Give a command."""
        body = {"key": new_key()} | body
        answer = await self.client.post(
            f"/api/sessions/{self.session_id}/{path}/", body, content_type="application/json"
        )
        assert answer.status_code in status, (answer.status_code, answer.content)
        return orjson.loads(answer.content)

    async def open(self, after: str | None = None) -> None:
        """Open the socket; without `after` from what the page has just read."""
        after = (await self.get("messages/"))["after"] if after is None else after
        self.socket = WebsocketCommunicator(
            URLRouter(websocket_urlpatterns), f"/ws/sessions/{self.session_id}/?after={after}"
        )
        self.socket.scope["user"] = self.player
        connected, _ = await self.socket.connect(timeout=PATIENCE)
        assert connected

    async def close(self) -> None:
        """Close the socket, as a page that is left does."""
        if self.socket is not None:
            await self.socket.disconnect()
            self.socket = None

    async def frame(self, seconds: float = PATIENCE) -> Json:
        """The next frame."""
        text = await self.socket.receive_from(timeout=seconds)
        found: Json = orjson.loads(text)
        self.frames.append(found)
        return found

    async def until(self, wanted: str | Callable[[Json], bool], seconds: float = PATIENCE) -> Json:
        """Read frames up to one of a type (or one that fits)."""
        fits = wanted if callable(wanted) else lambda frame: frame["type"] == wanted
        async with asyncio.timeout(seconds):
            while not fits(frame := await self.frame(seconds)):
                pass
        return frame

    async def until_end(self, seconds: float = PATIENCE) -> Json:
        """Read frames up to the end of an answer."""
        return await self.until(lambda frame: frame["type"] in END, seconds)

    async def text_of(self, turn_id: int) -> str:
        """What stands on the line as the answer of a turn, as a page that opens now reads it."""
        turns = (await self.get("messages/"))["turns"]
        turn = next(turn for turn in turns if turn["id"] == turn_id)
        return next(take["text"] for take in turn["takes"] if take["id"] == turn["chosen"])


def laid_text(frames: list[Json], take_id: int) -> str:
    """The text that a page has from frames alone, laid as it lays them."""
    text = ""
    for frame in frames:
        if frame["type"] == "text" and frame["take"] == take_id:
            text = text[: frame["at"]] + frame["text"]
        elif frame["type"] == "replace" and frame["take"] == take_id:
            text = frame["text"]
    return text


@asynccontextmanager
async def running() -> AsyncIterator[Runner]:
    """A turn runner in this event loop."""
    runner = Runner(drain_seconds=0.2)
    task = asyncio.create_task(runner.run())
    try:
        yield runner
    finally:
        runner.end()
        with suppress(asyncio.CancelledError):
            await task
        await close_async_client()
        await sync_to_async(connections.close_all)()
