"""Measure a hybrid choice over a large book: eligibility, words, vectors, selection.

Makes a database of its own beside the site's and removes it. The query's vector is taken as given:
embedding it is the model's time. Vectors are random; an exact scan costs the same whatever they say.
"""

import json
import time
from dataclasses import replace
from itertools import pairwise
from random import Random
from statistics import median, quantiles
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from worldbook.actions.building import build_index
from worldbook.management.bench_books import make_case
from worldbook.management.bench_tools import own_database
from worldbook.models import IndexBuild, Job, Lorebook, Revision, User
from worldbook.queries.indexes import indexes_of, nearest
from worldbook.rules.entries import Book, book_to_json
from worldbook.rules.indexes import Index
from worldbook.rules.ports import Vector
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import CompiledBook, SelectionRequest, compile_book, select
from worldbook.rules.selection.ranking import RANKED, ineligible, merged, rank_words, word_index
from worldbook.rules.tokens import counter_for

LANGUAGES = ("en", "zh")
PARTS = ("eligible", "words", "vectors", "select", "whole")
COUNT = counter_for("gpt-4o")


class Command(BaseCommand):
    """Print one line a language: medians of the parts and the 95th percentile of the whole."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """What to measure and how often."""
        parser.add_argument("--entries", type=int, default=20_000)
        parser.add_argument("--dimensions", type=int, default=384)
        parser.add_argument("--runs", type=int, default=60)
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Measure every language."""
        if not options["json"]:
            self.stdout.write(_HEAD)
        with own_database():
            for language in LANGUAGES:
                row = _measure(language, **{name: options[name] for name in _WANTED})
                self.stdout.write(json.dumps(row) if options["json"] else _LINE.format(**row))


_WANTED = ("entries", "dimensions", "runs")
_HEAD = (
    "| entries | language | words ready ms | eligible ms | words ms | vectors ms | select ms"
    " | whole ms | p95 ms |\n|" + " --- |" * 9
)
_LINE = (
    "| {entries} | {language} | {index_ms:.0f} | {eligible:.1f} | {words:.1f} | {vectors:.1f}"
    " | {select:.1f} | {whole:.1f} | {p95:.1f} |"
)


class _RandomEmbedder:
    """Vectors of chance: what they say does not change what they cost."""

    version = "bench:random"

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self._rng = Random(1)

    def passages(self, texts: Any) -> list[Vector]:
        """A vector for each text."""
        return [self.query(text) for text in texts]

    def query(self, _text: str) -> Vector:
        """A vector, near enough to length 1."""
        scale = self.dimensions**-0.5
        return [self._rng.gauss(0, scale) for _ in range(self.dimensions)]


def _measure(language: str, *, entries: int, dimensions: int, runs: int) -> dict[str, Any]:
    case = make_case(language=language, entries=entries, recursion=False)
    embedder = _RandomEmbedder(dimensions)
    index = _indexed(case.book, embedder)
    compiled = compile_book(case.book)
    took = time.perf_counter()
    word_index(compiled)
    ready = (time.perf_counter() - took) * 1000
    request = replace(case.request, strategy="hybrid")
    samples: dict[str, list[float]] = {part: [] for part in PARTS}
    for turn in range(1, runs + 1):
        asked = replace(request, query=f"{request.query} {turn}", turn=turn)
        for part, ms in _turn(asked, compiled, index, embedder.query("")).items():
            samples[part].append(ms)
    told = {part: median(values) for part, values in samples.items()}
    p95 = quantiles(samples["whole"], n=20)[-1]
    return {"entries": entries, "language": language, "index_ms": ready, "p95": p95, **told}


def _indexed(book: Book, embedder: _RandomEmbedder) -> Index:
    """The book published and indexed."""
    owner, _made = User.objects.get_or_create(username="bench")
    row = Lorebook.objects.create(owner=owner, key=book.key, name=book.key, latest_revision=1)
    body, count = book_to_json(book), len(book.entries)
    revision = Revision.objects.create(
        book=row, number=1, body=body, content_hash="0" * 64, entry_count=count
    )
    # Not queued: the site's worker reads another database.
    job = Job.objects.create(kind="index")
    IndexBuild.objects.create(book=row, revision=revision, embedding=embedder.version, job=job)
    if build_index(job_id=job.pk, embedder_of=lambda _version: embedder, seconds=3600):
        raise CommandError("The index was not built.")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE worldbook_indexvector")
    return indexes_of([revision.pk], embedder.version)[revision.pk]


def _turn(
    request: SelectionRequest, compiled: CompiledBook, index: Index, vector: Vector
) -> dict[str, float]:
    """One choice as the engine makes it; milliseconds of each part."""
    marks = [time.perf_counter()]
    barred = ineligible(request, compiled)
    marks.append(time.perf_counter())
    words = rank_words(request, [compiled], [barred])
    marks.append(time.perf_counter())
    size = len(compiled.entries)
    found = nearest(index, vector, barred=barred, size=size, limit=RANKED)
    vectors = merged([compiled], [found])
    marks.append(time.perf_counter())
    asked = replace(request, by_words=words, by_vectors=vectors)
    if isinstance(select(asked, [compiled], COUNT, clock=time.thread_time), Refusal):
        raise CommandError("Nothing could be chosen.")
    marks.append(time.perf_counter())
    spans = [(b - a) * 1000 for a, b in pairwise(marks)]
    return dict(zip(PARTS, [*spans, sum(spans)], strict=True))
