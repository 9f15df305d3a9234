"""How often an account may ask for a model's work (SF-1)."""

import structlog
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from sessions_app.outbox.redis_client import UNREACHABLE

log = structlog.get_logger(__name__)


class MessageThrottle(ScopedRateThrottle):
    """Counts in Redis; while that is away messages are let through, uncounted."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether this one may pass."""
        try:
            return bool(super().allow_request(request, view))
        except UNREACHABLE as error:
            log.warning("redis_unreachable", doing="throttle", error=str(error))
            return True
