"""What lint finds in sizes and in what entries require: bundles that can never go in (WB-27, WB-40)."""

from collections.abc import Iterator

from worldbook.rules.entries import Book, Entry
from worldbook.rules.findings import Finding, finding
from worldbook.rules.lint_errors import acts
from worldbook.rules.selection.budget import constant_cap
from worldbook.rules.selection.request import MAX_ENTRIES
from worldbook.rules.tokens import Count
from worldbook.rules.wrapper import SEPARATOR, wrap

# Whatever may keep a required entry out of a turn.
_MAYBE = (
    "conditions",
    "character_filter",
    "audience",
    "delay",
    "cooldown",
    "only_after",
    "delay_until_recursion",
)


def size_findings(book: Book, count: Count, budget: int) -> Iterator[Finding]:
    """All findings about sizes and bundles of the entries that act."""
    sizes = _Sizes(book, count)
    known = {entry.key_id: entry for entry in book.entries}
    for entry in book.entries:
        if acts(entry):
            yield from _own_size(book, entry, sizes, budget)
            yield from _names(entry, known)
            yield from _bundle(entry, known, sizes, budget)
    yield from _always_required(book, known, sizes, budget)


class _Sizes:
    """How many tokens entries take, counted only where that can matter."""

    def __init__(self, book: Book, count: Count) -> None:
        self._book, self._count = book, count
        self._known: dict[str, int] = {}

    def of(self, entry: Entry) -> int:
        """Tokens with wrapper and separator; 0 for one that the budget does not ask of."""
        if entry.ignore_budget:
            return 0
        if entry.key_id not in self._known:
            self._known[entry.key_id] = self._count(self._wrapped(entry))
        return self._known[entry.key_id]

    def over(self, entry: Entry, most: int) -> int:
        """The tokens of an entry that takes more than `most`, else 0; no token has no byte."""
        if entry.ignore_budget or len(self._wrapped(entry).encode("utf-8", "replace")) <= most:
            return 0
        tokens = self.of(entry)
        return tokens if tokens > most else 0

    def _wrapped(self, entry: Entry) -> str:
        book = self._book
        title, body = entry.title, entry.content
        written = wrap(
            book=book.key, revision=book.revision, key_id=entry.key_id, title=title, body=body
        )
        return written + SEPARATOR


def _own_size(book: Book, entry: Entry, sizes: _Sizes, budget: int) -> Iterator[Finding]:
    tokens = sizes.over(entry, budget)
    if tokens:
        yield finding("body_over_budget", entry.key_id, "content", tokens=tokens, budget=budget)
        return
    cap = constant_cap(budget, book.constant_budget_ratio)
    if entry.constant and not entry.required and (tokens := sizes.over(entry, cap)):
        yield finding("constant_over_cap", entry.key_id, "content", tokens=tokens, cap=cap)


def _names(entry: Entry, known: dict[str, Entry]) -> Iterator[Finding]:
    """Entries it names that are not there, or do not act."""
    for name in dict.fromkeys(entry.conflicts):
        if name not in known:
            yield finding("unknown_conflict", entry.key_id, "conflicts", entry=name)
    for name in dict.fromkeys(entry.requires):
        if name in known and not acts(known[name]):
            yield finding("requires_off", entry.key_id, "requires", entry=name)


def _bundle(entry: Entry, known: dict[str, Entry], sizes: _Sizes, budget: int) -> Iterator[Finding]:
    """Why what an entry requires can never go in with it."""
    if not entry.requires:
        return
    members = _closure([entry], known)
    if len(members) > MAX_ENTRIES:
        yield finding("bundle_over_count", entry.key_id, "requires", most=MAX_ENTRIES)
    elif not sizes.over(entry, budget) and sum(map(sizes.of, members)) > budget:
        yield finding("bundle_over_budget", entry.key_id, "requires", budget=budget)
    foes = _foes(members)
    if foes:
        yield finding("bundle_in_conflict", entry.key_id, "requires", entry=foes[0], other=foes[1])


def _closure(roots: list[Entry], known: dict[str, Entry]) -> list[Entry]:
    """Entries and all they require; no further than one more than a turn may have."""
    found = {entry.key_id: entry for entry in roots}
    waiting = list(roots)
    while waiting and len(found) <= MAX_ENTRIES:
        for name in waiting.pop().requires:
            if name in known and name not in found:
                found[name] = known[name]
                waiting.append(known[name])
    return list(found.values())


def _foes(members: list[Entry]) -> tuple[str, str] | None:
    names = {member.key_id for member in members}
    return next(
        (
            (member.key_id, foe)
            for member in members
            for foe in member.conflicts
            if foe in names and foe != member.key_id
        ),
        None,
    )


def _always_required(
    book: Book, known: dict[str, Entry], sizes: _Sizes, budget: int
) -> Iterator[Finding]:
    """Whether the entries that every turn must take fit into any (WB-25)."""
    always = [entry for entry in book.entries if entry.required and _is_always(entry)]
    if len(always) > MAX_ENTRIES:
        yield finding("too_many_required", "", "required", count=len(always), most=MAX_ENTRIES)
        return
    tokens = sum(map(sizes.of, _closure(always, known)))
    if tokens > budget:
        yield finding("required_over_budget", "", "required", tokens=tokens, budget=budget)


def _is_always(entry: Entry) -> bool:
    return (
        acts(entry)
        and entry.probability == 100
        and bool(entry.content.strip())
        and not any(getattr(entry, name) for name in _MAYBE)
        and (entry.only_every or 1) == 1
    )
