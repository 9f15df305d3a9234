"""The driver for OpenAI-compatible chat servers: one request, streamed (CP-3).

The stream is read with our own event reader over httpx2 (docs/decisions/streaming-text):
servers cut frames, send comments, errors after HTTP 200 and whole answers where a stream was
asked for, and each of these has its own outcome here.
"""

import functools
import json
import ssl
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
from django.utils import timezone

from sessions_app.rules.calls import (
    ChatMessage,
    Finished,
    ModelFailure,
    Piece,
    Pieces,
    Route,
    Usage,
)
from sessions_app.rules.completion import Completion, error_of
from sessions_app.rules.model_errors import DETAIL_LENGTH, failure_of, seconds_to_wait
from sessions_app.rules.provider_options import ProviderOptions
from sessions_app.rules.sse import DONE, SSEReader, parse_event
from sessions_app.rules.stream import Splitter

WRITE_TIMEOUT = 60.0


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
    reading = _Reading(
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


@asynccontextmanager
async def _answer(
    route: Route, options: ProviderOptions, messages: Sequence[ChatMessage]
) -> AsyncIterator[httpx2.Response]:
    headers = {"Accept": "text/event-stream", **options.headers}
    if route.api_key:
        headers["Authorization"] = f"Bearer {route.api_key.reveal()}"
    timeout = httpx2.Timeout(
        connect=options.connect_timeout, read=route.time_limit, write=WRITE_TIMEOUT, pool=None
    )
    url = route.base_url.rstrip("/") + "/chat/completions"
    body = request_body(route, options, messages)
    async with (
        httpx2.AsyncClient(timeout=timeout, verify=_ssl_context()) as client,
        client.stream("POST", url, json=body, headers=headers) as response,
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


def _transport_failure(error: Exception, reading: "_Reading", route: Route) -> ModelFailure:
    """What a broken connection means: before the answer, or in the middle of it."""
    detail = _without_key(f"{type(error).__name__}: {error}"[:DETAIL_LENGTH], route)
    partial = reading.completion.text
    if isinstance(error, httpx2.ReadTimeout):
        return ModelFailure("time_limit", detail, partial=partial)
    if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return ModelFailure("unreachable", detail)
    if reading.began:
        return ModelFailure("stream_cut", detail, retryable=True, partial=partial)
    return ModelFailure("unreachable", detail, retryable=True)


@dataclass(slots=True)
class _Reading:
    """The bytes of a response become pieces; a body that is no stream is read at the end."""

    completion: Completion
    options: ProviderOptions
    began: bool = False
    _events: SSEReader = field(default_factory=SSEReader)
    _raw: bytearray = field(default_factory=bytearray)
    _chunks: int = 0

    def feed(self, data: bytes) -> Iterator[Piece]:
        self.began = True
        if not self._chunks:
            self._raw += data
        yield from self._read(self._events.feed(data))

    def finish(self) -> Iterator[Piece]:
        if not self.completion.done:
            yield from self._read(self._events.finish(), last=True)
        if not self._chunks and not self.completion.done:
            yield from self._whole_body()
        yield from self.completion.finish()

    def _read(self, events: Iterable[str], *, last: bool = False) -> Iterator[Piece]:
        for data in events:
            if data.strip() == DONE:
                self.completion.done = True
                return
            chunks = parse_event(data)
            if chunks is None:
                if last:
                    return
                raise ModelFailure("bad_response", f"not JSON: {data[:200]}", retryable=True)
            self._chunks += 1
            for chunk in chunks:
                yield from self.completion.feed(chunk)

    def _whole_body(self) -> Iterator[Piece]:
        """Some servers answer a request for a stream with one JSON object."""
        text = self._raw.decode("utf-8", errors="replace").strip()
        if not text:
            return
        chunks = parse_event(text)
        if chunks is None:
            raise ModelFailure("bad_response", f"no stream: {text[:200]}", retryable=True)
        self.completion.done = True
        for chunk in chunks:
            yield from self.completion.feed(chunk)

    def finished(self) -> Finished:
        """The judged result; raises what makes it none."""
        completion = self.completion
        completion.done = completion.done or self.options.lenient_end
        judged = completion.judge()
        if judged.outcome != "ok":
            raise _judged_failure(judged.outcome, completion, judged.cut_calls)
        return Finished(
            text=completion.text,
            reasoning=completion.all_reasoning,
            usage=completion.usage or Usage(estimated=True),
            truncated=judged.truncated,
            finish=completion.finish_reason or "stop",
            tool_calls=judged.tool_calls,
        )


def _judged_failure(outcome: str, completion: Completion, cut: Sequence[str]) -> ModelFailure:
    if outcome == "error" and completion.error is not None:
        return failure_of(0, completion.error["message"], code=completion.error["code"])
    if outcome == "stream_cut":
        return ModelFailure("stream_cut", "it ended without a finish reason", retryable=True)
    if outcome == "cut_arguments":
        return ModelFailure("invalid_output", f"cut tool arguments: {', '.join(cut)}")
    return ModelFailure("empty_completion", _why_empty(completion), retryable=True)


def _why_empty(completion: Completion) -> str:
    if completion.finish_reason == "content_filter":
        return "the service's content filter stopped it"
    if completion.all_reasoning and completion.finish_reason in ("length", "max_tokens"):
        return "all of its output limit went into reasoning"
    if completion.all_reasoning:
        return "there was only reasoning"
    return ""
