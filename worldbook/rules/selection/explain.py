"""Why an entry was not chosen: the rule is run again and asked about one entry (PG-21, WK-8)."""

from collections.abc import Callable, Sequence
from typing import Any

from worldbook.rules.patterns import PatternRun
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import trace
from worldbook.rules.selection.activation import BookRun
from worldbook.rules.selection.choose import activate, select
from worldbook.rules.selection.compiled import PRIMARY, SECONDARY, CompiledBook, KeyProbe
from worldbook.rules.selection.eligibility import Judge
from worldbook.rules.selection.request import SelectionRequest
from worldbook.rules.selection.result import Selection
from worldbook.rules.tokens import estimate

Count = Callable[[str], int]


def undisturbed(
    request: SelectionRequest, selection: Selection, compiled: CompiledBook
) -> list[dict[str, Any]]:
    """The entries of a book that did not come up at all, with the decision on each."""
    told = {
        item["key_id"]
        for item in (*selection.trace["selected"], *selection.dropped)
        if item["book"] == compiled.book.key
    }
    judge = Judge(compiled, request)
    return [
        {
            "book": compiled.book.key,
            "revision": compiled.book.revision,
            "key_id": entry.key_id,
            "source_id": entry.source_id,
            "title": entry.title,
            **(judge.verdict(at) or {"decision": "not_activated"}),
        }
        for at, entry in enumerate(compiled.entries)
        if entry.key_id not in told
    ]


def explain(
    request: SelectionRequest,
    books: Sequence[CompiledBook],
    key_id: str,
    *,
    book: str = "",
    count: Count = estimate,
    clock: Callable[[], float] | None = None,
    most: float | None = None,
    selection: Selection | Refusal | None = None,
) -> dict[str, Any] | Refusal:
    """What became of an entry and why, as one JSON value.

    `decision` is that of the trace. For one that was not activated it tells `why` and how far it
    came: the texts it looked at, its keys and where each was found, and its secondary keys.
    `book` is needed only where two pinned books have the same key_id. `clock` and `most` are
    those of `select`: with those the turn had, a slow regex has the same time as in the turn. A
    `selection` that was made of the same request and books is not made again.
    """
    pin = _pin_of(books, key_id, book)
    if pin is None:
        return Refusal("unknown_entry", f"No pinned book has an entry {key_id}.", {"at": key_id})
    if selection is None:
        selection = select(request, books, count, clock=clock, most=most)
    if isinstance(selection, Refusal):
        return selection
    compiled = books[pin]
    for item in (*selection.trace["selected"], *selection.trace["dropped"]):
        if item["key_id"] == key_id and item["book"] == compiled.book.key:
            return dict(item)
    run = activate(request, books, PatternRun(clock, most=most)).runs[pin]
    return _not_activated(run, compiled.number[key_id], request)


def _pin_of(books: Sequence[CompiledBook], key_id: str, book: str) -> int | None:
    return next(
        (
            pin
            for pin, compiled in enumerate(books)
            if key_id in compiled.number and book in ("", compiled.book.key)
        ),
        None,
    )


def _not_activated(run: BookRun, at: int, request: SelectionRequest) -> dict[str, Any]:
    """How far an entry came that nothing activated."""
    entry = run.compiled.entries[at]
    depth = run.compiled.depth_of(at)
    primary = [_key(run, at, key) for key in run.keys_for(PRIMARY, at)]
    result = {
        **trace.name_of([run], (0, at)),
        "decision": "not_activated",
        "why": _why(run, at),
        "besides": run.judge.verdict(at),
        "looked_at": {
            "depth": depth,
            "messages": min(depth, 1 + len(request.history())),
            "scene": depth >= 1 and bool(request.scene.strip()),
            "bodies": 0 if entry.exclude_recursion else len(run.window.bodies),
            "exclude_recursion": entry.exclude_recursion,
            "from_pass": entry.delay_until_recursion,
            "max_passes": run.compiled.book.max_passes,
        },
        "keys": primary,
        "empty_keys": len(entry.keys) - len(primary),
    }
    if entry.secondary_keys:
        result["secondary_logic"] = entry.secondary_logic
        result["secondary_keys"] = [_key(run, at, key) for key in run.keys_for(SECONDARY, at)]
    return result


def _why(run: BookRun, at: int) -> str:
    """One word for the first thing that was missing."""
    entry = run.compiled.entries[at]
    if entry.dont_activate:
        return "dont_activate"
    if not run.keys_for(PRIMARY, at):
        return "no_keys"
    if run.find_primary(at) is not None and run.unmet(at):
        return run.unmet(at)
    if entry.delay_until_recursion > run.compiled.book.max_passes:
        return "pass_never_comes"
    if run.find_primary(at) is not None:
        return "pass_not_reached"
    if run.compiled.depth_of(at) == 0 and entry.exclude_recursion:
        return "depth_zero"
    return "key_not_found"


def _key(run: BookRun, at: int, key: KeyProbe) -> dict[str, Any]:
    """A key as written, and where it was found within the entry's sight or beyond it."""
    written, number = key
    depth = run.compiled.depth_of(at)
    found = run.window.find_in_chat(number, depth)
    if found is None and not run.compiled.entries[at].exclude_recursion:
        found = run.window.find_in_bodies(number)
    result: dict[str, Any] = {"key": written, "found": dict(found.where) if found else None}
    beyond = None if found else run.window.find_in_chat(number, run.compiled.max_depth)
    if beyond is not None:
        result["too_deep"] = dict(beyond.where)
    elif found is None and run.window.find_in_bodies(number) is not None:
        result["in_a_body"] = True
    return result
