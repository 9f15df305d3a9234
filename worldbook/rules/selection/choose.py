"""One selection from beginning to end, in the order of WB-18b."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from worldbook.rules.patterns import PatternRun
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import budget, trace
from worldbook.rules.selection.activation import Activation, BookRun, Who, run_passes
from worldbook.rules.selection.compiled import CompiledBook
from worldbook.rules.selection.dependencies import Field, bundled
from worldbook.rules.selection.placement import injection_order, placed, tokens_of
from worldbook.rules.selection.ranking import candidates, lacking
from worldbook.rules.selection.request import SelectionRequest
from worldbook.rules.selection.result import Selection
from worldbook.rules.selection.rivals import settle_conflicts, settle_groups
from worldbook.rules.selection.window import chat_sources

Count = Callable[[str], int]


def select(
    request: SelectionRequest,
    books: Sequence[CompiledBook],
    count: Count,
    *,
    clock: Callable[[], float] | None = None,
    most: float | None = None,
) -> Selection | Refusal:
    """Choose this turn's entries from the pinned books, in pin order; `count` counts tokens.

    The same input gives the same output; only regexes that run out of time depend on the machine.
    With a `clock` (seconds this thread has worked, `time.thread_time`) a regex has its time for the
    whole turn, without one for each text. `most` bounds the seconds of all regexes together, for
    doors where anybody may bring keys; a turn has no such bound.
    """
    doubled = [key for key, n in Counter(book.book.key for book in books).items() if n > 1]
    if doubled:
        reason = f"The book {doubled[0]} is pinned twice; a session may pin one revision of a book."
        return Refusal("pinned_twice", reason, {"book": doubled[0]})
    patterns = PatternRun(clock, most=most)
    activation = activate(request, books, patterns)
    field = bundled(activation.runs, activation.active, request.max_entries)
    settle_groups(field, seed=request.seed, turn=request.turn)
    settle_conflicts(field)
    ledger = _fill(request, field, count)
    if isinstance(ledger, Refusal):
        return ledger
    return _selection(request, activation, field, ledger, patterns, count)


def activate(
    request: SelectionRequest, books: Sequence[CompiledBook], patterns: PatternRun
) -> Activation:
    """Eligibility and activation with recursion, over all books."""
    chat = chat_sources(request)
    runs = [BookRun(pin, book, request, chat, patterns) for pin, book in enumerate(books)]
    offered = candidates(request, books, lambda pin, at: runs[pin].may_be_offered(at))
    for run, found in zip(runs, offered, strict=True):
        run.offer(found)
    return run_passes(runs)


def _fill(request: SelectionRequest, field: Field, count: Count) -> budget.Ledger | Refusal:
    """The budget over all bundles that are still in play."""

    def cost(who: Who) -> int:
        run = field.runs[who[0]]
        free = run.compiled.entries[who[1]].ignore_budget
        return 0 if free else tokens_of(run, who[1], count)

    candidates = [
        budget.Candidate(
            root=root,
            level=field.level(root),
            members=field.bundles[root],
            ratio=field.runs[root[0]].compiled.book.constant_budget_ratio,
            given_constant=_is_given_constant(field, root),
            name=f"{field.runs[root[0]].compiled.book.key}:{field.key_id(root)}",
        )
        for root in field.ranked()
    ]
    return budget.fill(candidates, cost, budget=request.budget, max_entries=request.max_entries)


def _is_given_constant(field: Field, who: Who) -> bool:
    entry = field.runs[who[0]].compiled.entries[who[1]]
    return field.level(who) == budget.GIVEN and entry.constant and not entry.required


def _selection(
    request: SelectionRequest,
    activation: Activation,
    field: Field,
    ledger: budget.Ledger,
    patterns: PatternRun,
    count: Count,
) -> Selection:
    runs = activation.runs
    for root, facts in ledger.dropped.items():
        field.drop_root(root, root, facts)
    order = sorted(ledger.chosen, key=lambda who: injection_order(runs[who[0]], who[1]))
    selected = tuple(
        placed(runs[who[0]], field.members[who], count, shared=request.share_worldbook)
        for who in order
    )
    dropped = trace.dropped(field)
    slow, notices = trace.slow_patterns(runs, patterns)
    degradations = (*lacking(request, [run.compiled for run in runs]), *slow)
    return Selection(
        selected=selected,
        dropped=dropped,
        trace=trace.build(request, activation, ledger, selected, dropped, degradations),
        timed=new_timed(request, activation.runs, ledger.chosen),
        tokens=ledger.spent,
        budget=request.budget,
        passes=activation.passes,
        degradations=degradations,
        notices=notices,
    )


def new_timed(
    request: SelectionRequest, runs: Sequence[BookRun], chosen: Sequence[Who]
) -> Mapping[str, int]:
    """The timed state after the turn: a chosen activation starts a clock that does not run (WB-49)."""
    result = dict(request.timed)
    for pin, at in chosen:
        compiled, timer = runs[pin].compiled, runs[pin].judge.timer
        entry = compiled.entries[at]
        if (entry.sticky or entry.cooldown) and not timer.is_sticky(at):
            name = timer.name(at) or f"{compiled.book.key}:{entry.key_id}"
            result[name] = request.turn
    return result
