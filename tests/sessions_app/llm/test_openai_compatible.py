"""The driver against a server on loopback that answers as the script says."""

import json

import pytest

from sessions_app.llm.openai_compatible import list_models, stream_completion
from sessions_app.rules.calls import (
    ChatMessage,
    Finished,
    ModelFailure,
    ReasoningDelta,
    Replace,
    Route,
    Secret,
    Usage,
)
from sessions_app.rules.provider_options import ProviderOptions
from tests.fakes.model_server import ModelServer, Reply, error
from tests.sessions_app.streams import MODEL_CASES, played

pytestmark = pytest.mark.spec("CP-3")

HELLO = (ChatMessage("user", "Hello"),)


def route(server, **changes):
    values = {"role": "actor", "kind": "openai", "base_url": server.base_url, "model": "fake"}
    return Route(**{**values, "max_output": 77, "temperature": 0.5, **changes})


async def ask(server, options=None, **changes):
    stream = stream_completion(route(server, **changes), options or ProviderOptions(), HELLO)
    return [piece async for piece in stream]


async def answered(server, *replies, options=None, **changes):
    server.script(*replies)
    pieces = await ask(server, options, **changes)
    assert played(pieces[:-1]) == pieces[-1].text
    return pieces[-1]


async def failed(server, *replies, options=None, **changes):
    server.script(*replies)
    with pytest.raises(ModelFailure) as caught:
        await ask(server, options, **changes)
    return caught.value


async def test_a_plain_answer_and_what_was_asked():
    async with ModelServer() as server:
        end = await answered(server, Reply(chunks=("The door ", "opens.")), api_key=Secret("sk-1"))
    assert end == Finished("The door opens.", usage=Usage(10, 2), finish="stop")
    assert server.headers[0]["authorization"] == "Bearer sk-1"
    assert server.requests[0] == {
        "model": "fake",
        "messages": [{"role": "user", "content": "Hello"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.5,
        "max_tokens": 77,
    }


async def test_options_change_the_request():
    options = ProviderOptions(
        request={"stream_options": None, "top_k": 4},
        headers={"X-Title": "RPSite"},
        max_tokens_field="max_completion_tokens",
    )
    async with ModelServer() as server:
        await answered(server, Reply(chunks=("Hi",)), options=options, reasoning="low")
    request = server.requests[0]
    assert "stream_options" not in request
    assert "max_tokens" not in request
    assert (request["max_completion_tokens"], request["top_k"]) == (77, 4)
    assert request["reasoning_effort"] == "low"
    assert server.headers[0]["x-title"] == "RPSite"
    assert "authorization" not in server.headers[0]


@pytest.mark.parametrize("case", MODEL_CASES, ids=lambda case: case["id"])
@pytest.mark.parametrize("split", [0, 1, 3])
async def test_stream_cases(case, split):
    ends = {"usage_last_chunk", "finish_length", "empty_completion", "sse_frame_split"}
    then = "end" if case["id"] in ends | {"tool_args_cut"} else "done"
    if case["id"].startswith("tool_args"):
        then = "end"
    expected = case["expected"]
    reply = Reply(chunks=tuple(case["chunks"]), then=then, split=split, usage=None)
    async with ModelServer() as server:
        if "outcome" in expected:
            failure = await failed(server, reply)
            assert failure.code in ("empty_completion", "invalid_output")
            assert failure.partial == ""
            return
        end = await answered(server, reply)
    assert end.text == expected["text"]
    assert end.reasoning == expected.get("reasoning", "")
    assert end.truncated is expected.get("truncated", False)
    if "usage" in expected:
        assert end.usage == Usage(*expected["usage"])
    else:
        assert end.usage.estimated


async def test_characters_split_over_bytes_and_crlf():
    reply = Reply(chunks=("夜に", "塔🗼が"), split=1, newline="\r\n")
    async with ModelServer() as server:
        assert (await answered(server, reply)).text == "夜に塔🗼が"


async def test_thoughts_in_fields_never_reach_the_text():
    thought = {"choices": [{"delta": {"reasoning_content": "They want in."}}]}
    async with ModelServer() as server:
        server.script(Reply(chunks=(thought, "No.")))
        pieces = await ask(server)
    assert pieces[0] == ReasoningDelta("They want in.")
    assert (pieces[-1].text, pieces[-1].reasoning) == ("No.", "They want in.")


async def test_an_orphan_tag_takes_the_streamed_words_back():
    async with ModelServer() as server:
        server.script(Reply(chunks=("They want in.", "</think>", "No.")))
        pieces = await ask(server)
    assert Replace("") in pieces
    assert pieces[-1].text == "No."


async def test_starts_in_reasoning_holds_back():
    options = ProviderOptions(starts_in_reasoning=True)
    async with ModelServer() as server:
        server.script(Reply(chunks=("They want in.", "</think>", "No.")))
        pieces = await ask(server, options)
    assert [type(piece).__name__ for piece in pieces] == ["ReasoningDelta", "TextDelta", "Finished"]


@pytest.mark.spec("TB-4")
@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (error(401, "Incorrect API key"), "wrong_key"),
        (error(429, "slow down", retry_after="7"), "rate_limited"),
        (error(429, "insufficient_quota"), "over_quota"),
        (error(400, "maximum context length is 4096"), "context_overflow"),
        (error(500, "broken"), "bad_response"),
        (Reply(status=502, body="<html>Bad gateway</html>"), "bad_response"),
        (Reply(body="<html>It works!</html>"), "bad_response"),
        (Reply(chunks=({"raw": ["data: {oops\n\n"]},)), "bad_response"),
        (Reply(chunks=("",)), "empty_completion"),
        (Reply(then="end"), "stream_cut"),
        (Reply(chunks=("The ",), then="end"), "stream_cut"),
        (Reply(chunks=("The ",), then="cut"), "stream_cut"),
        (Reply(chunks=("The ", {"error": {"message": "overloaded", "code": 529}})), "rate_limited"),
    ],
)
async def test_failures(reply, code):
    async with ModelServer() as server:
        assert (await failed(server, reply)).code == code


