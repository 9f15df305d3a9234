"""What an author should know of a book before players do (WB-40)."""

from collections.abc import Callable, Collection

from worldbook.rules.entries import Book
from worldbook.rules.findings import Finding
from worldbook.rules.lint_errors import errors

BUDGET = 2_400
"""The budget of the scenario `worldbook` (WB-30)."""


def lint(
    book: Book,
    *,
    count: Callable[[str], int],
    budget: int = BUDGET,
    index_on: bool = True,
    known_facts: Collection[str] | None = None,
) -> tuple[Finding, ...]:
    """All findings of a book.

    Args:
        book: the book, as a draft or a revision says it.
        count: counts tokens.
        budget: how many tokens a turn has for lore.
        index_on: whether entries may be found by meaning (the strategy hybrid).
        known_facts: the parts of the state that stories keep (CO-2: "now", "items", ...); None
            where they are not known, and then no condition is found fault with.
    """
    return tuple(errors(book))
