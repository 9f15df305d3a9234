"""One event for each request: method, path, status and milliseconds (OP-3)."""

import time
from typing import Any

import structlog

from rpsite.uploads import Application, Message, Receive, Send

log = structlog.get_logger(__name__)
QUIET = ("/healthz", "/readyz", "/static/", "/media/")
"""What load balancers and browsers ask for all the time."""


class AccessLog:
    """ASGI application around another: says what was asked and answered; never a query string."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Pass the request on and log its end, an interrupted one too (status 0)."""
        if scope["path"].startswith(QUIET):
            await self._application(scope, receive, send)
            return
        began = time.monotonic()
        status = 0

        async def watched(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self._application(scope, receive, watched)
        finally:
            log.info(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                ms=round((time.monotonic() - began) * 1000),
            )
