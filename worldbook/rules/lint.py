"""What an author should know of a book before players do (WB-40).

lint_errors   what bars publishing
lint_keys     keys that match too often or not at all
lint_bundles  what can never fit into a turn
lint_reach    what nothing can start, and conditions that cannot hold
lint_twins    what is written twice
"""

from collections.abc import Callable, Collection
from itertools import chain

from worldbook.rules.entries import Book
from worldbook.rules.findings import ERROR, Finding
from worldbook.rules.lint_bundles import size_findings
from worldbook.rules.lint_errors import errors
from worldbook.rules.lint_keys import key_findings
from worldbook.rules.lint_reach import reach_findings
from worldbook.rules.lint_twins import twin_findings

BUDGET = 2_400
"""The budget of the scenario `worldbook` (WB-30)."""


def lint(
    book: Book,
    *,
    count: Callable[[str], int],
    budget: int = BUDGET,
    index_on: bool = True,
    known_facts: Collection[str] | None = None,
    clock: Callable[[], float] | None = None,
) -> tuple[Finding, ...]:
    """All findings of a book: errors first, then entry by entry, the book's own last.

    The time grows with the size of the book: 20,000 entries take a few seconds.

    Args:
        book: the book, as a draft or a revision says it.
        count: counts tokens.
        budget: how many tokens a turn has for lore.
        index_on: whether entries may be found by meaning (the strategy hybrid).
        known_facts: the parts of the state that stories keep (CO-2: "now", "items", ...); None
            where they are not known, and then no condition is found fault with.
        clock: seconds this thread has worked, by which patterns are found slow that the regex
            machine itself does not stop.
    """
    found = chain(
        errors(book),
        key_findings(book, clock),
        reach_findings(book, index_on=index_on, known_facts=known_facts),
        size_findings(book, count, budget),
        twin_findings(book),
    )
    places = {entry.key_id: at for at, entry in enumerate(book.entries)}
    last = len(places)
    return tuple(sorted(found, key=lambda one: (one.level != ERROR, places.get(one.key_id, last))))
