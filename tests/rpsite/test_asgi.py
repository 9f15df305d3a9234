"""Sockets come from this site's own pages only."""

import pytest
from channels.testing import WebsocketCommunicator

from rpsite.asgi import application


async def accepted(origin: bytes | None, path: str = "/ws/sessions/1/") -> bool:
    headers = [(b"host", b"localhost")] + ([(b"origin", origin)] if origin else [])
    socket = WebsocketCommunicator(application, path, headers=headers)
    connected, _code = await socket.connect(timeout=30)
    await socket.disconnect()
    return connected


@pytest.mark.spec("SF-1")
@pytest.mark.parametrize(
    "origin", [b"https://evil.example", b"http://localhost.evil.example", None]
)
async def test_a_socket_from_another_site_is_refused(origin):
    assert not await accepted(origin)
