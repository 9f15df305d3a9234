"""How often an account and a key may ask (SF-1): 429 with Retry-After beyond it.

The counts stand in the cache; while that is away requests are let through, uncounted.
"""

from typing import Any

import structlog
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle, SimpleRateThrottle

from worldbook.models import ApiKey

log = structlog.get_logger(__name__)


class _Lenient(SimpleRateThrottle):
    """Lets a request through where it cannot be counted."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether this one may pass."""
        try:
            return bool(super().allow_request(request, view))
        except (RedisError, OSError) as error:
            log.warning("redis_unreachable", doing="throttle", error=str(error))
            return True


class AccountThrottle(_Lenient, ScopedRateThrottle):
    """Counts what a view's `throttle_scope` names, per account, with whatever key it comes.

    `throttle_methods` of the view says which methods are counted; without it all are.
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether this one may pass."""
        methods = getattr(view, "throttle_methods", None)
        if methods is not None and request.method not in methods:
            return True
        return super().allow_request(request, view)


class KeyThrottle(_Lenient):
    """Counts all requests of an API key."""

    scope = "keys"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        """One counter a key; none without a key."""
        if not isinstance(request.auth, ApiKey):
            return None
        return self.cache_format % {"scope": self.scope, "ident": f"key-{request.auth.pk}"}
