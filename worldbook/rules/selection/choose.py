"""One selection from beginning to end, in the order of WB-18b."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from worldbook.rules.patterns import PatternRun
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import budget, trace
from worldbook.rules.selection.activation import Activation, BookRun, Who, run_passes
from worldbook.rules.selection.compiled import CompiledBook
from worldbook.rules.selection.placement import charged, injection_order, placed, tokens_of
from worldbook.rules.selection.request import SelectionRequest
from worldbook.rules.selection.result import Selection
from worldbook.rules.selection.window import chat_sources

Count = Callable[[str], int]


def select(
    request: SelectionRequest,
    books: Sequence[CompiledBook],
    count: Count,
    *,
    clock: Callable[[], float] | None = None,
) -> Selection | Refusal:
    """Choose this turn's entries from the pinned books, in pin order; `count` counts tokens.

    The same input gives the same output; only regexes that run out of time depend on the machine.
    With a `clock` (seconds) a regex has its time for the whole turn, without one for each text.
    """
    doubled = [key for key, n in Counter(book.book.key for book in books).items() if n > 1]
    if doubled:
        reason = f"The book {doubled[0]} is pinned twice; a session may pin one revision of a book."
        return Refusal("pinned_twice", reason, {"book": doubled[0]})
    patterns = PatternRun(clock)
    activation = activate(request, books, patterns)
    ledger = _fill(request, activation, count)
    if isinstance(ledger, Refusal):
        return ledger
    return _selection(request, activation, ledger, patterns, count)


def activate(
    request: SelectionRequest, books: Sequence[CompiledBook], patterns: PatternRun
) -> Activation:
    """Eligibility and activation with recursion, over all books."""
    chat = chat_sources(request)
    runs = [BookRun(pin, book, request, chat, patterns) for pin, book in enumerate(books)]
    return run_passes(runs)


def _fill(
    request: SelectionRequest, activation: Activation, count: Count
) -> budget.Ledger | Refusal:
    """The budget over all that is activated."""

    def cost(who: Who) -> int:
        run = activation.runs[who[0]]
        entry = run.compiled.entries[who[1]]
        return 0 if entry.ignore_budget else charged(entry, tokens_of(run, who[1], count))

    candidates = [
        budget.Candidate(
            root=who,
            level=level_of(activation, who),
            rank=rank_of(activation, who),
            members=(who,),
            ratio=activation.runs[who[0]].compiled.book.constant_budget_ratio,
        )
        for who in activation.active
    ]
    return budget.fill(
        candidates, cost, budget=request.budget, max_entries=request.max_entries
    )


def level_of(activation: Activation, who: Who) -> int:
    """The class of an entry, by its fields and not by what activated it (WB-51)."""
    entry = activation.runs[who[0]].compiled.entries[who[1]]
    if entry.required:
        return budget.REQUIRED
    return budget.CONSTANT if entry.constant else budget.OTHER


def rank_of(activation: Activation, who: Who) -> tuple[int, ...]:
    """The order within a class: priority, direct hit, order, pin, place (WB-30, WB-44)."""
    compiled = activation.runs[who[0]].compiled
    entry = compiled.entries[who[1]]
    direct = activation.active[who].direct
    return -entry.priority, not direct, -entry.order, who[0], compiled.rank[who[1]]


def _selection(
    request: SelectionRequest,
    activation: Activation,
    ledger: budget.Ledger,
    patterns: PatternRun,
    count: Count,
) -> Selection:
    runs = activation.runs
    order = sorted(ledger.chosen, key=lambda who: injection_order(runs[who[0]], who[1]))
    selected = tuple(
        placed(runs[who[0]], activation.active[who], count, shared=request.share_worldbook)
        for who in order
    )
    dropped = trace.dropped(activation, ledger)
    degradations, notices = trace.slow_patterns(runs, patterns)
    return Selection(
        selected=selected,
        dropped=dropped,
        trace=trace.build(request, activation, ledger, selected, dropped, degradations),
        timed=new_timed(request, activation, ledger),
        tokens=ledger.spent,
        budget=request.budget,
        passes=activation.passes,
        degradations=degradations,
        notices=notices,
    )


def new_timed(
    request: SelectionRequest, activation: Activation, ledger: budget.Ledger
) -> Mapping[str, int]:
    """The timed state after the turn: a chosen activation starts a clock that does not run (WB-49)."""
    result: dict[str, Any] = dict(request.timed)
    for pin, at in ledger.chosen:
        run = activation.runs[pin]
        entry = run.compiled.entries[at]
        if (entry.sticky or entry.cooldown) and not run.judge.timer.is_sticky(at):
            name = run.judge.timer.name(at) or f"{run.compiled.book.key}:{entry.key_id}"
            result[name] = request.turn
    return result
