"""How large a request may be, decided before anything reads it (SF-1)."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

TOO_LARGE = "This is too large."


class BodyTooLargeError(Exception):
    """More arrived than was announced or allowed."""


class BoundedBody:
    """ASGI application around another: answers 413 to bodies over the limit of their kind.

    `forms` is the limit in bytes of multipart forms (they carry files), `others` of the rest.
    """

    def __init__(self, application: Application, *, forms: int, others: int) -> None:
        self._application = application
        self._forms = forms
        self._others = others

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Pass the request on, counting what it brings."""
        headers = dict(scope["headers"])
        form = headers.get(b"content-type", b"").startswith(b"multipart/form-data")
        limit = self._forms if form else self._others
        announced = headers.get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > limit:
            await refuse(send, scope)
            return
        arrived = 0

        async def counted() -> Message:
            nonlocal arrived
            message = await receive()
            arrived += len(message.get("body", b""))
            if arrived > limit:
                raise BodyTooLargeError
            return message

        try:
            await self._application(scope, counted, send)
        except BodyTooLargeError:
            await refuse(send, scope)


async def refuse(send: Send, scope: Mapping[str, Any]) -> None:
    """Answer 413 without reading further; below /api/ in the shape of its refusals."""
    kind, body = b"text/plain", f"{TOO_LARGE}\n".encode()
    if scope.get("path", "").startswith("/api/"):
        refused = {"error": {"code": "too_large", "message": TOO_LARGE}}
        kind, body = b"application/json", json.dumps(refused).encode()
    headers = [(b"content-type", kind), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
