"""A book made ready for selection: its keys in one matcher, its entries by what starts them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from worldbook.rules import folding
from worldbook.rules.condition_asks import asks_of
from worldbook.rules.conditions_validate import condition_fault
from worldbook.rules.entries import Book, Entry
from worldbook.rules.keys import Probe, expand_key, probe_of
from worldbook.rules.macros import MacroContext, has_macros, is_drawn, reads_variables
from worldbook.rules.matcher import Matcher
from worldbook.rules.tokens import Count

K = TypeVar("K")
V = TypeVar("V")

_COUNTERS_KEPT = 4
_CONTEXTS_KEPT = 8

# A key as written and the number of its probe.
KeyProbe = tuple[str, int]

# What a key is for. From ADDITIONAL on each list of additional keys has a number of its own.
PRIMARY, SECONDARY, EXCLUDED, ADDITIONAL = 0, 1, 2, 3

NONE = -1


def keys_of(entry: Entry) -> Iterator[tuple[int, tuple[str, ...]]]:
    """All keys of an entry, by what they are for."""
    yield PRIMARY, entry.keys
    yield SECONDARY, entry.secondary_keys
    if entry.exclude_keys:
        yield EXCLUDED, entry.exclude_keys
    yield from enumerate(entry.additional_keys, start=ADDITIONAL)


def keys_for(entry: Entry, purpose: int) -> tuple[str, ...]:
    """An entry's keys for one purpose, as written."""
    if purpose >= ADDITIONAL:
        return entry.additional_keys[purpose - ADDITIONAL]
    return (entry.keys, entry.secondary_keys, entry.exclude_keys)[purpose]


class KeyTable:
    """Keys of some entries as numbered probes.

    `numbers[purpose][entry]` stand beside the entry's keys as written, NONE for a key that is
    empty or stands in another table. `uses[n]` are the entries that have probe n as a primary
    key; `asked` the regexes among those. `first` is added to the numbers where two tables meet.
    """

    def __init__(self, first: int = 0) -> None:
        self.first = first
        self.numbers: dict[int, dict[int, tuple[int, ...]]] = {}
        self.uses: list[Sequence[int]] = []
        self.asked: list[int] = []
        self._numbers: dict[Probe, int] = {}

    def add(self, purpose: int, entry: int, probes: Iterable[Probe | None]) -> None:
        """Take in an entry's keys for one purpose."""
        numbers = tuple(map(self._number, probes))
        self.numbers.setdefault(purpose, {})[entry] = numbers
        if purpose == PRIMARY:
            for number in dict.fromkeys(numbers):
                if number != NONE:
                    self._use(number, entry)

    def close(self) -> "KeyTable":
        """Build the matcher once all keys are in."""
        self.matcher = Matcher(self._numbers)
        self.asked = [number for number in self.matcher.patterns if self.uses[number]]
        self._numbers = {}
        return self

    def numbered(self, purpose: int, at: int, entry: Entry) -> list[KeyProbe]:
        """An entry's keys for one purpose with their probes, without the empty ones."""
        numbers = self.numbers.get(purpose, {}).get(at, ())
        return [
            (key, self.first + number)
            for key, number in zip(keys_for(entry, purpose), numbers, strict=False)
            if number != NONE
        ]

    def regexes(self) -> Iterator[tuple[int, int]]:
        """Which entries have which regexes, by the regex's number in this table."""
        for entries in self.numbers.values():
            for at, numbers in entries.items():
                for number in numbers:
                    if number in self.matcher.patterns:
                        yield at, number

    def _number(self, probe: Probe | None) -> int:
        if probe is None:
            return NONE
        number = self._numbers.get(probe)
        if number is None:
            number = self._numbers[probe] = len(self.uses)
            self.uses.append(())
        return number

    def _use(self, number: int, entry: int) -> None:
        """Note a user; most keys have one, so lists are made for the others only."""
        uses = self.uses[number]
        if isinstance(uses, list):
            uses.append(entry)
        else:
            self.uses[number] = [*uses, entry] if uses else (entry,)


