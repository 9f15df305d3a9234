"""What lint finds in a book on this site: its tokens, its index, what its stories keep (WB-40)."""

import time

from worldbook.queries.indexes import site_embedding
from worldbook.rules.entries import Book
from worldbook.rules.findings import Finding
from worldbook.rules.lint import lint
from worldbook.rules.story_facts import KEPT
from worldbook.rules.tokens import estimate


def lint_here(book: Book) -> tuple[Finding, ...]:
    """All findings, errors first."""
    return lint(
        book,
        count=estimate,
        index_on=bool(site_embedding()),
        known_facts=KEPT,
        clock=time.thread_time,
    )
