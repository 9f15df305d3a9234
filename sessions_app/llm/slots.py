"""How many calls of one provider run at once in this process."""

import asyncio
from weakref import WeakKeyDictionary

from sessions_app.rules.calls import Route

_slots: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[str, int], asyncio.Semaphore]] = (
    WeakKeyDictionary()
)


def slot(route: Route) -> asyncio.Semaphore:
    """The provider's semaphore in the running loop; a changed limit holds for new calls."""
    of_loop = _slots.setdefault(asyncio.get_running_loop(), {})
    key = (route.provider or route.base_url, route.max_concurrent)
    return of_loop.setdefault(key, asyncio.Semaphore(max(1, route.max_concurrent)))