class CompiledBook:
    """One book at one revision, ready to be chosen from; immutable but for its caches."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.entries = book.entries
        self.identities = _identities(book.entries)
        self.number = {entry.key_id: at for at, entry in enumerate(book.entries)}
        order = sorted(range(len(book.entries)), key=lambda at: (book.entries[at].place, at))
        self.rank = [0] * len(order)
        for rank, at in enumerate(order):
            self.rank[at] = rank
        self.starters = [
            at for at, e in enumerate(book.entries) if e.required or e.constant or e.activate
        ]
        self.with_sticky = [at for at, e in enumerate(book.entries) if e.sticky]
        self.unreadable = frozenset(
            at
            for at, entry in enumerate(book.entries)
            if entry.conditions and condition_fault(entry.conditions)
        )
        self.asks = asks_of(
            entry.conditions
            for at, entry in enumerate(book.entries)
            if entry.enabled and entry.conditions and at not in self.unreadable
        )
        self.reads_variables = any(
            reads_variables(text)
            for entry in book.entries
            if entry.enabled
            for text in (entry.content, *(key for _, keys in keys_of(entry) for key in keys))
        )
        self.with_macro_keys: list[int] = []
        self.keys = self._static_keys()
        self.max_depth = max(map(self.depth_of, range(len(book.entries))), default=0)
        self._dynamic: Mapping[tuple[str, str], KeyTable] = {}
        self._costs: Mapping[Count, dict[int, int]] = {}
        self._drawn_keys = any(
            is_drawn(key)
            for at in self.with_macro_keys
            for _, keys in keys_of(self.entries[at])
            for key in keys
        )

    def numbers_of(self, names: Iterable[str]) -> frozenset[int]:
        """The entries that `book:key_id` names stand for; those of other books are left out."""
        own = f"{self.book.key}:"
        named = (name.removeprefix(own) for name in names if name.startswith(own))
        return frozenset(self.number[key_id] for key_id in named if key_id in self.number)

    def depth_of(self, at: int) -> int:
        """How many messages back an entry is matched: its own depth or the book's."""
        depth = self.entries[at].scan_depth
        return self.book.scan_depth if depth is None else depth

    def costs(self, count: Count) -> dict[int, int]:
        """Where the costs of entries without macros are kept for one tokenizer."""
        costs = self._costs.get(count)
        if costs is None:
            costs = {}
            self._costs = _with(self._costs, count, costs, _COUNTERS_KEPT)
        return costs

    def dynamic_keys(self, context: MacroContext) -> KeyTable:
        """The keys that hold macros, expanded; kept for the contexts that were asked last."""
        if self._drawn_keys:
            return self._expanded_keys(context)
        names = (context.char, context.user)
        known = self._dynamic.get(names)
        if known is None:
            known = self._expanded_keys(context)
            self._dynamic = _with(self._dynamic, names, known, _CONTEXTS_KEPT)
        return known

    def matching(self, entry: Entry) -> tuple[bool, bool]:
        """Whether an entry's keys mind case, and match whole words: its own say or the book's."""
        exact, whole = entry.case_sensitive, entry.whole_words
        return (
            self.book.case_sensitive if exact is None else exact,
            self.book.whole_words if whole is None else whole,
        )

    def _static_keys(self) -> KeyTable:
        table = KeyTable()
        for at, entry in enumerate(self.entries):
            exact, whole = self.matching(entry)
            dynamic = False
            for purpose, keys in keys_of(entry):
                if not keys:
                    continue
                if any(map(has_macros, keys)):
                    dynamic = True
                probes = [
                    None if has_macros(key) else probe_of(key, exact=exact, whole=whole)
                    for key in keys
                ]
                table.add(purpose, at, probes)
            if dynamic:
                self.with_macro_keys.append(at)
        return table.close()

    def _expanded_keys(self, context: MacroContext) -> KeyTable:
        table = KeyTable(first=len(self.keys.uses))
        for at in self.with_macro_keys:
            exact, whole = self.matching(self.entries[at])
            own = salted(context, f"{self.book.key}:{self.identities[at]}:keys")
            for purpose, keys in keys_of(self.entries[at]):
                probes = [
                    probe_of(expand_key(key, own), exact=exact, whole=whole)
                    if has_macros(key)
                    else None
                    for key in keys
                ]
                table.add(purpose, at, probes)
        return table.close()


def salted(context: MacroContext, salt: str) -> MacroContext:
    """The same context for another text, so that its draws are its own."""
    return MacroContext(
        char=context.char,
        user=context.user,
        seed=context.seed,
        turn=context.turn,
        salt=salt,
        variables=context.variables,
        original=context.original,
    )


def compile_book(book: Book) -> CompiledBook:
    """Make a book ready for selection; done once for each immutable revision."""
    return CompiledBook(book)


def _identities(entries: Sequence[Entry]) -> list[str]:
    """Who each entry is in draws: its id in the file it came from, where it had one, else its key.

    A key_id that was numbered because of its neighbours moves when one of them goes; an id from a
    file does not. Where an id comes twice, the key_id tells them apart.
    """
    result, seen = [], set()
    for entry in entries:
        told = _told_id(entry.source)
        identity = f"id {told}" if told is not None else f"key {entry.key_id}"
        if identity in seen:
            identity += f" key {entry.key_id}"
        seen.add(identity)
        result.append(identity)
    return result


def _told_id(source: Mapping[str, object]) -> object | None:
    return next((source[name] for name in ("uid", "id") if source.get(name) is not None), None)


def _with(kept: Mapping[K, V], key: K, value: V, most: int) -> Mapping[K, V]:
    """A cache with one more value, without the oldest ones over its size.

    A new mapping takes the place of the old one, so that threads need no lock.
    """
    items = [*kept.items(), (key, value)]
    return dict(items[-most:])


def names_of(names: Iterable[str]) -> frozenset[str]:
    """Names in the form in which they are compared, without empty ones."""
    return frozenset(filter(None, map(folding.name, names)))
