"""What is told of a selection: every entry that came up, with its decision and cause (WB-37)."""

from collections.abc import Mapping, Sequence
from typing import Any

from worldbook.rules.patterns import PatternRun
from worldbook.rules.selection.activation import Activation, BookRun, Who
from worldbook.rules.selection.budget import Ledger, constant_cap
from worldbook.rules.selection.dependencies import Field
from worldbook.rules.selection.request import SelectionRequest
from worldbook.rules.selection.result import SelectedEntry

VERSION = 1


def name_of(runs: Sequence[BookRun], who: Who) -> dict[str, Any]:
    """Which entry of which revision."""
    book, entry = runs[who[0]].compiled.book, runs[who[0]].compiled.entries[who[1]]
    return {
        "book": book.key,
        "revision": book.revision,
        "key_id": entry.key_id,
        "source_id": entry.source_id,
        "title": entry.title,
    }


def dropped(field: Field) -> tuple[Mapping[str, Any], ...]:
    """What came up and is not in: ineligible ones in book order, then the rest as they fell."""
    result = [
        {**name_of(field.runs, (run.pin, at)), **run.judge.verdict(at), "cause": dict(cause)}
        for run in field.runs
        for at, cause in sorted(run.barred.items(), key=lambda item: run.compiled.rank[item[0]])
    ]
    for who, facts in field.fallen.items():
        cause = dict(field.members[who].cause)
        result.append({**name_of(field.runs, who), **facts, "cause": cause})
    return tuple(result)


def build(
    request: SelectionRequest,
    activation: Activation,
    ledger: Ledger,
    selected: Sequence[SelectedEntry],
    fallen: Sequence[Mapping[str, Any]],
    degradations: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """The trace as one JSON value; kept with the turn and shown to authors."""
    total = sum(len(run.compiled.entries) for run in activation.runs)
    return {
        "version": VERSION,
        "strategy": request.strategy,
        "audience": request.audience,
        "turn": request.turn,
        "books": [_book(run, request) for run in activation.runs],
        "passes": activation.passes,
        "selected": [_chosen(entry) for entry in selected],
        "dropped": [dict(item) for item in fallen],
        "not_activated": total - len(selected) - len(fallen),
        "budget": ledger.to_json(),
        "degradations": [dict(item) for item in degradations],
        **overrides(request),
    }


def overrides(request: SelectionRequest) -> dict[str, Any]:
    """What an author asked for this turn alone (WB-37b); nothing where nobody did."""
    values = {"strategy": request.strategy, "budget": request.budget}
    found: dict[str, Any] = {name: values[name] for name in request.overridden}
    found |= {
        name: list(names)
        for name, names in (("forced", request.forced), ("barred", request.barred))
        if names
    }
    return {"overrides": found} if found else {}


def _book(run: BookRun, request: SelectionRequest) -> dict[str, Any]:
    book = run.compiled.book
    return {
        "book": book.key,
        "revision": book.revision,
        "entries": len(run.compiled.entries),
        "max_passes": book.max_passes,
        "constant_cap": constant_cap(request.budget, book.constant_budget_ratio),
        "players_may_read": book.players_may_read,
    }


def _chosen(entry: SelectedEntry) -> dict[str, Any]:
    return {
        "book": entry.book,
        "revision": entry.revision,
        "key_id": entry.key_id,
        "source_id": entry.source_id,
        "title": entry.title,
        "decision": "selected",
        "cause": dict(entry.cause),
        "position": entry.position,
        "depth": entry.depth,
        "role": entry.role,
        "tokens": entry.tokens,
        "charged": 0 if entry.free else entry.tokens,
        "audience": list(entry.audience),
        **({"notes": [dict(note) for note in entry.notes]} if entry.notes else {}),
    }


def slow_patterns(
    runs: Sequence[BookRun], patterns: PatternRun
) -> tuple[tuple[Mapping[str, Any], ...], tuple[tuple[str, int, str], ...]]:
    """Regexes that ran out of time: as degradations, and as (book, revision, key_id) to be told."""
    if not patterns.slow:
        return (), ()
    told, notices = [], []
    for run in runs:
        book = run.compiled.book
        for at, key in run.regex_keys():
            why = patterns.slow.get(key)
            if why is None:
                continue
            entry = run.compiled.entries[at]
            told.append({"code": why, "book": book.key, "key_id": entry.key_id, "key": key})
            if why == "too_slow":
                notices.append((book.key, book.revision, entry.key_id))
    return tuple(told), tuple(dict.fromkeys(notices))
