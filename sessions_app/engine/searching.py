"""Searching the pinned books for a turn: by words always, by vectors where there are any (WB-24, WB-25).

A search that fails is a degradation and never a failed turn; the request says what it lacked.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import structlog

from sessions_app.engine.values import Gathered, Search
from sessions_app.llm.embeddings import LocalEmbedder, embedder_for
from worldbook.queries.indexes import nearest
from worldbook.rules.indexes import Index
from worldbook.rules.ports import Embedder, EmbeddingFailed, Vector
from worldbook.rules.selection.ranking import (
    RANKED,
    ineligible,
    merged,
    rank_words,
    search_text,
)

log = structlog.get_logger(__name__)

LOAD_SECONDS, QUERY_SECONDS = 10.0, 2.0

# A query's vector, or the code of why there is none.
Found = Vector | str


async def query_vector(gathered: Gathered) -> Found:
    """The vector of what the turn looks for; "" where none is needed, a code where it failed."""
    search, text = gathered.search, search_text(gathered.request)
    if search is None or search.embedding is None or not text.strip() or not _ready(search):
        return ""
    embedder = embedder_for(search.embedding)
    try:
        return await _in_time(embedder, text)
    except TimeoutError:
        code = "time_limit"
    except EmbeddingFailed as failure:
        code = failure.code
    log.warning("query_not_embedded", code=code, embedding=embedder.version)
    return code


async def _in_time(embedder: Embedder, text: str) -> Vector:
    """The vector within two seconds; a model that must first be loaded has its own time for that."""
    if isinstance(embedder, LocalEmbedder):
        async with asyncio.timeout(LOAD_SECONDS):
            await asyncio.to_thread(embedder.load)
    async with asyncio.timeout(QUERY_SECONDS):
        return await asyncio.to_thread(embedder.query, text)


def _ready(search: Search) -> list[tuple[int, Index]]:
    """The pins that can be searched, by their number."""
    return [(pin, index) for pin, index in enumerate(search.indexes) if index and index.ready]


def ranked(gathered: Gathered, vector: Found) -> Gathered:
    """The same with both rankings in its request, over the entries that may be chosen; reads."""
    search, request, books = gathered.search, gathered.request, gathered.books
    if search is None:
        return gathered
    barred = [ineligible(request, book) for book in books]
    lacking = tuple(_lacking(gathered, search, vector))
    by_vectors: tuple[str, ...] | None = None if lacking else ()
    if not isinstance(vector, str):
        found: list[list[tuple[int, float]]] = [[] for _ in books]
        for pin, index in _ready(search):
            size = len(books[pin].entries)
            found[pin] = nearest(index, vector, barred=barred[pin], size=size, limit=RANKED)
        by_vectors = merged(books, found)
    with_rankings = replace(
        request,
        by_words=rank_words(request, books, barred),
        by_vectors=by_vectors,
        lacking=lacking,
    )
    return replace(gathered, request=with_rankings)


def _lacking(gathered: Gathered, search: Search, vector: Found) -> list[Mapping[str, Any]]:
    """What the search had to do without, for the trace."""
    if search.embedding is None:
        return [{"code": "no_embedding", "why": search.why}]
    lacking: list[Mapping[str, Any]] = [
        {
            "code": "no_index",
            "book": key,
            "revision": number,
            "state": index.state if index else "none",
        }
        for (key, number), index in zip(gathered.pins, search.indexes, strict=True)
        if index is None or not index.ready
    ]
    if isinstance(vector, str) and vector:
        lacking.append({"code": "vectors_failed", "why": vector})
    return lacking
