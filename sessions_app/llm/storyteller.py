"""The built-in storyteller as a driver: a plan of words, told at reading speed (TB-23)."""

import asyncio
from collections.abc import Iterable

from sessions_app.rules.calls import Finished, Pieces, TextDelta, Usage


async def tell_plan(plan: Iterable[str], delay_ms: float) -> Pieces:
    """The plan's pieces with `delay_ms` between them, `Finished` last.

    A delay of 0 still lets other tasks run. There is no model, so no tokens are used.
    """
    told: list[str] = []
    for piece in plan:
        if told:
            await asyncio.sleep(delay_ms / 1000)
        told.append(piece)
        yield TextDelta(piece)
    yield Finished("".join(told), usage=Usage(0, 0, 0))
