"""Whatever a server sends is an answer or a failure that can be told, never a fault of ours."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.llm.reading import Reading
from sessions_app.rules.calls import FAILURES, Finished, ModelFailure
from sessions_app.rules.completion import Completion
from sessions_app.rules.provider_options import ProviderOptions

pytestmark = pytest.mark.spec("CP-3", "TB-4")

NUMBERS = st.integers() | st.floats()
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(max_size=6) | st.sampled_from(["²", "429"])
WORDS = st.sampled_from(
    [
        *("choices", "delta", "message", "content", "tool_calls", "function", "name", "arguments"),
        *("id", "index", "error", "code", "type", "usage", "prompt_tokens", "completion_tokens"),
        *("prompt_tokens_details", "cached_tokens", "finish_reason", "reasoning", "text"),
    ]
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)
DELTAS = st.fixed_dictionaries(
    {},
    optional={
        "content": JSON,
        "reasoning": JSON,
        "tool_calls": JSON
        | st.lists(
            JSON
            | st.fixed_dictionaries(
                {},
                optional={
                    "id": JSON,
                    "index": JSON,
                    "function": JSON
                    | st.fixed_dictionaries({}, optional={"name": JSON, "arguments": JSON}),
                },
            ),
            max_size=2,
        ),
    },
)
CHOICES = st.fixed_dictionaries(
    {}, optional={"delta": DELTAS | JSON, "finish_reason": JSON, "error": JSON}
)
CHUNKS = JSON | st.fixed_dictionaries(
    {},
    optional={
        "choices": st.lists(CHOICES, max_size=2) | JSON,
        "usage": JSON,
        "error": JSON,
    },
)


def read(*bodies: bytes) -> Finished | ModelFailure:
    """What becomes of a response; anything but these two is a fault of ours."""
    reading = Reading(Completion(), ProviderOptions())
    try:
        for body in bodies:
            list(reading.feed(body))
        list(reading.finish())
        return reading.finished()
    except ModelFailure as failure:
        return failure


def streamed(*chunks: Any) -> Finished | ModelFailure:
    return read(*(f"data: {json.dumps(chunk)}\n\n".encode() for chunk in chunks))


@given(st.lists(CHUNKS, max_size=3))
def test_any_json_is_an_answer_or_a_failure(chunks: list[Any]) -> None:
    said = {"choices": [{"delta": {"content": "So."}, "finish_reason": "stop"}]}
    for result in (streamed(*chunks, said), read(json.dumps(chunks[:1] or {}).encode())):
        if isinstance(result, ModelFailure):
            assert result.code in FAILURES
        else:
            json.dumps(result.text).encode()


@given(st.lists(st.binary(max_size=20), max_size=4))
def test_any_bytes_are_an_answer_or_a_failure(bodies: list[bytes]) -> None:
    read(*bodies)
    read(*(b"data: " + body + b"\n\n" for body in bodies))


@pytest.mark.parametrize(
    "calls",
    [
        ["roll"],
        5,
        "roll",
        {"name": "roll"},
        [[1]],
        [{"function": "roll"}],
        [{"function": {"name": 1}}],
    ],
)
def test_a_tool_call_that_is_none_is_a_bad_response(calls: Any) -> None:
    result = streamed({"choices": [{"delta": {"tool_calls": calls}}]})
    assert isinstance(result, ModelFailure)
    assert (result.code, result.retryable) == ("bad_response", True)


@pytest.mark.parametrize(
    "body", [b"[" * 100_000, b'{"a":' * 100_000, b'{"a":' + b"9" * 5000 + b"}"]
)
def test_json_too_deep_or_with_too_long_a_number_is_a_bad_response(body: bytes) -> None:
    for result in (read(body), read(b"data: " + body + b"\n\n")):
        assert isinstance(result, ModelFailure)
        assert result.code == "bad_response"


@pytest.mark.parametrize("count", ["1e300", "Infinity", "NaN", "99999999999", "-1"])
def test_a_count_of_tokens_that_cannot_be_is_none(count: str) -> None:
    result = read(
        b'data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}],'
        b'"usage":{"prompt_tokens":' + count.encode() + b',"completion_tokens":2}}\n\n'
    )
    assert isinstance(result, Finished)
    assert (result.usage.tokens_in, result.usage.tokens_out) == (None, 2)
