"""Hybrid candidates: what words and vectors rank high, fused, whoever may not be chosen taken out (WB-24).

Rankings name entries `book:key_id`, best first, over all pinned books.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from worldbook.rules.entries import Entry
from worldbook.rules.fusion import fuse
from worldbook.rules.macros import has_macros
from worldbook.rules.selection.compiled import CompiledBook
from worldbook.rules.selection.eligibility import BY_DEFAULT, BY_DEFAULT_SHARED, Judge
from worldbook.rules.selection.request import SelectionRequest

if TYPE_CHECKING:
    from worldbook.rules.lexical import WordIndex

HYBRID = "hybrid"
CANDIDATES = 30
RANKED = 100
"""How far down a ranking is read; deep enough that what both find stands before what one finds."""

# An entry's number in its book and how well it answers, best first.
Scored = Iterable[tuple[int, float]]

_indexes: "WeakKeyDictionary[CompiledBook, WordIndex]" = WeakKeyDictionary()
_conditional: "WeakKeyDictionary[CompiledBook, tuple[list[int], list[int]]]" = WeakKeyDictionary()
_building = Lock()


def search_text(request: SelectionRequest) -> str:
    """What candidates are looked for with: the player's message and the public scene (WB-18)."""
    return "\n".join(text for text in (request.query, request.scene) if text.strip())


def rank_words(
    request: SelectionRequest,
    books: Sequence[CompiledBook],
    barred: Sequence[Collection[int]] | None = None,
) -> tuple[str, ...]:
    """The ranking by words; `barred` are the ineligible entries of each book, where they are known."""
    from worldbook.rules import lexical  # noqa: PLC0415 - arrays take 0.3 s to load; rules need none

    query = search_text(request)
    shut = [ineligible(request, book) for book in books] if barred is None else barred
    found = [
        lexical.best(word_index(book).scores(query), out, RANKED)
        for book, out in zip(books, shut, strict=True)
    ]
    return merged(books, found)


def word_index(book: CompiledBook) -> "WordIndex":
    """A book's words, counted when they are first asked for and kept as long as the book is."""
    from worldbook.rules.lexical import WordIndex  # noqa: PLC0415 - as above

    with _building:
        known = _indexes.get(book)
        if known is None:
            known = _indexes[book] = WordIndex(book.book)
    return known


def merged(books: Sequence[CompiledBook], found: Sequence[Scored]) -> tuple[str, ...]:
    """One ranking of those of several books; scores of one measure can be compared."""
    lines = [
        [(-score, pin, place, at) for place, (at, score) in enumerate(scored)]
        for pin, scored in enumerate(found)
    ]
    best = islice(merge(*lines), RANKED)
    return tuple(name_of(books[pin], at) for _, pin, _, at in best)


def name_of(compiled: CompiledBook, at: int) -> str:
    """The name of an entry in a ranking."""
    return f"{compiled.book.key}:{compiled.entries[at].key_id}"


def ineligible(request: SelectionRequest, compiled: CompiledBook) -> frozenset[int]:
    """The entries that may not be chosen this turn; only those that could be barred are judged."""
    plain, others = _sorted_out(compiled)
    judge = Judge(compiled, request)
    barred = [at for at in (*others, *judge.barred) if judge.reason(at)]
    audience = BY_DEFAULT_SHARED if request.share_worldbook else BY_DEFAULT
    open_ = request.audience in audience and request.after not in audience
    return frozenset(barred if open_ else [*barred, *plain])


def _sorted_out(compiled: CompiledBook) -> tuple[list[int], list[int]]:
    """Entries that only the audience can bar, and all others."""
    known = _conditional.get(compiled)
    if known is None:
        plain: list[int] = []
        others: list[int] = []
        for at, entry in enumerate(compiled.entries):
            (others if _may_be_barred(entry) else plain).append(at)
        known = _conditional[compiled] = plain, others
    return known


def _may_be_barred(entry: Entry) -> bool:
    return (
        not entry.enabled
        or entry.probability < 100
        or has_macros(entry.content)
        or not entry.content.strip()
        or any(getattr(entry, name) for name in _BARRING)
    )


_BARRING = (
    "blocked",
    "audience",
    "character_filter",
    "conditions",
    "delay",
    "cooldown",
    "only_after",
    "only_every",
)


def candidates(
    request: SelectionRequest,
    books: Sequence[CompiledBook],
    may: Callable[[int, int], bool],
) -> list[dict[int, Mapping[str, Any]]]:
    """The candidates of each book: entry to score and places; `may` says who can be one."""
    offered: list[dict[int, Mapping[str, Any]]] = [{} for _ in books]
    if request.strategy != HYBRID:
        return offered
    pins = {book.book.key: pin for pin, book in enumerate(books)}

    def found(names: Sequence[str]) -> Iterator[tuple[int, int]]:
        for name in names:
            key, _, key_id = name.partition(":")
            pin = pins.get(key)
            at = None if pin is None else books[pin].number.get(key_id)
            if pin is not None and at is not None:
                yield pin, at

    words = rank_words(request, books) if request.by_words is None else request.by_words
    rankings = [list(found(words)), list(found(request.by_vectors or ()))]
    for item in fuse(rankings, limit=CANDIDATES, keep=lambda who: may(*who)):
        pin, at = item.key
        by_words, by_vectors = item.ranks
        facts = {"score": round(item.score, 6), "words": by_words, "vectors": by_vectors}
        offered[pin][at] = facts
    return offered


def lacking(request: SelectionRequest, books: Sequence[CompiledBook]) -> list[Mapping[str, Any]]:
    """What the ranking had to do without, for the trace; an unsaved book has no vectors."""
    if request.strategy != HYBRID or request.lacking:
        return list(request.lacking)
    if request.by_vectors is not None:
        return []
    return [
        {"code": "no_index", "book": book.book.key, "revision": book.book.revision}
        for book in books
    ]
