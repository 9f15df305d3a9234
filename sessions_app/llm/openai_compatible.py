"""The driver for OpenAI-compatible chat servers: one request, streamed (CP-3).

The stream is read with our own event reader over httpx2 (docs/decisions/streaming-text):
servers cut frames, send comments, errors after HTTP 200 and whole answers where a stream was
asked for, and each of these has its own outcome here.
"""

import functools
import json
import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from django.utils import timezone

from sessions_app.llm.reading import Reading
from sessions_app.rules.calls import (
    ChatMessage,
    ModelFailure,
    Pieces,
    Route,
)
from sessions_app.rules.completion import Completion, error_of
from sessions_app.rules.model_errors import DETAIL_LENGTH, failure_of, seconds_to_wait
from sessions_app.rules.provider_options import ProviderOptions, read_options
from sessions_app.rules.stream import Splitter
from worldbook.rules.refusal import Refusal

WRITE_TIMEOUT = 60.0
LIST_TIMEOUT = 30.0


@functools.cache
def _ssl_context() -> ssl.SSLContext:
    """Made once: reading the certificates takes some 50 ms."""
    return httpx2.create_ssl_context()


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
            await _check_status(response)
            async for data in response.aiter_bytes():
                for piece in reading.feed(data):
                    yield piece
                if reading.completion.done or reading.completion.error is not None:
                    break
        for piece in reading.finish():
            yield piece
        yield reading.finished()
    except ModelFailure as failure:
        failure.detail = _without_key(failure.detail, route)
        failure.partial = reading.completion.text
        raise
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as error:
        raise _transport_failure(error, reading, route) from error


async def list_models(route: Route) -> tuple[str, ...]:
    """Names of the models that the server offers. Raises ModelFailure."""
    options = read_options(route.options)
    if isinstance(options, Refusal):
        raise ModelFailure("bad_response", options.reason)
    try:
        async with _client(options, LIST_TIMEOUT) as client:
            response = await client.get(_url(route, "models"), headers=_headers(route, options))
            await _check_status(response)
        data = response.json()
        return tuple(str(item["id"]) for item in data["data"])
    except ModelFailure as failure:
        failure.detail = _without_key(failure.detail, route)
        raise
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise _transport_failure(error, None, route) from error
    except (ValueError, KeyError, TypeError) as error:
        raise ModelFailure("bad_response", "the list of models cannot be read") from error


def _client(options: ProviderOptions, read: float) -> httpx2.AsyncClient:
    timeout = httpx2.Timeout(
        connect=options.connect_timeout, read=read, write=WRITE_TIMEOUT, pool=None
    )
    return httpx2.AsyncClient(timeout=timeout, verify=_ssl_context())


def _headers(route: Route, options: ProviderOptions) -> dict[str, str]:
    headers = {"Accept": "text/event-stream, application/json", **options.headers}
    if route.api_key:
        headers["Authorization"] = f"Bearer {route.api_key.reveal()}"
    return headers


def _url(route: Route, path: str) -> str:
    return f"{route.base_url.rstrip('/')}/{path}"


@asynccontextmanager
async def _answer(
    route: Route, options: ProviderOptions, messages: Sequence[ChatMessage]
) -> AsyncIterator[httpx2.Response]:
    url = _url(route, "chat/completions")
    body = request_body(route, options, messages)
    async with (
        _client(options, route.time_limit) as client,
        client.stream("POST", url, json=body, headers=_headers(route, options)) as response,
    ):
        yield response


async def _check_status(response: httpx2.Response) -> None:
    if response.status_code < 300:
        return
    await response.aread()
    said, code = _error_text(response.text)
    wait = seconds_to_wait(response.headers.get("retry-after", ""), timezone.now())
    raise failure_of(response.status_code, said, code=code, retry_after=wait)


def _error_text(text: str) -> tuple[str, str]:
    """What an error body says, and its code where it has one."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError:
        return text[:DETAIL_LENGTH], ""
    if isinstance(data, list) and data:
        data = data[0]
    if isinstance(data, Mapping):
        error = error_of(data.get("error") or data.get("detail") or data)
        return error["message"], error["code"]
    return text[:DETAIL_LENGTH], ""


def _without_key(text: str, route: Route) -> str:
    key = route.api_key.reveal()
    return text.replace(key, "***") if key else text


def _transport_failure(error: Exception, reading: Reading | None, route: Route) -> ModelFailure:
    """What a broken connection means: before the answer, or in the middle of it."""
    detail = _without_key(f"{type(error).__name__}: {error}"[:DETAIL_LENGTH], route)
    partial = reading.completion.text if reading else ""
    if isinstance(error, httpx2.ReadTimeout):
        return ModelFailure("time_limit", detail, partial=partial)
    if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return ModelFailure("unreachable", detail)
    if reading and reading.began:
        return ModelFailure("stream_cut", detail, retryable=True, partial=partial)
    return ModelFailure("unreachable", detail, retryable=True)
