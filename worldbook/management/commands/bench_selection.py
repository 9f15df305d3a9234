"""Measure selection: compile time, memory, a turn's choice, beside a plain scan with `re` (WB-43)."""

import json
import re
import time
from functools import partial
from statistics import median
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from worldbook.management.bench_books import Case, make_case, world_info_file
from worldbook.management.bench_tools import memory_of, timed
from worldbook.rules.entries import Book
from worldbook.rules.formats import read
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import (
    CompiledBook,
    Selection,
    SelectionRequest,
    compile_book,
    select,
)
from worldbook.rules.tokens import counter_for

SIZES = (100, 1_000, 5_000, 20_000)
LANGUAGES = ("en", "zh")
COUNT = counter_for("gpt-4o")
FAST = 1_000
"""Up to this size the plain scan is measured three times; beyond it takes seconds."""

Scan = list[tuple[str, list[re.Pattern[str]]]]
"""Entries with a compiled pattern for each key, as a program without a matcher has them."""


class Command(BaseCommand):
    """Print one line a book: size, language, recursion, medians in milliseconds, ratios."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """What to measure and how often."""
        parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
        parser.add_argument("--languages", nargs="+", default=LANGUAGES, choices=LANGUAGES)
        parser.add_argument("--runs", type=int, default=15)
        parser.add_argument("--imported", type=int, default=5_000, help="entries of the import")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Measure every combination."""
        if not options["json"]:
            self.stdout.write(_HEAD)
        cases = [
            (language, recursion, size)
            for language in options["languages"]
            for recursion in (False, True)
            for size in options["sizes"]
        ]
        # First of all, while this process is small: what is weighed is forked from it.
        weights = [memory_of(partial(_book, *case), compile_book) for case in cases]
        for case, memory in zip(cases, weights, strict=True):
            row = _measure(*case, runs=options["runs"], memory=memory)
            self.stdout.write(json.dumps(row) if options["json"] else _LINE.format(**row))
        imported = _import(options["imported"])
        self.stdout.write(json.dumps(imported) if options["json"] else _IMPORT.format(**imported))


_HEAD = (
    "| entries | language | recursion | selected | compile ms | its CPU ms | memory MB | turn ms"
    " | worst ms | turn CPU ms | `re` scan ms | times faster |\n|" + " --- |" * 12
)
_LINE = (
    "| {entries} | {language} | {recursion} | {selected:.0f} | {compile_ms:.0f} | {compile_cpu:.0f}"
    " | {memory_mb:.1f} | {median_ms:.2f} | {worst_ms:.2f} | {cpu_ms:.2f} | {scan_ms:.1f}"
    " | {ratio:.0f} |"
)
_IMPORT = (
    "\nReading a file of {imported} entries: {read_ms:.0f} ms of work, {wall_ms:.0f} ms by the clock"
    " (`bench import` measures the whole way into a book)."
)


def _book(language: str, recursion: bool, size: int) -> Book:  # noqa: FBT001 - a row of the table
    return make_case(language=language, entries=size, recursion=recursion).book


def _import(size: int) -> dict[str, Any]:
    """Reading a SillyTavern file of a size, with its report."""
    took, parsed = timed(partial(read, world_info_file(size), max_entries=size))
    if isinstance(parsed, Refusal):
        raise CommandError(parsed.reason)
    return {"imported": size, "read_ms": took.cpu, "wall_ms": took.wall}


def _measure(
    language: str,
    recursion: bool,  # noqa: FBT001 - a row of the table
    size: int,
    *,
    runs: int,
    memory: float,
) -> dict[str, Any]:
    """One book: compiled once, chosen from `runs` times with other words each time.

    Wall times are as a player feels them; times of this thread's work do not depend on what else
    the machine does, so the comparison is between these.
    """
    case = make_case(language=language, entries=size, recursion=recursion)
    requests = [_other_turn(case, turn, language) for turn in range(1, runs + 1)]
    spent, compiled = timed(partial(compile_book, case.book))
    turns = [timed(partial(_chosen, request, compiled)) for request in requests]
    cpu = median(took.cpu for took, _ in turns)
    scan = patterns(case.book)
    again = range(3 if size <= FAST else 1)
    plain = median(timed(partial(rescan, case.request, case.book, scan))[0].cpu for _ in again)
    return {
        "entries": size,
        "language": language,
        "recursion": "yes" if recursion else "no",
        "selected": median(len(selection.selected) for _, selection in turns),
        "compile_ms": spent.wall,
        "compile_cpu": spent.cpu,
        "memory_mb": memory,
        "median_ms": median(took.wall for took, _ in turns),
        "worst_ms": max(took.wall for took, _ in turns),
        "cpu_ms": cpu,
        "scan_ms": plain,
        "ratio": plain / cpu,
    }


def _other_turn(case: Case, turn: int, language: str) -> SelectionRequest:
    """The same kind of turn with other words, so that nothing of the last one is at hand."""
    other = make_case(language=language, entries=20, recursion=False, seed=turn).request
    return SelectionRequest(
        query=f"{case.request.query} {turn}",
        messages=other.messages,
        budget=case.request.budget,
        seed=case.request.seed,
        turn=turn,
    )


def _chosen(request: SelectionRequest, compiled: CompiledBook) -> Selection:
    selection = select(request, [compiled], COUNT, clock=time.thread_time)
    if isinstance(selection, Refusal):
        raise CommandError(selection.reason)
    return selection


def patterns(book: Book) -> Scan:
    """A pattern for each key, compiled once, as a careful program without a matcher would."""
    return [
        (entry.key_id, [re.compile(re.escape(key), re.IGNORECASE) for key in entry.keys])
        for entry in book.entries
    ]


def rescan(request: SelectionRequest, book: Book, scan: Scan) -> set[str]:
    """The plain way, for comparison: `re` looks for every key of every entry in every text."""
    recent = request.messages[-(book.scan_depth - 1) :] if book.scan_depth > 1 else ()
    texts = [request.query, *(message.content for message in recent)]
    active: set[str] = set()
    for number in range(book.max_passes + 1):
        new = [
            entry
            for entry, (key_id, keys) in zip(book.entries, scan, strict=True)
            if key_id not in active
            and not (number and entry.exclude_recursion)
            and any(key.search(text) for key in keys for text in texts)
        ]
        active.update(entry.key_id for entry in new)
        texts += [entry.content for entry in new if not entry.prevent_recursion]
        if not any(not entry.prevent_recursion for entry in new):
            break
    return active
