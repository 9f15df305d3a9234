"""The built-in storyteller as a driver: a plan of words, told at reading speed (TB-23)."""

import asyncio
from collections.abc import AsyncIterator, Iterable

from sessions_app.rules.calls import TextDelta


async def tell_plan(plan: Iterable[str], delay_ms: float) -> AsyncIterator[TextDelta]:
    """The plan's pieces with `delay_ms` between them; 0 still lets other tasks run."""
    first = True
    for piece in plan:
        if not first:
            await asyncio.sleep(delay_ms / 1000)
        first = False
        yield TextDelta(piece)
