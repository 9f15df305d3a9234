"""Playing a story on a site in real processes: HTTP and a WebSocket, as a browser would."""

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import websockets
from django.conf import settings

from tests.journeys.playing import END, Json, laid_text
from tests.processes import Site
from tests.sessions_app.stories import new_key

CSRF = "c" * 32

SET_UP = """
import json
from django.conf import settings
from django.test import Client
from tests.factories import make_user
from tests.sessions_app.stories import make_playable_opening, make_story, tell_slowly
tell_slowly({delay})
player, opening = make_user("player-{name}"), make_playable_opening(make_user("author-{name}"))
client = Client()
client.force_login(player)
cookie = client.cookies[settings.SESSION_COOKIE_NAME].OutputString(attrs=[])
stories = [make_story(player, opening).pk for _ in range({count})]
print("SET UP " + json.dumps(dict(cookie=cookie, stories=stories)))
"""


def set_up(site: Site, name: str, *, stories: int, delay_ms: float) -> tuple[str, list[int]]:
    """Make a player with stories on a site; the sign-in cookie and the stories' ids."""
    code = SET_UP.format(name=name, count=stories, delay=delay_ms)
    found = re.search(r"SET UP (.*)", site.shell(code))
    made = json.loads(found.group(1))
    return made["cookie"], made["stories"]


class RemotePage:
    """A page of a story on a site."""

    def __init__(self, site: Site, cookie: str, session_id: int) -> None:
        self.site = site
        self.session_id = session_id
        self.cookies = f"{cookie}; {settings.CSRF_COOKIE_NAME}={CSRF}"
        self.frames: list[Json] = []
        self.socket: websockets.ClientConnection | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.close()

    def _ask(self, method: str, path: str, body: Json | None) -> tuple[int, Json]:
        request = Request(
            f"{self.site.url}api/sessions/{self.session_id}/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Cookie": self.cookies,
                "X-CSRFToken": CSRF,
                "Content-Type": "application/json",
                "Accept": "application/json",
            },
        )
        try:
            with urlopen(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read())
        except HTTPError as error:
            return error.code, json.loads(error.read() or b"{}")

    async def get(self, path: str) -> Json:
        """Read from the story's API."""
        status, body = await asyncio.to_thread(self._ask, "GET", path, None)
        assert status == 200, body
        return body

    async def post(self, path: str, **body: Any) -> Json:
        """Give a command."""
        sent = {"key": f"{new_key()}-{self.session_id}"} | body
        status, answer = await asyncio.to_thread(self._ask, "POST", f"{path}/", sent)
        assert status in (200, 202), answer
        return answer

    async def open(self, after: str) -> None:
        """Open the socket; a server that is just starting is waited for."""
        origin = self.site.url.rstrip("/")
        address = f"{origin.replace('http', 'ws', 1)}/ws/sessions/{self.session_id}/?after={after}"
        headers = {"Cookie": self.cookies}
        async with asyncio.timeout(60):
            while self.socket is None:
                with suppress(OSError, websockets.WebSocketException):
                    self.socket = await websockets.connect(
                        address, origin=origin, additional_headers=headers, open_timeout=20
                    )
                    return
                await asyncio.sleep(0.1)

    async def close(self) -> None:
        """Leave."""
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    async def frame(self) -> Json:
        """The next frame; a lost socket is opened again from the last one, as a page does."""
        while True:
            try:
                found: Json = json.loads(await self.socket.recv())
            except websockets.ConnectionClosed:
                self.socket = None
                await self.open(self.frames[-1]["id"] if self.frames else "")
                continue
            self.frames.append(found)
            return found

    async def until(self, wanted: str | Callable[[Json], bool], seconds: float = 60) -> Json:
        """Read frames up to one of a type (or one that fits)."""
        fits = wanted if callable(wanted) else lambda frame: frame["type"] == wanted
        try:
            async with asyncio.timeout(seconds):
                while not fits(frame := await self.frame()):
                    pass
        except TimeoutError as error:
            seen = [(frame["type"], frame.get("attempt")) for frame in self.frames][-20:]
            raise AssertionError(f"{seen}\n{self.site.printed()}") from error
        return frame

    async def until_end(self, seconds: float = 60) -> Json:
        """Read frames up to the end of an answer."""
        return await self.until(lambda frame: frame["type"] in END, seconds)

    def laid(self, take_id: int) -> str:
        """The text the page has of a take; a new attempt begins where its first frame says."""
        shown: list[Json] = []
        for frame in self.frames:
            if frame["type"] == "snapshot":
                takes = [take for turn in frame["turns"] for take in turn["takes"]]
                text = next((take["text"] for take in takes if take["id"] == take_id), "")
                shown = [{"type": "replace", "take": take_id, "text": text}]
            else:
                shown.append(frame)
        return laid_text(shown, take_id)


def runner_of(site: Site, take_id: int) -> str:
    """The name of the runner that last took up a take, as the site's log tells it."""
    lines = site.log.read_text(errors="replace").splitlines()
    started = [line for line in lines if "attempt_started" in line and f"take={take_id} " in line]
    return started[-1].split("|")[0].strip()
