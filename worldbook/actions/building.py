"""Building a vector index, a step at a time: goes on where a killed worker left it (WB-15).

A step takes over vectors of unchanged pieces, embeds what lacks in batches, and writes each batch
in a transaction of its own; no transaction is open while texts are embedded. The number of the
attempt tells a step whether another one has taken the build over.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from django.db.models.functions import Now

from worldbook.actions.indexes import UNDER_WAY
from worldbook.models import IndexBuild, Job
from worldbook.queries.indexes import vector_text
from worldbook.rules.entries import book_from_json
from worldbook.rules.passages import Passage, passages_of
from worldbook.rules.ports import Embedder, EmbeddingFailed, Vector

STEP_SECONDS = 20.0
BATCH = 16
MAX_ATTEMPTS = 3
OLDER_BUILDS = 8
"""How many earlier builds of the book are asked for vectors of unchanged pieces."""


class _Over(Exception):  # noqa: N818 - not a fault: somebody else decides over this build now
    """The build was called off, or another step has taken it over."""


@dataclass(slots=True)
class _Step:
    """One step's work: the build, which attempt this is, and the pieces that lack vectors."""

    build: IndexBuild
    job_id: int
    attempt: int
    lacking: list[Passage] = field(default_factory=list)


def build_index(
    *,
    job_id: int,
    embedder_of: Callable[[str], Embedder],
    seconds: float = STEP_SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> bool:
    """Work on a build for about `seconds`; whether more is to be done, by another step.

    `embedder_of` gives the embedder of a version and may raise EmbeddingFailed: then, and when
    texts cannot be embedded, the build has failed and says why. Safe to run twice at once.
    """
    until = clock() + seconds
    try:
        step = _begin(job_id)
        if step is None:
            return False
        try:
            return _work(step, embedder_of(step.build.embedding), lambda: clock() < until)
        except EmbeddingFailed as failure:
            _end(step, IndexBuild.State.FAILED, str(failure))
    except _Over:
        return False
    return False


def _work(step: _Step, embedder: Embedder, in_time: Callable[[], bool]) -> bool:
    _take_stock(step)
    for number, batch in enumerate(_batches(step.lacking)):
        if number and not in_time():
            _rest(step)
            return True
        texts = list(dict.fromkeys(piece.text for piece in batch))
        vectors = dict(zip(texts, _embedded(embedder, texts), strict=True))
        _write(step, batch, [vectors[piece.text] for piece in batch])
    _end(step, IndexBuild.State.READY)
    return False


def _embedded(embedder: Embedder, texts: Sequence[str]) -> list[Vector]:
    """Vectors of the texts, each of the size that the version promises."""
    vectors = embedder.passages(texts)
    if len(vectors) != len(texts):
        raise EmbeddingFailed("bad_response", f"{len(vectors)} vectors for {len(texts)} texts")
    for vector in vectors:
        if len(vector) != embedder.dimensions:
            said = f"{len(vector)} instead of {embedder.dimensions}"
            raise EmbeddingFailed("wrong_dimensions", said)
    return vectors


def _batches(pieces: Sequence[Passage]) -> Iterator[Sequence[Passage]]:
    for at in range(0, len(pieces), BATCH):
        yield pieces[at : at + BATCH]


@transaction.atomic
def _begin(job_id: int) -> _Step | None:
    """Take the job: one attempt more. A job that killed its worker too often has failed."""
    job = Job.objects.select_for_update().filter(pk=job_id, state__in=UNDER_WAY).first()
    if job is None:
        return None
    build = IndexBuild.objects.select_for_update(of=("self",)).filter(job=job).first()
    if build is None or job.cancel_requested:
        job.state = Job.State.CANCELLED
        job.save(update_fields=["state"])
        return None
    job.attempts += 1
    job.state = Job.State.RUNNING
    job.save(update_fields=["attempts", "state"])
    step = _Step(build, job.pk, job.attempts)
    if job.attempts > MAX_ATTEMPTS:
        _end(step, IndexBuild.State.FAILED, f"worker_lost: {MAX_ATTEMPTS} times")
        return None
    return step


def _must_be_mine(step: _Step) -> Job:
    """The job, locked, as long as this step is the one that works on it."""
    job = Job.objects.select_for_update().filter(pk=step.job_id).first()
    if job is None or job.state != Job.State.RUNNING or job.attempts != step.attempt:
        raise _Over
    mine = IndexBuild.objects.select_for_update(of=("self",)).filter(pk=step.build.pk, job=job)
    if job.cancel_requested or not mine.exists():
        raise _Over
    return job


_KNOWN = """
SELECT entry, piece, hash FROM worldbook_indexvector WHERE book_id = %s AND build_id = %s
"""

_TAKE_OVER = """
WITH known AS (
    SELECT DISTINCT ON (hash) hash, emb FROM worldbook_indexvector
    WHERE book_id = %(book)s AND build_id = ANY(%(builds)s)
)
INSERT INTO worldbook_indexvector (book_id, build_id, entry, piece, hash, emb)
SELECT %(book)s, %(build)s, lack.entry, lack.piece, lack.hash, known.emb
FROM unnest(%(entries)s::int[], %(pieces)s::int[], %(hashes)s::bytea[])
    AS lack (entry, piece, hash)
JOIN known ON known.hash = lack.hash
ON CONFLICT DO NOTHING
"""

_INSERT = """
INSERT INTO worldbook_indexvector (book_id, build_id, entry, piece, hash, emb)
VALUES (%s, %s, %s, %s, %s, %s::halfvec) ON CONFLICT DO NOTHING
"""


@transaction.atomic
def _take_stock(step: _Step) -> None:
    """Find what lacks; take over what earlier builds of the book have of it."""
    job = _must_be_mine(step)
    build = step.build
    wanted = list(passages_of(book_from_json(build.revision.body)))
    build.pieces = len(wanted)
    lacking = _lacking(build, wanted)
    if lacking and not job.arguments.get("force"):
        build.pieces_reused += _take_over(build, lacking)
        lacking = _lacking(build, wanted)
    build.pieces_done = len(wanted) - len(lacking)
    build.save(update_fields=["pieces", "pieces_done", "pieces_reused"])
    step.lacking = lacking


def _lacking(build: IndexBuild, wanted: Sequence[Passage]) -> list[Passage]:
    with connection.cursor() as cursor:
        cursor.execute(_KNOWN, [build.book_id, build.pk])
        known = {(entry, piece, bytes(hash_)) for entry, piece, hash_ in cursor.fetchall()}
    return [piece for piece in wanted if (piece.entry, piece.number, piece.hash) not in known]


def _take_over(build: IndexBuild, lacking: Sequence[Passage]) -> int:
    """Copy vectors of the same texts in the same embedding; how many."""
    others = IndexBuild.objects.filter(book_id=build.book_id, embedding=build.embedding)
    builds = list(others.exclude(pk=build.pk).values_list("pk", flat=True)[:OLDER_BUILDS])
    values: dict[str, Any] = {
        "book": build.book_id,
        "build": build.pk,
        "builds": builds,
        "entries": [piece.entry for piece in lacking],
        "pieces": [piece.number for piece in lacking],
        "hashes": [piece.hash for piece in lacking],
    }
    with connection.cursor() as cursor:
        cursor.execute(_TAKE_OVER, values)
        return cursor.rowcount


@transaction.atomic
def _write(step: _Step, pieces: Sequence[Passage], vectors: Sequence[Vector]) -> None:
    job = _must_be_mine(step)
    build = step.build
    rows = [
        (build.book_id, build.pk, piece.entry, piece.number, piece.hash, vector_text(vector))
        for piece, vector in zip(pieces, vectors, strict=True)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(_INSERT, rows)
    build.pieces_done += len(pieces)
    build.save(update_fields=["pieces_done"])
    job.progress = build.progress
    job.save(update_fields=["progress"])


@transaction.atomic
def _rest(step: _Step) -> None:
    """End a step that came forward: attempts are counted anew."""
    job = _must_be_mine(step)
    job.attempts = 0
    job.save(update_fields=["attempts"])


@transaction.atomic
def _end(step: _Step, state: str, error: str = "") -> None:
    job = _must_be_mine(step)
    ready = state == IndexBuild.State.READY
    build = step.build
    build.state, build.error, build.ended_at = state, error, Now()
    build.save(update_fields=["state", "error", "ended_at"])
    job.state = Job.State.DONE if ready else Job.State.FAILED
    job.progress = 100 if ready else job.progress
    job.error, job.ended_at = error, Now()
    job.save(update_fields=["state", "progress", "error", "ended_at"])


@transaction.atomic
def fail_index(*, job_id: int, error: str) -> None:
    """Mark a build as failed that broke for a reason nobody foresaw."""
    Job.objects.filter(pk=job_id, state__in=UNDER_WAY).update(
        state=Job.State.FAILED, error=error, ended_at=Now()
    )
    IndexBuild.objects.filter(job_id=job_id, state=IndexBuild.State.BUILDING).update(
        state=IndexBuild.State.FAILED, error=error, ended_at=Now()
    )
