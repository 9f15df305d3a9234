"""Somebody who plays a story over HTTP and a socket, and notes when each frame came."""

import asyncio
import http.client
import json
import secrets
import time
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

import websockets
from websockets.typing import Origin

CSRF = "c" * 32
ENDS = ("delivered", "cancelled", "failed", "interrupted")


@dataclass(frozen=True, slots=True)
class Seen:
    """A frame and the moment it came (seconds since the epoch)."""

    at: float
    frame: dict[str, Any]

    @property
    def stored_at(self) -> float:
        """When it was stored: the stream's id begins with that, in milliseconds."""
        return int(str(self.frame["id"]).split("-")[0]) / 1000


@dataclass(slots=True)
class Player:
    """A page of one story; use as an async context manager."""

    url: str
    cookie: str
    story: int
    seen: list[Seen] = field(default_factory=list)
    _socket: websockets.ClientConnection | None = None
    _http: http.client.HTTPConnection | None = None
    _reader: asyncio.Task[None] | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def __aenter__(self) -> Self:
        place = urlsplit(self.url)
        self._http = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
        page = await self.ask("GET", "messages/")
        address = f"ws://{place.netloc}/ws/sessions/{self.story}/?after={page['after']}"
        headers = {"Cookie": self._cookies}
        self._socket = await websockets.connect(
            address,
            origin=Origin(self.url),
            additional_headers=headers,
            open_timeout=60,
            ping_interval=None,
        )
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *problem: object) -> None:
        if self._reader is not None:
            self._reader.cancel()
        if self._socket is not None:
            await self._socket.close()
        if self._http is not None:
            self._http.close()

    @property
    def _cookies(self) -> str:
        return f"{self.cookie}; csrftoken={CSRF}"

    async def _read(self) -> None:
        if self._socket is None:
            return
        async for text in self._socket:
            self.seen.append(Seen(time.time(), json.loads(text)))
            self._news.set()

    def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        if self._http is None:
            raise RuntimeError("the page is not open")
        headers = {
            "Cookie": self._cookies, "X-CSRFToken": CSRF, "Content-Type": "application/json"
        }  # fmt: skip
        data = None if body is None else json.dumps(body)
        try:
            self._http.request(method, f"/api/sessions/{self.story}/{path}", data, headers)
            answer = self._http.getresponse()
        except (ConnectionError, http.client.RemoteDisconnected):  # it was idle for too long
            self._http.close()
            self._http.request(method, f"/api/sessions/{self.story}/{path}", data, headers)
            answer = self._http.getresponse()
        said = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {said[:500]!r}")
        found: dict[str, Any] = json.loads(said)
        return found

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask the story's API, in a thread of its own."""
        return await asyncio.to_thread(self._ask, method, path, body)

    async def send(self, text: str) -> int:
        """Send a message; the turn's id."""
        said = await self.ask("POST", "turns/", {"text": text, "key": secrets.token_hex(8)})
        return int(said["id"])

    async def until(self, turn: int, types: tuple[str, ...], seconds: float = 120) -> Seen:
        """The first frame of these types that belongs to a turn."""
        looked = 0
        async with asyncio.timeout(seconds):
            while True:
                while looked < len(self.seen):
                    one = self.seen[looked]
                    looked += 1
                    if one.frame["type"] in types and one.frame.get("turn") == turn:
                        return one
                self._news.clear()
                await self._news.wait()

    def of_turn(self, turn: int, kind: str) -> list[Seen]:
        """The frames of one type that belong to a turn."""
        return [s for s in self.seen if s.frame["type"] == kind and s.frame.get("turn") == turn]


def spread(values: list[float]) -> dict[str, float]:
    """Median, 95th percentile and largest of some seconds, in milliseconds."""
    if not values:
        return {"p50": 0.0, "p95": 0.0, "max": 0.0}
    ranked = sorted(values)
    at = {"p50": 0.5, "p95": 0.95, "max": 1.0}
    size = len(ranked) - 1
    return {name: round(1000 * ranked[round(size * part)], 1) for name, part in at.items()}
