"""Reading vector indexes: which is ready, how far one is, and what is nearest to a query (WB-15)."""

from collections.abc import Collection, Sequence
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils.module_loading import import_string

from worldbook.models import IndexBuild, Revision
from worldbook.rules.indexes import Index
from worldbook.rules.ports import Vector

Json = dict[str, Any]

PIECES_AN_ENTRY = 4
"""How many pieces are first read for each entry that is wanted."""


def site_embedding() -> str:
    """The embedding version that new indexes are built in; "" where none can be had."""
    version: str = import_string(settings.WORLDBOOK_EMBEDDING)()
    return version


def indexes_of(revision_ids: Collection[int], embedding: str) -> dict[int, Index]:
    """The indexes of these revisions in one embedding version, by revision; one query."""
    rows = IndexBuild.objects.filter(revision_id__in=revision_ids, embedding=embedding)
    return {
        revision: Index(book, build, state)
        for revision, book, build, state in rows.values_list(
            "revision_id", "book_id", "id", "state"
        )
    }


def index_status(revision: Revision, embedding: str = "") -> Json:
    """How the index of a revision stands, as every door tells it; state "none": never asked for."""
    wanted = embedding or site_embedding()
    build = (
        IndexBuild.objects.filter(revision=revision, embedding=wanted).select_related("job").first()
    )
    if build is None:
        nothing = {"pieces": 0, "pieces_done": 0, "pieces_reused": 0, "progress": 0, "error": ""}
        times = {"asked_at": None, "ended_at": None}
        return {"embedding": wanted, "state": "none", "job": None, **nothing, **times}
    return {
        "embedding": wanted,
        "state": build.state,
        "progress": build.progress,
        "pieces": build.pieces,
        "pieces_done": build.pieces_done,
        "pieces_reused": build.pieces_reused,
        "error": build.error,
        "asked_at": build.asked_at,
        "ended_at": build.ended_at,
        "job": None if build.job is None else {"id": build.job_id, "state": build.job.state},
    }


def vector_text(vector: Vector) -> str:
    """A vector as PostgreSQL reads it."""
    return f"[{','.join(format(number, '.6g') for number in vector)}]"


# The sum keeps every plan exact, whatever index comes later (docs/decisions/031).
_NEAREST = """
SELECT entry, (emb <#> %(query)s::halfvec) + 0 AS distance
FROM worldbook_indexvector
WHERE book_id = %(book)s AND build_id = %(build)s AND {which}
ORDER BY distance, entry LIMIT %(most)s
"""


def nearest(
    index: Index, query: Vector, *, barred: Collection[int], size: int, limit: int
) -> list[tuple[int, float]]:
    """The entries whose best piece is nearest to a query, with the cosine, without barred ones.

    `size` is the number of the book's entries: the shorter of the two lists of numbers, who is
    barred and who is not, is what the database is told. Pieces are read from the nearest on until
    enough entries are among them; an entry's first piece is its best.
    """
    few = len(barred) * 2 <= size
    named = list(barred) if few else [at for at in range(size) if at not in barred]
    which = "entry <> ALL(%(named)s)" if few else "entry = ANY(%(named)s)"
    values: Json = {
        "query": vector_text(query),
        "book": index.book,
        "build": index.build,
        "named": named,
        "most": max(limit, 1) * PIECES_AN_ENTRY,
    }
    while True:
        with connection.cursor() as cursor:
            cursor.execute(_NEAREST.format(which=which), values)
            rows: Sequence[tuple[int, float]] = cursor.fetchall()
        best: dict[int, float] = {}
        for entry, distance in rows:
            best.setdefault(entry, -distance)
        if len(best) >= limit or len(rows) < values["most"]:
            return list(best.items())[:limit]
        values["most"] *= PIECES_AN_ENTRY
