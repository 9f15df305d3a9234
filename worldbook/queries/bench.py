"""Trying books on a chat: what would be selected, how long it took, and from which books (WB-39)."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from worldbook.models import Revision, User
from worldbook.queries.compiled import compiled_books
from worldbook.queries.visible import open_books
from worldbook.rules.places import Allowance
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import CompiledBook, Selection, SelectionRequest, explain, select
from worldbook.rules.selection.explain import undisturbed
from worldbook.rules.selection.matched import Mark, marks
from worldbook.rules.selection.requests import answer_of, dropped_item, saved_answer, saved_dropped
from worldbook.rules.tokens import Count, estimate

REGEX_SECONDS = 1.0
"""What all regexes together may take where somebody only tries a book."""
MARK_SECONDS = 0.2
MARKED_ENTRIES = 100
"""How many of the entries that came up have their keys looked for once more, to be shown."""

Pins = Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Trial:
    """What one set of books gave for a request; `ms` is what the choice took."""

    books: tuple[CompiledBook, ...]
    request: SelectionRequest
    selection: Selection | Refusal
    ms: float


def try_selection(
    books: Sequence[CompiledBook], request: SelectionRequest, *, count: Count = estimate
) -> Trial:
    """Choose from the books, in their order; nothing is saved. Regexes have a second in all."""
    began = time.perf_counter()
    selection = select(request, books, count, clock=time.thread_time, most=REGEX_SECONDS)
    ms = round((time.perf_counter() - began) * 1000, 3)
    return Trial(tuple(books), request, selection, ms)


def explain_in(trial: Trial, key_id: str, *, book: str = "") -> dict[str, Any] | Refusal:
    """Why an entry was or was not selected in a trial, as `rules.selection.explain` tells it."""
    return explain(
        trial.request,
        trial.books,
        key_id,
        book=book,
        clock=time.thread_time,
        most=REGEX_SECONDS,
        selection=trial.selection,
    )


def marked(trial: Trial) -> list[Mark]:
    """Where the keys of what came up stand in the chat: selected entries first, then the others."""
    if isinstance(trial.selection, Refusal):
        return []
    pins = {book.book.key: pin for pin, book in enumerate(trial.books)}
    came_up = (*trial.selection.trace["selected"], *trial.selection.trace["dropped"])
    who = [
        (pins[item["book"]], trial.books[pins[item["book"]]].number[item["key_id"]])
        for item in came_up[:MARKED_ENTRIES]
    ]
    return marks(trial.request, trial.books, who, Allowance(MARK_SECONDS, time.thread_time))


def pinned_beside(user: User, pins: Pins, own: str) -> "Beside":
    """The other books of a recorded turn, for a trial of the book with the key `own` among them.

    What is gone since, or not open to the account, is left out and named.
    """
    named = Q(pk__in=())
    for key, number in pins:
        if key != own:
            named |= Q(book__key=key, number=number)
    rows = Revision.objects.filter(named, book__in=open_books(user))
    found = {(key, number): pk for pk, key, number in rows.values_list("pk", "book__key", "number")}
    compiled = dict(zip(found, compiled_books(list(found.values())), strict=True)) if found else {}
    lacking = [key for key, number in pins if key != own and (key, number) not in compiled]
    return Beside(tuple(pins), compiled, tuple(lacking))


@dataclass(frozen=True, slots=True)
class Beside:
    """The books that a recorded turn reads besides the tried one; `lacking` names the missing."""

    pins: tuple[tuple[str, int], ...] = ()
    compiled: dict[tuple[str, int], CompiledBook] | None = None
    lacking: tuple[str, ...] = ()

    def with_book(self, tried: CompiledBook) -> list[CompiledBook]:
        """All books in the order of the pins, the tried one in its place, or alone without pins."""
        others = self.compiled or {}
        books = [
            tried if key == tried.book.key else others[key, number]
            for key, number in self.pins
            if key == tried.book.key or (key, number) in others
        ]
        return books if any(book is tried for book in books) else [*books, tried]


def answer_json(trial: Trial, selection: Selection, *, saved: bool, every: bool) -> dict[str, Any]:
    """A trial as `lorebook_select` tells it (WB-42); `saved` names the books of its entries too.

    `every` adds the entries that did not come up at all.
    """
    tell, drop = (saved_answer, saved_dropped) if saved else (answer_of, dropped_item)
    answer = tell(selection, ms=trial.ms)
    if every:
        for book in trial.books:
            answer["dropped"] += map(drop, undisturbed(trial.request, selection, book))
    return answer
