"""Where the chosen entries go: position, depth, order, place (WB-34, WB-44)."""

from collections.abc import Callable
from typing import Any

from worldbook.rules.entries import POSITIONS
from worldbook.rules.selection.activation import Active, BookRun
from worldbook.rules.selection.eligibility import audience_of
from worldbook.rules.selection.result import SelectedEntry
from worldbook.rules.wrapper import SEPARATOR, wrap

Count = Callable[[str], int]


def injection_order(run: BookRun, at: int) -> tuple[Any, ...]:
    """What entries are sorted by for the prompt: deeper ones stand before shallower ones."""
    entry = run.compiled.entries[at]
    depth = -entry.depth if entry.position == "at_depth" else 0
    return POSITIONS.index(entry.position), depth, entry.order, run.pin, run.compiled.rank[at]


def wrapped(run: BookRun, at: int) -> str:
    """An entry as the model gets it."""
    book, entry = run.compiled.book, run.compiled.entries[at]
    return wrap(
        book=book.key,
        revision=book.revision,
        key_id=entry.key_id,
        title=entry.title,
        body=run.judge.body(at),
    )


def tokens_of(run: BookRun, at: int, count: Count) -> int:
    """Size of an entry with wrapper and separator; kept where no macro can change it (WB-32)."""
    if run.judge.body(at) != run.compiled.entries[at].content:
        return count(wrapped(run, at) + SEPARATOR)
    costs = run.compiled.costs(count)
    known = costs.get(at)
    if known is None:
        known = costs[at] = count(wrapped(run, at) + SEPARATOR)
    return known


def placed(run: BookRun, found: Active, count: Count, *, shared: bool) -> SelectedEntry:
    """One chosen entry as the selection hands it on."""
    at = found.who[1]
    book, entry = run.compiled.book, run.compiled.entries[at]
    at_depth = entry.position == "at_depth"
    return SelectedEntry(
        book=book.key,
        revision=book.revision,
        key_id=entry.key_id,
        source_id=entry.source_id,
        title=entry.title,
        text=run.judge.body(at),
        wrapped=wrapped(run, at),
        position=entry.position,
        depth=entry.depth if at_depth else None,
        role=entry.role if at_depth else "system",
        tokens=tokens_of(run, at, count),
        cause=found.cause,
        audience=audience_of(entry, shared=shared),
        players_may_read=book.players_may_read,
        free=entry.ignore_budget,
        notes=run.judge.notes.get(at, ()),
    )
