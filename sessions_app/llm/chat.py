"""A chat call as roles make it: tried again, limited in time, counted, with a way out.

An `Ask` says what is wanted; each route of the chain (a route and its fallbacks) is tried until
one has told its first word. From then on a failure is the player's to see (TB-4).
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing
from typing import Protocol

import structlog

from sessions_app.llm.meter import Meter
from sessions_app.llm.openai_compatible import stream_completion
from sessions_app.llm.slots import slot
from sessions_app.llm.storyteller import tell_plan
from sessions_app.rules.calls import (
    CallRecord,
    ChatMessage,
    ModelFailure,
    Piece,
    Pieces,
    Replace,
    Route,
    TextDelta,
)
from sessions_app.rules.package import Package
from sessions_app.rules.provider_options import ProviderOptions, read_options
from sessions_app.rules.retries import wait_before_retry
from worldbook.rules.refusal import Refusal

log = structlog.get_logger(__name__)
Sleep = Callable[[float], Awaitable[None]]


class Ask(Protocol):
    """What a role wants of a model: messages for one that reads, a plan for the storyteller."""

    def package(self, route: Route) -> Package | Refusal:
        """The messages within the route's window, or why they do not fit."""

    def plan(self) -> Iterable[str]:
        """What the storyteller tells, piece by piece; made from the view, never from a prompt."""


async def stream_reply(
    ask: Ask, route: Route, calls: list[CallRecord], *, sleep: Sleep = asyncio.sleep
) -> Pieces:
    """Pieces of the answer, `Finished` last; one record a route goes to `calls`, however it ends.

    Raises ModelFailure of the last route that was tried.
    """
    current: Route | None = route
    while current is not None:
        told = False
        try:
            async with aclosing(_one_route(ask, current, calls, sleep)) as pieces:
                async for piece in pieces:
                    told = _told(piece, before=told)
                    yield piece
        except ModelFailure as failure:
            if told or current.fallback is None:
                raise
            log.warning(
                "model_fallback", role=route.role, code=failure.code, to=current.fallback.name
            )
            current = current.fallback
        else:
            return


def _told(piece: Piece, *, before: bool) -> bool:
    """Whether words of the answer stand on the page after this piece."""
    if isinstance(piece, TextDelta | Replace):
        return bool(piece.text) or (before and isinstance(piece, TextDelta))
    return before


async def _one_route(ask: Ask, route: Route, calls: list[CallRecord], sleep: Sleep) -> Pieces:
    package = ask.package(route)
    meter = Meter(route, package if isinstance(package, Package) else None)
    try:
        if isinstance(package, Refusal):
            parts = tuple(package.detail.get("parts", ()))
            raise ModelFailure(package.code, package.reason, parts=parts)
        async with aclosing(_pieces(ask, route, package, meter, sleep)) as pieces:
            async for piece in pieces:
                yield meter.saw(piece)
    except ModelFailure as failure:
        calls.append(meter.record(failure.code, failure.detail))
        raise
    except (asyncio.CancelledError, GeneratorExit):
        calls.append(meter.record("cancelled"))
        raise
    else:
        calls.append(meter.record("ok"))


async def _pieces(ask: Ask, route: Route, package: Package, meter: Meter, sleep: Sleep) -> Pieces:
    options = read_options(route.options)
    if isinstance(options, Refusal):
        raise ModelFailure("bad_response", options.reason)
    if route.kind == "storyteller":
        source = tell_plan(ask.plan(), options.delay_ms)
    elif route.kind == "openai":
        source = _with_retries(route, options, package.messages, meter, sleep)
    else:
        raise ModelFailure("bad_response", f"no driver for providers of kind “{route.kind}”")
    async with aclosing(source) as pieces:
        async for piece in pieces:
            yield piece


async def _with_retries(
    route: Route,
    options: ProviderOptions,
    messages: Sequence[ChatMessage],
    meter: Meter,
    sleep: Sleep,
) -> Pieces:
    failed = 0
    while True:
        told = False
        try:
            async with slot(route), aclosing(_in_time(route, options, messages)) as pieces:
                async for piece in pieces:
                    told = _told(piece, before=told)
                    yield piece
            return
        except ModelFailure as failure:
            failed += 1
            wait = None if told else wait_before_retry(failure, failed, options.retries)
            if wait is None:
                raise
            meter.retries = failed
            log.info("model_retry", role=route.role, code=failure.code, wait=wait, failed=failed)
        await sleep(wait)


async def _in_time(
    route: Route, options: ProviderOptions, messages: Sequence[ChatMessage]
) -> Pieces:
    """One try within the route's time limit, which runs only while we wait for the model."""
    left = route.time_limit
    async with aclosing(stream_completion(route, options, messages)) as pieces:
        while True:
            began = time.monotonic()
            try:
                async with asyncio.timeout(left):
                    piece = await anext(pieces, None)
            except TimeoutError as error:
                raise ModelFailure(
                    "time_limit", f"{route.time_limit:g} s", retryable=True
                ) from error
            left -= time.monotonic() - began
            if piece is None:
                return
            yield piece
