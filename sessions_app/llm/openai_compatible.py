"""The driver for OpenAI-compatible chat servers: one request, streamed (CP-3).

The stream is read with our own event reader over httpx2 (docs/decisions/streaming-text):
servers cut frames, send comments, errors after HTTP 200 and whole answers where a stream was
asked for, and each of these has its own outcome here.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx2

from sessions_app.llm.http import (
    TRANSPORT_ERRORS,
    check_status,
    client_for,
    headers_of,
    transport_failure,
    url_of,
    without_key,
)
from sessions_app.llm.reading import Reading
from sessions_app.rules.calls import (
    ChatMessage,
    ModelFailure,
    Pieces,
    Route,
)
from sessions_app.rules.completion import Completion
from sessions_app.rules.provider_options import ProviderOptions, read_options
from sessions_app.rules.stream import Splitter
from worldbook.rules.refusal import Refusal

LIST_TIMEOUT = 30.0


def request_body(
    route: Route, options: ProviderOptions, messages: Sequence[ChatMessage]
) -> dict[str, Any]:
    """The body of the request, with the provider's own fields last (null takes one out)."""
    body: dict[str, Any] = {
        "model": route.model,
        "messages": [{"role": item.role, "content": item.content} for item in messages],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": route.temperature,
        options.max_tokens_field: route.max_output,
    }
    if route.reasoning:
        body["reasoning_effort"] = route.reasoning
    body.update(options.request)
    return {name: value for name, value in body.items() if value is not None}


async def stream_completion(
    route: Route, options: ProviderOptions, messages: Sequence[ChatMessage]
) -> Pieces:
    """The pieces of one answer, `Finished` last. Raises ModelFailure; closing it hangs up."""
    reading = Reading(
        Completion(splitter=Splitter(starts_in_reasoning=options.starts_in_reasoning)), options
    )
    try:
        async with _answer(route, options, messages) as response:
            await check_status(response)
            async for data in response.aiter_bytes():
                for piece in reading.feed(data):
                    yield piece
                if reading.completion.done or reading.completion.error is not None:
                    break
        for piece in reading.finish():
            yield piece
        yield reading.finished()
    except ModelFailure as failure:
        failure.detail = without_key(failure.detail, route)
        failure.partial = reading.completion.text
        raise
    except TRANSPORT_ERRORS as error:
        raise transport_failure(
            error, route, began=reading.began, partial=reading.completion.text
        ) from error


async def list_models(route: Route) -> tuple[str, ...]:
    """Names of the models that the server offers. Raises ModelFailure."""
    options = read_options(route.options)
    if isinstance(options, Refusal):
        raise ModelFailure("bad_response", options.reason)
    try:
        async with client_for(options, LIST_TIMEOUT) as client:
            response = await client.get(url_of(route, "models"), headers=headers_of(route, options))
            await check_status(response)
        data = response.json()
        return tuple(str(item["id"]) for item in data["data"])
    except ModelFailure as failure:
        failure.detail = without_key(failure.detail, route)
        raise
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise transport_failure(error, route) from error
    except (ValueError, KeyError, TypeError) as error:
        raise ModelFailure("bad_response", "the list of models cannot be read") from error


@asynccontextmanager
async def _answer(
    route: Route, options: ProviderOptions, messages: Sequence[ChatMessage]
) -> AsyncIterator[httpx2.Response]:
    url = url_of(route, "chat/completions")
    body = request_body(route, options, messages)
    async with (
        client_for(options, route.time_limit) as client,
        client.stream("POST", url, json=body, headers=headers_of(route, options)) as response,
    ):
        yield response
