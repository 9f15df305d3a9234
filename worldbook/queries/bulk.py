"""What a bulk change would do to a draft, before it is done (WK-3)."""

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.models import Entry, Lorebook
from worldbook.queries.books import ENTRY_FIELDS
from worldbook.queries.entry_selection import EntrySelection
from worldbook.rules.bulk import Edit
from worldbook.rules.draft_changes import RowChange, altered
from worldbook.rules.moving import TIES, Journey, Tie, journey, left_behind
from worldbook.rules.refusal import Refusal
from worldbook.rules.replacing import (
    LONGEST,
    Found,
    found_in,
    growth,
    with_hits_replaced,
)
from worldbook.rules.search import MESSAGES, Search, Stopwatch, TooSlow, finder_of

SECONDS = 3.0
"""How long all texts of a replacement may be searched."""

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The rows of a selection that may be changed, and those that are locked and left alone."""

    rows: tuple[Values, ...]
    locked: tuple[Values, ...]


@dataclass(frozen=True, slots=True)
class BulkPlan:
    """What would change, how many entries are so already, and which are locked."""

    changes: tuple[RowChange, ...]
    same: int
    locked: tuple[Values, ...]


@dataclass(frozen=True, slots=True)
class Replacement:
    """What is searched for in which fields, and what is put in its place."""

    search: Search
    new: str
    fields: tuple[str, ...]


def chosen(
    book: Lorebook,
    selection: EntrySelection,
    fields: Iterable[str] = (),
    *,
    locked_too: bool = False,
) -> Chosen:
    """The rows of a selection with `pk`, `key_id`, `title`, `locked` and some fields more."""
    names = dict.fromkeys(("pk", "key_id", "title", "locked", *fields))
    rows = tuple(selection.rows(book).values(*names))
    if locked_too:
        return Chosen(rows, ())
    return Chosen(
        tuple(row for row in rows if not row["locked"]), tuple(row for row in rows if row["locked"])
    )


def plan_edit(book: Lorebook, selection: EntrySelection, edit: Edit) -> BulkPlan:
    """What an edit would change."""
    found = chosen(book, selection, edit.fields, locked_too=edit.unlocks)
    steps = [altered(row["pk"], row, edit.new(row)) for row in found.rows]
    changes = tuple(step for step in steps if step is not None)
    return BulkPlan(changes, len(steps) - len(changes), found.locked)


@dataclass(frozen=True, slots=True)
class ReplacePlan:
    """The hits of a replacement by row, in the book's order, and the locked rows left out."""

    hits: Mapping[int, tuple[Found, ...]]
    rows: Mapping[int, Values]
    locked: tuple[Values, ...]

    @property
    def count(self) -> int:
        """How many hits there are."""
        return sum(map(len, self.hits.values()))

    def changes(self, skipped: Collection[str] = ()) -> tuple[RowChange, ...]:
        """What replacing all hits but those named would change."""
        steps = []
        for row_id, hits in self.hits.items():
            row, kept = self.rows[row_id], [hit for hit in hits if hit.name not in skipped]
            steps.append(altered(row_id, row, with_hits_replaced(row, kept)))
        return tuple(step for step in steps if step is not None)


def plan_replacement(
    book: Lorebook, selection: EntrySelection, wanted: Replacement
) -> ReplacePlan | Refusal:
    """Every hit, or "nothing_sought", "bad_pattern", "slow_pattern" or "too_long"."""
    finder = finder_of(wanted.search)
    if isinstance(finder, Refusal):
        return finder
    found = chosen(book, selection, wanted.fields)
    watch = Stopwatch(time.monotonic, SECONDS)
    hits: dict[int, tuple[Found, ...]] = {}
    for row in found.rows:
        try:
            here = found_in(row, wanted.fields, finder, watch, wanted.new)
        except TooSlow:
            return Refusal("slow_pattern", MESSAGES["slow_pattern"], {"entry": row["key_id"]})
        if growth(row, here) > LONGEST:
            return Refusal("too_long", MESSAGES["too_long"], {"entry": row["key_id"]})
        if here:
            hits[row["pk"]] = tuple(here)
    return ReplacePlan(hits, {row["pk"]: row for row in found.rows}, found.locked)


def ties_to(book: Lorebook, leaving: Collection[str], but: Collection[int]) -> tuple[Tie, ...]:
    """Ties of the entries that stay in a book to those that leave it."""
    return tuple(left_behind(_tied(book, but), leaving))


def _tied(book: Lorebook, but: Collection[int]) -> list[Values]:
    rows = book.entries.exclude(requires=[], conflicts=[]).order_by("place", "id")
    tied = rows.values("pk", "key_id", "title", *TIES)
    leaving = set(but)
    return [row for row in tied if row["pk"] not in leaving]


@dataclass(frozen=True, slots=True)
class TakePlan:
    """Entries on their way to another book: the rows as they are, their journey, the locked ones."""

    rows: tuple[Values, ...]
    journey: Journey
    locked: tuple[Values, ...]


def plan_taking(book: Lorebook, selection: EntrySelection, to: Lorebook, *, move: bool) -> TakePlan:
    """What copying entries to another book would do, or moving them; a copy takes locked ones too."""
    found = chosen(book, selection, ("version", *ENTRY_FIELDS), locked_too=not move)
    going = [{name: row[name] for name in ENTRY_FIELDS} for row in found.rows]
    target = list(Entry.objects.filter(book=to).values_list("key_id", "place"))
    made = journey(
        going,
        staying=_tied(book, [row["pk"] for row in found.rows]) if move else (),
        taken=[key_id for key_id, _place in target],
        first_place=max((place for _key_id, place in target), default=-1) + 1,
        same_book=book.pk == to.pk,
    )
    return TakePlan(found.rows, made, found.locked)
