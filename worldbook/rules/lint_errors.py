"""What bars a book from being published: unknown ids, empty keys, required foes (WB-22b, 27, 50)."""

from collections.abc import Iterator, Mapping

from worldbook.rules import folding
from worldbook.rules.entries import Book, Entry
from worldbook.rules.findings import Finding, finding


def acts(entry: Entry) -> bool:
    """Whether an entry takes part at all: it is enabled and not blocked."""
    return entry.enabled and not entry.blocked


def errors(book: Book) -> Iterator[Finding]:
    """The findings that bar publishing, in the order of the book; linear in its size."""
    known = {entry.key_id: entry for entry in book.entries}
    told: set[frozenset[str]] = set()
    for entry in book.entries:
        yield from _unknown(entry, known)
        yield from _empty_keys(entry)
        yield from _required_foes(entry, known, told)


def _unknown(entry: Entry, known: Mapping[str, Entry]) -> Iterator[Finding]:
    for other in dict.fromkeys(entry.requires):
        if other not in known:
            yield finding("unknown_requires", entry.key_id, "requires", entry=other)


def _empty_keys(entry: Entry) -> Iterator[Finding]:
    if not all(map(folding.trim, entry.keys)):
        yield finding("empty_key", entry.key_id, "keys")
    if not all(map(folding.trim, entry.secondary_keys)):
        yield finding("empty_secondary_key", entry.key_id, "secondary_keys")


def _required_foes(
    entry: Entry, known: Mapping[str, Entry], told: set[frozenset[str]]
) -> Iterator[Finding]:
    """Each pair once, at the entry that names the other first."""
    if not (entry.required and acts(entry)):
        return
    for other in dict.fromkeys(entry.conflicts):
        foe = known.get(other)
        pair = frozenset((entry.key_id, other))
        if foe and foe.required and acts(foe) and len(pair) == 2 and pair not in told:
            told.add(pair)
            yield finding("required_conflict", entry.key_id, "conflicts", entry=other)
