"""What lint says of one entry by itself, as it would be: while its form is written (WK-24, WB-40)."""

from dataclasses import replace

from django.db.models import Q

from worldbook.models import Lorebook
from worldbook.queries.books import book_value, entry_value
from worldbook.queries.lint import lint_here
from worldbook.rules import entries as values
from worldbook.rules.findings import Finding

MOST_NEIGHBOURS = 100
NOT_OF_ONE = frozenset(
    {
        "common_key", "common_word", "duplicate", "patterns_left",
        "bundle_over_budget", "bundle_over_count", "bundle_in_conflict",
    }
)  # fmt: skip
"""Findings for which the whole book must be read; its own page has them."""


def entry_findings(book: Lorebook, entry: values.Entry) -> tuple[Finding, ...]:
    """What lint finds in an entry, seen with those it names and those that need it; two queries."""
    named = Q(key_id__in=[*entry.requires, *entry.conflicts]) | Q(requires__contains=[entry.key_id])
    rows = book.entries.filter(named).exclude(key_id=entry.key_id)[:MOST_NEIGHBOURS]
    small = replace(book_value(book, ()), entries=(entry, *map(entry_value, rows)))
    found = lint_here(small)
    return tuple(
        finding
        for finding in found
        if finding.key_id == entry.key_id and finding.code not in NOT_OF_ONE
    )
