"""Measure selection: compile time, memory, a turn's choice, beside a plain re-scan (WB-43)."""

import gc
import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, TypeVar

from django.core.management.base import BaseCommand, CommandError, CommandParser

from worldbook.management.bench_books import Case, make_case
from worldbook.rules.entries import Book
from worldbook.rules.folding import folded
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

T = TypeVar("T")


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
        for language in options["languages"]:
            for recursion in (False, True):
                for size in options["sizes"]:
                    row = _measure(language, size, options["runs"], recursion=recursion)
                    self.stdout.write(json.dumps(row) if options["json"] else _LINE.format(**row))
        imported = _import(options["imported"])
        self.stdout.write(json.dumps(imported) if options["json"] else _IMPORT.format(**imported))


_HEAD = (
    "| entries | language | recursion | selected | compile ms | memory MB | turn ms | worst ms"
    " | turn CPU ms | re-scan CPU ms | times faster |\n|" + " --- |" * 11
)
_LINE = (
    "| {entries} | {language} | {recursion} | {selected:.0f} | {compile_ms:.0f} | {memory_mb:.1f} |"
    " {median_ms:.2f} | {worst_ms:.2f} | {cpu_ms:.2f} | {rescan_ms:.1f} | {ratio:.0f} |"
)
_IMPORT = "\nReading a file of {imported} entries: {read_ms:.0f} ms of work, {wall_ms:.0f} ms by the clock."


def _import(size: int) -> dict[str, Any]:
    """Reading a SillyTavern file of a size, with its report."""
    book = make_case(language="en", entries=size, recursion=True).book
    entries = {
        str(at): {
            "uid": at,
            "key": list(entry.keys),
            "content": entry.content,
            "comment": entry.title,
        }
        for at, entry in enumerate(book.entries)
    }
    data = json.dumps({"entries": entries}).encode()
    took, parsed = _timed(partial(read, data, max_entries=size))
    if isinstance(parsed, Refusal):
        raise CommandError(parsed.reason)
    return {"imported": size, "read_ms": took.cpu, "wall_ms": took.wall}


def _measure(language: str, size: int, runs: int, *, recursion: bool) -> dict[str, Any]:
    """One book: compiled once, chosen from `runs` times with other words each time.

    Wall times are as a player feels them; times of this thread's work do not depend on what else
    the machine does, so compilation and the re-scan are told in these.
    """
    case = make_case(language=language, entries=size, recursion=recursion)
    requests = [_other_turn(case, turn, language) for turn in range(1, runs + 1)]
    gc.collect()
    before = _resident()
    spent, compiled = _timed(partial(compile_book, case.book))
    memory = (_resident() - before) / 1e6
    turns = [_timed(partial(_chosen, request, compiled)) for request in requests]
    cpu = median(took.cpu for took, _ in turns)
    plain = median(_timed(partial(rescan, case.request, case.book))[0].cpu for _ in range(3))
    return {
        "entries": size,
        "language": language,
        "recursion": "yes" if recursion else "no",
        "selected": median(len(selection.selected) for _, selection in turns),
        "compile_ms": spent.cpu,
        "memory_mb": memory,
        "median_ms": median(took.wall for took, _ in turns),
        "worst_ms": max(took.wall for took, _ in turns),
        "cpu_ms": cpu,
        "rescan_ms": plain,
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


def rescan(request: SelectionRequest, book: Book) -> set[str]:
    """The plain way, for comparison: every key of every entry is looked for in every text."""
    recent = request.messages[-(book.scan_depth - 1) :] if book.scan_depth > 1 else ()
    texts = [folded(request.query), *(folded(message.content) for message in recent)]
    active: set[str] = set()
    for number in range(book.max_passes + 1):
        new = [
            entry
            for entry in book.entries
            if entry.key_id not in active
            and not (number and entry.exclude_recursion)
            and any(folded(key) in text for key in entry.keys for text in texts)
        ]
        active.update(entry.key_id for entry in new)
        texts += [folded(entry.content) for entry in new if not entry.prevent_recursion]
        if not any(not entry.prevent_recursion for entry in new):
            break
    return active


class _Took(NamedTuple):
    """Milliseconds: by the clock on the wall, and of this thread's work."""

    wall: float
    cpu: float


def _timed(act: Callable[[], T]) -> tuple[_Took, T]:
    wall, cpu = time.perf_counter(), time.thread_time()
    result = act()
    took = _Took((time.perf_counter() - wall) * 1000, (time.thread_time() - cpu) * 1000)
    return took, result


def _resident() -> int:
    """Bytes of this process in memory (Linux)."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096
