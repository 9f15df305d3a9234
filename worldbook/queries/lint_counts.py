"""How many errors and warnings lint finds in a draft, kept until the draft changes (WB-40)."""

from collections import Counter
from typing import NamedTuple

from worldbook.models import Lorebook
from worldbook.queries.books import draft_book
from worldbook.queries.lint import lint_here
from worldbook.rules.findings import ERROR, WARNING

KEPT = 500


class LintCount(NamedTuple):
    """What lint finds in a draft, in numbers."""

    errors: int
    warnings: int


_kept: dict[tuple[int, int], LintCount] = {}


def known_lint(book: Lorebook) -> LintCount | None:
    """The numbers of a draft as it is now, where this process has counted them; no query."""
    return _kept.get((book.pk, book.draft_version))


def counted_lint(book: Lorebook) -> LintCount:
    """The numbers of a draft; where they are not known the whole draft is read, which takes a while."""
    known = known_lint(book)
    if known is not None:
        return known
    levels = Counter(finding.level for finding in lint_here(draft_book(book.pk)))
    found = LintCount(levels[ERROR], levels[WARNING])
    _kept[book.pk, book.draft_version] = found
    while len(_kept) > KEPT:
        _kept.pop(next(iter(_kept)), None)
    return found
