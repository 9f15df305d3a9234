"""Calls as roles make them: tried again, limited, counted, cancelled, with a way out."""

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, replace
from decimal import Decimal

import pytest

from sessions_app.agents.probe import ProbeAsk
from sessions_app.llm.chat import stream_reply
from sessions_app.rules.calls import Finished, ModelFailure, Route, Usage
from tests.fakes.model_server import ModelServer, Reply, error
from tests.sessions_app.streams import played

pytestmark = pytest.mark.spec("CP-3")

STORYTELLER = Route(
    role="actor", kind="storyteller", provider="storyteller", options={"delay_ms": 0}
)
GOOD = Reply(chunks=("The door ", "opens."))
BUSY = error(429, "slow down", retry_after="2")


@dataclass
class Outcome:
    """What a call came to."""

    pieces: list
    calls: list
    slept: list
    failure: ModelFailure | None = None

    @property
    def text(self):
        return played(piece for piece in self.pieces if not isinstance(piece, Finished))


def route(server, **changes):
    values = {"role": "actor", "kind": "openai", "provider": "fake", "base_url": server.base_url}
    return Route(**{**values, "model": "fake", **changes})


async def call(asked, words="Hello"):
    outcome = Outcome([], [], [])

    async def sleep(seconds):
        outcome.slept.append(seconds)

    try:
        async with aclosing(
            stream_reply(ProbeAsk(words), asked, outcome.calls, sleep=sleep)
        ) as stream:
            async for piece in stream:
                outcome.pieces.append(piece)
    except ModelFailure as failure:
        outcome.failure = failure
    return outcome


@pytest.mark.spec("OB-1")
async def test_a_call_is_recorded():
    prices = {"price_in": Decimal(2), "price_out": Decimal(10)}
    async with ModelServer() as server:
        server.script(replace(GOOD, first_delay=0.05))
        outcome = await call(route(server, **prices))
    (record,) = outcome.calls
    assert outcome.text == "The door opens."
    assert (record.role, record.provider, record.model, record.outcome) == (
        "actor",
        "fake",
        "fake",
        "ok",
    )
    assert (record.tokens_in, record.tokens_out, record.tokens_estimated) == (10, 2, False)
    assert record.cost == Decimal("0.00004")
    assert 50 <= record.first_token_ms <= record.total_ms
    assert record.request["parts"] == [
        {"name": "message", "role": "user", "tokens": 2, "text": "Hello"}
    ]


@pytest.mark.spec("OB-1")
@pytest.mark.spec("TB-21")
async def test_without_a_price_the_cost_is_unknown():
    async with ModelServer() as server:
        server.script(GOOD)
        outcome = await call(route(server, price_in=Decimal(2)))
    assert outcome.calls[0].cost is None


@pytest.mark.spec("OB-1")
async def test_missing_usage_is_estimated_and_marked():
    async with ModelServer() as server:
        server.script(replace(GOOD, usage=None))
        outcome = await call(route(server))
    record = outcome.calls[0]
    assert record.tokens_estimated
    assert record.tokens_in == 2
    assert record.tokens_out > 2
    assert outcome.pieces[-1].usage == Usage(2, record.tokens_out, None, estimated=True)


async def test_waits_as_long_as_the_service_asks_and_tries_again():
    async with ModelServer() as server:
        server.script(BUSY, error(529, "overloaded"), GOOD)
        outcome = await call(route(server))
    assert outcome.text == "The door opens."
    assert outcome.slept == [2.0, 2.0]
    assert [(item.outcome, item.retries) for item in outcome.calls] == [("ok", 2)]


async def test_gives_up_after_the_retries():
    async with ModelServer() as server:
        server.script(*[error(500, "broken")] * 3)
        outcome = await call(route(server))
        assert len(server.requests) == 3
    assert (outcome.failure.code, outcome.slept) == ("bad_response", [1.0, 2.0])
    assert [(item.outcome, item.retries) for item in outcome.calls] == [("bad_response", 2)]
    assert outcome.calls[0].detail == "HTTP 500: broken"