async def test_retry_after_is_handed_on():
    async with ModelServer() as server:
        failure = await failed(server, error(429, "slow down", retry_after="7"))
    assert (failure.retryable, failure.retry_after) == (True, 7.0)


async def test_a_cut_keeps_what_was_told():
    async with ModelServer() as server:
        assert (
            await failed(server, Reply(chunks=("The ", "door "), then="cut"))
        ).partial == "The door "


async def test_a_server_that_never_says_it_ended():
    async with ModelServer() as server:
        options = ProviderOptions(lenient_end=True)
        assert (
            await answered(server, Reply(chunks=("A",), then="end"), options=options)
        ).text == "A"


async def test_a_whole_answer_where_a_stream_was_asked_for():
    body = {"choices": [{"message": {"content": "<think>x</think>Hi"}, "finish_reason": "stop"}]}
    async with ModelServer() as server:
        end = await answered(
            server, Reply(body=json.dumps({**body, "usage": {"prompt_tokens": 3}}))
        )
    assert (end.text, end.reasoning, end.usage.tokens_in) == ("Hi", "x", 3)


async def test_nobody_there():
    async with ModelServer() as server:
        pass
    failure = await failed(server)
    assert (failure.code, failure.retryable) == ("unreachable", True)


@pytest.mark.parametrize("url", ["", "ftp://127.0.0.1/v1", "http://"])
async def test_an_address_that_is_none(url):
    async with ModelServer() as server:
        assert (await failed(server, base_url=url)).code == "unreachable"


@pytest.mark.spec("CP-1")
async def test_the_key_is_in_no_message():
    async with ModelServer() as server:
        failure = await failed(
            server, error(401, "Incorrect API key provided: sk-secret"), api_key=Secret("sk-secret")
        )
    assert "sk-secret" not in f"{failure!r} {failure} {failure.detail} {failure.to_json()}"
    assert failure.detail == "HTTP 401: Incorrect API key provided: ***"


async def test_the_models_of_a_server():
    async with ModelServer() as server:
        assert await list_models(route(server)) == ("fake",)
        with pytest.raises(ModelFailure) as caught:
            await list_models(route(server, base_url=server.base_url + "/nowhere/else?"))
    assert caught.value.code == "bad_response"
    with pytest.raises(ModelFailure) as caught:
        await list_models(route(server))
    assert caught.value.code == "unreachable"
