"""How often an account may do what is dear, whatever door it comes by (SF-1)."""

import time

import structlog
from django.conf import settings
from django.core.cache import cache
from django.utils.translation import ngettext
from redis.exceptions import RedisError

from worldbook.actions.errors import ActionRefused
from worldbook.models import User
from worldbook.rules.rates import parse_rate

log = structlog.get_logger(__name__)


def count_import(by: User, now: float | None = None) -> None:
    """Count one more file that an account has read here (`RATE_IMPORTS`).

    The count stands in the cache and begins anew with each period; while the cache is away nothing
    is counted.

    Raises:
        ActionRefused: "throttled" (429) with `retry_after`, in seconds.
    """
    most, period = parse_rate(settings.WORLDBOOK_IMPORT_RATE)
    window, past = divmod(int(time.time() if now is None else now), period)
    key = f"imports:{by.pk}:{window}"
    try:
        cache.add(key, 0, timeout=period)
        count = cache.incr(key)
    except (RedisError, OSError) as error:
        log.warning("redis_unreachable", doing="count_import", error=str(error))
        return
    if count > most:
        wait = period - past
        minutes = -(-wait // 60)
        message = ngettext(
            "Too many files in a short time. Try again in %(count)d minute.",
            "Too many files in a short time. Try again in %(count)d minutes.",
            minutes,
        )
        raise ActionRefused(
            "throttled", message % {"count": minutes}, status=429, detail={"retry_after": wait}
        )
