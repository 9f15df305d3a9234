"""Sets of whole numbers as runs of neighbours: what dice can show and expressions can reach.

A run is (first, last), both included; runs are sorted and never touch. Sums are made
with one bit a number where the numbers lie near each other, else pair by pair.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, compress, repeat
from operator import floordiv, mod, mul

from worldbook.rules.dice.tree import Compare

MOST_PAIRS = 1_000_000
"""How many pairs of values are looked at one by one."""
_MOST_BITS = 1 << 27
_MOST_WORDS = 1 << 25
_MOST_MARKS = 1 << 24
_MANY = 4_096
_SET = re.compile(b"\x01+")


class TooMany(Exception):  # noqa: N818 - an answer of this room, caught in `reach`
    """A set has too many values, or would take too long to make."""


@dataclass(frozen=True)
class Spans:
    """A set of whole numbers; may be empty."""

    runs: tuple[tuple[int, int], ...]

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        return sum(last - first + 1 for first, last in self.runs)

    @property
    def low(self) -> int:
        """The smallest."""
        return self.runs[0][0]

    @property
    def high(self) -> int:
        """The largest."""
        return self.runs[-1][1]

    def values(self) -> list[int]:
        """The numbers, rising."""
        return list(self)

    def __iter__(self) -> Iterator[int]:
        """The numbers, rising."""
        return chain.from_iterable(range(first, last + 1) for first, last in self.runs)

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.runs)

    def __contains__(self, value: int) -> bool:
        """Whether a number is one of them."""
        return any(first <= value <= last for first, last in self.runs)

    def split(self, compare: Compare) -> tuple["Spans", "Spans"]:
        """Those that match a comparison, and the others."""
        low, high = compare.bounds()
        low = self.low - 1 if low is None else low
        high = self.high + 1 if high is None else high
        inside = self.between(low, high)
        outside = [(first, min(last, low - 1)) for first, last in self.runs if first < low]
        outside += [(max(first, high + 1), last) for first, last in self.runs if last > high]
        return inside, merged(outside)

    def between(self, low: int, high: int) -> "Spans":
        """Those from `low` to `high`, both included."""
        if not self or low > self.high or high < self.low:
            return NOTHING
        if low <= self.low and self.high <= high:
            return self
        cut = ((max(first, low), min(last, high)) for first, last in self.runs)
        return Spans(tuple(run for run in cut if run[0] <= run[1]))

    def at_least(self, value: int) -> "Spans":
        """Each number, raised to a value where it is below."""
        return merged((max(first, value), max(last, value)) for first, last in self.runs)

    def at_most(self, value: int) -> "Spans":
        """Each number, lowered to a value where it is above."""
        return merged((min(first, value), min(last, value)) for first, last in self.runs)

    def negated(self) -> "Spans":
        """Each number with the other sign."""
        return Spans(tuple((-last, -first) for first, last in reversed(self.runs)))


class Marked(Spans):
    """A set with one byte a number from `first`, 1 where it is in; its runs are found when needed."""

    first: int
    marks: bytes

    def __init__(self, first: int, marks: bytes) -> None:
        """The first byte and the last are 1."""
        self.__dict__.update(first=first, marks=marks)

    @cached_property
    def runs(self) -> tuple[tuple[int, int], ...]:  # type: ignore[override]
        """Its runs."""
        low = self.first
        return tuple((low + m.start(), low + m.end() - 1) for m in _SET.finditer(self.marks))

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        return self.marks.count(1)

    @property
    def low(self) -> int:
        """The smallest."""
        return self.first

    @property
    def high(self) -> int:
        """The largest."""
        return self.first + len(self.marks) - 1

    def values(self) -> list[int]:
        """The numbers, rising."""
        return list(compress(range(self.first, self.high + 1), self.marks))

    def __contains__(self, value: int) -> bool:
        """Whether a number is one of them."""
        return self.first <= value <= self.high and self.marks[value - self.first] == 1

    def __bool__(self) -> bool:
        """Whether there are any."""
        return True


NOTHING = Spans(())


def one(value: int) -> Spans:
    """The set of one number."""
    return Spans(((value, value),))


def interval(low: int, high: int) -> Spans:
    """All numbers from `low` to `high`, both included."""
    return Spans(((low, high),))


def merged(runs: Iterable[tuple[int, int]]) -> Spans:
    """The set of runs in any order, that may touch."""
    out: list[tuple[int, int]] = []
    for first, last in sorted(runs):
        if out and first <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(out[-1][1], last))
        else:
            out.append((first, last))
    return Spans(tuple(out))


def union(*sets: Spans) -> Spans:
    """The numbers of any of the sets."""
    return merged(run for spans in sets for run in spans.runs)


def plus(a: Spans, b: Spans) -> Spans:
    """All sums of a number of each."""
    if len(a.runs) < len(b.runs):
        a, b = b, a
    pairs = len(a.runs) * len(b.runs)
    width = a.high - a.low + b.high - b.low + 1 if a and b else 0
    if pairs > 4_096 and width <= _MOST_BITS and len(b.runs) * (width >> 6) <= _MOST_WORDS:
        return _plus_bits(a, b)
    if pairs > MOST_PAIRS:
        raise TooMany
    return merged((p + r, q + s) for p, q in a.runs for r, s in b.runs)


def times(spans: Spans, count: int) -> Spans:
    """All sums of `count` numbers of a set."""
    total, power = one(0), spans
    while count:
        if count & 1:
            total = plus(total, power)
        count >>= 1
        if count:
            power = plus(power, power)
    return total


def products(a: Spans, b: Spans, most: int) -> Spans:
    """All products of a number of each; TooMany where there are more than `most`."""
    if _is_nothing(a) or _is_nothing(b):
        return one(0)
    if max(a.size, b.size) > most or a.size * b.size > MOST_PAIRS:
        raise TooMany
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    low, high = min(corners), max(corners)
    found = _products_marked(a, b, low, high) if high - low < _MOST_MARKS else _products(a, b)
    if found.size > most:
        raise TooMany
    return found


def _is_nothing(spans: Spans) -> bool:
    """Whether 0 is the only number."""
    return spans.low == spans.high == 0


def _products(a: Spans, b: Spans) -> Spans:
    values, found = a.values(), set[int]()
    for y in b:
        found.update(map(mul, values, repeat(y)))
    return _spans_of(found)


def _products_marked(a: Spans, b: Spans, low: int, high: int) -> Spans:
    """Products with one byte a number: the multiples of a run are every n-th byte."""
    if isinstance(a, Marked) or len(a.runs) > len(b.runs):
        a, b = b, a
    marks = bytearray(high - low + 1)
    for y in b:
        for first, last in a.runs:
            if y == 0:
                marks[-low] = 1
                continue
            ends = (first * y - low, last * y - low)
            marks[min(ends) : max(ends) + 1 : abs(y)] = b"\x01" * (last - first + 1)
    return Marked(low, bytes(marks))


def quotients(a: Spans, b: Spans) -> Spans:
    """All quotients, rounded down; `b` has no 0."""
    if _is_scattered(a):
        return _pairs(floordiv, a, b)
    return merged(
        {
            (first // y, last // y) if y > 0 else (last // y, first // y)
            for y in b
            for first, last in a.runs
        }
    )


def remainders(a: Spans, b: Spans) -> Spans:
    """All remainders of the division rounded down: they have the sign of the divisor."""
    if _is_scattered(a):
        return _pairs(mod, a, b)
    runs: set[tuple[int, int]] = set()
    for y in b:
        if y > 0:
            runs.update(run for first, last in a.runs for run in _below(first, last, y))
        else:
            mirrored = ((-last, -first) for first, last in a.runs)
            runs.update((-q, -p) for first, last in mirrored for p, q in _below(first, last, -y))
    return merged(runs)


def _pairs(operation: Callable[[int, int], int], a: Spans, b: Spans) -> Spans:
    """What an operation makes of every pair, the longer set gone through inside."""
    left, right, found = a.values(), b.values(), set[int]()
    if len(left) < len(right):
        for x in left:
            found.update(map(operation, repeat(x), right))
    else:
        for y in right:
            found.update(map(operation, left, repeat(y)))
    return _spans_of(found)


def _is_scattered(spans: Spans) -> bool:
    """Whether most numbers stand alone, so that runs are of no use."""
    return isinstance(spans, Marked) or 2 * len(spans.runs) > spans.size


def _spans_of(values: set[int]) -> Spans:
    """The set of some numbers."""
    low, high = min(values), max(values)
    if len(values) > _MANY and high - low < _MOST_MARKS:
        marks = bytearray(high - low + 1)
        for value in values:
            marks[value - low] = 1
        return Marked(low, bytes(marks))
    out: list[tuple[int, int]] = []
    first = last = None
    for value in sorted(values):
        if first is None or last is None:
            first = last = value
        elif value == last + 1:
            last = value
        else:
            out.append((first, last))
            first = last = value
    if first is not None and last is not None:
        out.append((first, last))
    return Spans(tuple(out))


def _below(first: int, last: int, size: int) -> tuple[tuple[int, int], ...]:
    """The remainders of a run by a positive number."""
    if last - first + 1 >= size:
        return ((0, size - 1),)
    low, high = first % size, last % size
    return ((low, high),) if low <= high else ((0, high), (low, size - 1))


def _plus_bits(a: Spans, b: Spans) -> Spans:
    """Sums with one bit a number: the set shifted by every number of every run of the other."""
    mask = 0
    for first, last in a.runs:
        mask |= ((1 << (last - first + 1)) - 1) << (first - a.low)
    total = 0
    for first, last in b.runs:
        total |= _spread(mask, last - first + 1) << (first - b.low)
    return Marked(a.low + b.low, bin(total)[:1:-1].encode().translate(_BITS))


_BITS = bytes(0 if value == ord("0") else 1 for value in range(256))


def _spread(mask: int, width: int) -> int:
    """A mask or-ed with itself shifted by 0 … width − 1."""
    done = 1
    while done < width:
        step = min(done, width - done)
        mask |= mask << step
        done += step
    return mask