async def test_an_empty_answer_is_asked_for_once_more():
    async with ModelServer() as server:
        server.script(Reply(chunks=("",)), GOOD)
        assert (await call(route(server))).text == "The door opens."
        server.script(*[Reply(chunks=("<think>hm",))] * 2)
        outcome = await call(route(server))
        assert len(server.requests) == 4
    assert outcome.failure.code == "empty_completion"
    assert outcome.text == ""


async def test_no_second_try_once_words_were_told():
    async with ModelServer() as server:
        server.script(Reply(chunks=("The ",), then="cut"))
        outcome = await call(route(server, fallback=STORYTELLER))
        assert len(server.requests) == 1
    assert (outcome.failure.code, outcome.text) == ("stream_cut", "The ")
    assert outcome.calls[0].outcome == "stream_cut"


async def test_a_second_try_where_all_words_were_taken_back():
    async with ModelServer() as server:
        server.script(Reply(chunks=("hm", "</think>")), GOOD)
        outcome = await call(route(server))
    assert outcome.text == "The door opens."


async def test_the_fallback_plays_where_the_first_route_never_said_a_word():
    async with ModelServer() as server:
        server.script(error(401, "Incorrect API key"))
        outcome = await call(route(server, fallback=STORYTELLER))
    assert outcome.text.startswith("I am the built-in storyteller")
    assert [item.outcome for item in outcome.calls] == ["wrong_key", "ok"]


async def hung_up(server, times):
    """Wait until the server has seen its callers go; what hangs would otherwise hang for ever."""
    async with asyncio.timeout(20):
        while server.hung_up < times:
            await asyncio.sleep(0.01)
    assert server.hung_up == times


@pytest.mark.spec("TB-4")
async def test_the_time_limit():
    async with ModelServer() as server:
        server.script(*[Reply(then="hang")] * 2)
        outcome = await call(route(server, time_limit=0.5))
        assert len(server.requests) == 2
        await hung_up(server, 2)
    assert outcome.failure.code == "time_limit"


async def test_the_time_limit_in_mid_answer_keeps_the_words():
    async with ModelServer() as server:
        server.script(Reply(chunks=("The ",), then="hang"))
        outcome = await call(route(server, time_limit=0.7))
    assert (outcome.failure.code, outcome.text) == ("time_limit", "The ")


async def test_the_limit_does_not_run_while_the_reader_is_busy():
    async with ModelServer() as server:
        server.script(GOOD)
        text = ""
        asked = route(server, time_limit=0.8)
        async with aclosing(stream_reply(ProbeAsk("Hello"), asked, [])) as stream:
            async for piece in stream:
                await asyncio.sleep(0.5)
                text = piece.text if isinstance(piece, Finished) else text
    assert text == "The door opens."


@pytest.mark.spec("TB-3")
async def test_cancelling_hangs_up_at_once_and_is_recorded():
    calls, told = [], asyncio.Event()

    async def play(asked):
        async with aclosing(stream_reply(ProbeAsk("Hello"), asked, calls)) as stream:
            async for _ in stream:
                told.set()

    async with ModelServer() as server:
        server.script(Reply(chunks=("The ",), then="hang"))
        task = asyncio.create_task(play(route(server)))
        await told.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await hung_up(server, 1)
    assert [(item.outcome, item.tokens_estimated) for item in calls] == [("cancelled", True)]


async def test_no_more_calls_at_once_than_the_provider_allows():
    async with ModelServer() as server:
        server.script(*[Reply(chunks=("a", "b", "c"), delay=0.02)] * 5)
        asked = route(server, max_concurrent=2, provider="narrow")
        outcomes = await asyncio.gather(*(call(asked) for _ in range(5)))
        assert server.most_at_once == 2
    assert [outcome.text for outcome in outcomes] == ["abc"] * 5


@pytest.mark.spec("TB-23")
async def test_the_storyteller_uses_no_network_and_no_tokens():
    outcome = await call(STORYTELLER)
    assert outcome.pieces[-1].usage == Usage(0, 0, 0)
    assert (outcome.calls[0].outcome, outcome.calls[0].tokens_in) == ("ok", 0)


async def test_unknown_kinds_and_options_fail_openly():
    for broken in (replace(STORYTELLER, kind="smoke"), replace(STORYTELLER, options={"x": 1})):
        outcome = await call(broken)
        assert outcome.failure.code == "bad_response"
        assert outcome.calls[0].outcome == "bad_response"
