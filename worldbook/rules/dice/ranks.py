"""The law of what dice add that are kept by rank: the k highest, all but the c lowest (DI-G4).

Dice come in groups. Those of a group have one law of values; how many there are may be chance too:
`ends[m]` is the weight of there being m. Values are gone through in order of rank. A state is how
many dice of each group have been met; its worth is a polynomial in x, packed into one integer (a
slot of bits a power), whose coefficients are the weights of the sums so far.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod

from worldbook.rules.dice.law import Law
from worldbook.rules.dice.spans import TooMany

_MOST_WORK = 60_000_000
"""What one law may take, in units of about 30 ns: two seconds."""
_STEP = 30
"""What a step costs beside the bits it touches."""
_MOST_MEETINGS = 400_000
"""Values times ranks times ranks that are begun with at all."""

Poly = tuple[int, int]
"""The lowest power, and the packed coefficients from it."""
Used = tuple[int, ...]
Key = tuple[int, int, int]
"""A group, how many of its dice have been met, how many of its values are still to come."""


class Work:
    """How much has been reckoned; TooMany where it is more than may be, in units of 30 ns."""

    def __init__(self, most: int = _MOST_WORK) -> None:
        """Nothing yet."""
        self.done, self.most = 0, most

    def spend(self, units: int) -> None:
        """Reckon with units more."""
        self.done += units
        if self.done > self.most:
            raise TooMany


@dataclass(frozen=True)
class Group:
    """Dice of one law: weights of values, and the weight of there being m of them."""

    weights: Mapping[int, int]
    ends: Sequence[int]

    @property
    def full(self) -> int:
        """The weight of all outcomes."""
        each = sum(self.weights.values())
        return sum(end * each**m for m, end in self.sizes)

    @cached_property
    def sizes(self) -> Sequence[tuple[int, int]]:
        """How many dice there can be, each with its weight."""
        return [(m, end) for m, end in enumerate(self.ends) if end]


def fixed(law: Law, count: int) -> Group:
    """A group of a given number of dice."""
    return Group(law.weights, [0] * count + [1])


class _Run:
    """One reckoning. `window`: ranks kept, from the first of the order; None as end is all."""

    def __init__(
        self,
        groups: Sequence[Group],
        window: tuple[int, int | None],
        worth: Callable[[int], Law],
        work: Work,
        *,
        highest_first: bool,
    ) -> None:
        self.groups, self.work = groups, work
        self.low, self.high = window
        pairs = [(value, g) for g, group in enumerate(groups) for value in group.weights]
        self.pairs = sorted(pairs, key=lambda pair: pair[0], reverse=highest_first)
        last = self.low if self.high is None else self.high
        if len(pairs) * last * last > _MOST_MEETINGS:
            raise TooMany
        self.worths = {value: worth(value) for value, _g in pairs}
        self.den = max((law.den for law in self.worths.values()), default=1)
        most = sum(len(group.ends) - 1 for group in groups)
        kept = (most if self.high is None else min(self.high, most)) - self.low
        full = prod(group.full for group in groups) * max(self.den, 1) ** max(kept, 0)
        self.slot = full.bit_length() + 2
        self.done: Poly = (0, 0)
        self.open: dict[tuple[Key, ...], Poly] = {}
        self.left = [self._weights_after(g) for g in range(len(groups))]
        self.later = [self._count_after(g) for g in range(len(groups))]
        self.values = [[v for v, of in self.pairs if of == g] for g in range(len(groups))]
        self._rests: dict[tuple[int, int, int], int] = {}
        self._suffixes: dict[Key, Poly] = {}
        self._powers: dict[tuple[int, int, int], Poly] = {}

    def _count_after(self, g: int) -> list[int]:
        """For each place of the order, how many values of a group are still to come from there on."""
        left = [0]
        for _value, of in reversed(self.pairs):
            left.append(left[-1] + (of == g))
        return left[::-1]

    def _weights_after(self, g: int) -> list[int]:
        """For each place of the order, the weight of what a group's dice can show from there on."""
        left = [0]
        for value, of in reversed(self.pairs):
            left.append(left[-1] + (self.groups[g].weights[value] if of == g else 0))
        return left[::-1]

    # Polynomials.

    def spend(self, value: int, times: int = 1) -> None:
        self.work.spend(((value.bit_length() >> 11) + _STEP) * times)

    def plus(self, a: Poly, b: Poly) -> Poly:
        if not a[1] or not b[1]:
            return a if a[1] else b
        if a[0] > b[0]:
            a, b = b, a
        total = a[1] + (b[1] << (self.slot * (b[0] - a[0])))
        self.spend(total)
        return a[0], total

    def times(self, a: Poly, b: Poly) -> Poly:
        small, large = sorted((a[1].bit_length() >> 6, b[1].bit_length() >> 6))
        if small:  # What Karatsuba's multiplication costs.
            self.work.spend(int(0.4 * large * small**0.585))
        product = a[1] * b[1]
        self.spend(product)
        return a[0] + b[0], product

    def packed(self, law: Law) -> Poly:
        if not law.weights:
            return 0, 0
        low, scale = min(law.weights), self.den // law.den
        return low, sum(w * scale << (self.slot * (v - low)) for v, w in law.weights.items())

    def power(self, value: int, count: int) -> Poly:
        """The worth of `count` kept dice that show a value."""
        key = (0, value, count)
        if key not in self._powers:
            low, packed = self.packed(self.worths[value])
            self._powers[key] = (low * count, packed**count)
            self.spend(self._powers[key][1])
        return self._powers[key]

    # What follows a place in the order.

    def rest(self, place: int, g: int, used: int) -> int:
        """The weight of a group's dice after a place, whatever they show."""
        left = self.left[g][place]
        key = (g, used, left)
        if key not in self._rests:
            rest = 0
            for m, end in self.groups[g].sizes:
                if m >= used:
                    rest += end * comb(m, used) * left ** (m - used)
                    self.spend(rest, 3)
            self._rests[key] = rest
        return self._rests[key]

    def rests(self, place: int, used: Used) -> int:
        return prod(self.rest(place, g, count) for g, count in enumerate(used))

    def suffix(self, key: Key) -> Poly:
        """The polynomial of the dice of a group that are still to come, all of them kept."""
        if key not in self._suffixes:
            g, used, length = key
            group = self.groups[g]
            later = self.values[g][len(self.values[g]) - length :]
            each: Poly = (0, 0)
            for value in later:
                each = self.plus(each, self.times((0, group.weights[value]), self.power(value, 1)))
            total, power = (0, 0), (0, 1)
            for m in range(used, len(group.ends)):
                scale = group.ends[m] * comb(m, used)
                total = self.plus(total, self.times((0, scale), power)) if scale else total
                power = self.times(power, each)
                if not power[1]:
                    break
            self._suffixes[key] = total
        return self._suffixes[key]

    # The order itself.

    def go(self) -> Poly:
        """The polynomial of the sums of what is kept."""
        states: dict[Used, Poly] = {(0,) * len(self.groups): (0, 1)}
        for place, (value, g) in enumerate(self.pairs):
            states = self.step(states, place, value, g)
        for used, poly in states.items():
            ends = prod(group.ends[n] for group, n in zip(self.groups, used, strict=True))
            self.finish(poly, (0, ends))
        self.close_all()
        return self.done

    def step(self, states: dict[Used, Poly], place: int, value: int, g: int) -> dict[Used, Poly]:
        """Let each state meet 0, 1, 2 … dice of group g that show a value."""
        weight = self.groups[g].weights[value]
        after: dict[Used, Poly] = {}
        for used, poly in states.items():
            rank, most = sum(used), len(self.groups[g].ends) - 1 - used[g]
            for count in range(most + 1):
                now = (*used[:g], used[g] + count, *used[g + 1 :])
                ways = comb(now[g], count) * weight**count
                if self.high is not None and rank + count >= self.high:
                    self.close(poly, place, value, (used, g))
                    break
                kept = max(rank + count - max(rank, self.low), 0)
                more = self.times(poly, self.times((0, ways), self.power(value, kept)))
                if self.high is None and rank + count >= self.low:
                    self.close_open(more, place, now)
                else:
                    after[now] = self.plus(after.get(now, (0, 0)), more)
        return after

    def close(self, poly: Poly, place: int, value: int, state: tuple[Used, int]) -> None:
        """All that is kept has been met: whatever else there is only has weight."""
        (used, g), rank = state, sum(state[0])
        weight, high = self.groups[g].weights[value], self.high or 0
        scale = 0
        for count in range(high - rank, len(self.groups[g].ends) - used[g]):
            now = (*used[:g], used[g] + count, *used[g + 1 :])
            scale += comb(now[g], count) * weight**count * self.rests(place + 1, now)
            self.spend(scale, 2)
        kept = self.power(value, high - max(rank, self.low))
        self.finish(self.times(poly, kept), (0, scale))

    def close_open(self, poly: Poly, place: int, used: Used) -> None:
        """All that is dropped has been met: the others are all kept, and told by their keys."""
        keys = tuple((g, count, self.later[g][place + 1]) for g, count in enumerate(used))
        self.open[keys] = self.plus(self.open.get(keys, (0, 0)), poly)

    def close_all(self) -> None:
        """What was left open, times what follows: group by group, each suffix once for all alike."""
        left = self.open
        for _group in self.groups:
            after: dict[tuple[Key, ...], Poly] = {}
            for keys, poly in left.items():
                more = self.times(poly, self.suffix(keys[0]))
                after[keys[1:]] = self.plus(after.get(keys[1:], (0, 0)), more)
            left = after
        for poly in left.values():
            self.finish(poly, (0, 1))

    def finish(self, poly: Poly, scale: Poly) -> None:
        self.done = self.plus(self.done, self.times(poly, scale))


def rank_law(
    groups: Sequence[Group],
    window: tuple[int, int | None],
    worth: Callable[[int], Law],
    den: int,
    *,
    highest_first: bool = True,
    work: Work | None = None,
) -> Law:
    """The law of what the kept dice add; `den` is the weight of all there is, tails included.

    `worth(value)` is what a kept die adds; unless all of those are sure, the number of kept dice
    must be. Raises TooMany where it would take too long.
    """
    run = _Run(groups, window, worth, work or Work(), highest_first=highest_first)
    low, packed = run.go()
    kept = 0 if run.den == 1 else (window[1] or 0) - window[0]
    return Law(_unpacked(low, packed, run.slot), den * run.den**kept)


def _unpacked(low: int, packed: int, slot: int) -> dict[int, int]:
    out: dict[int, int] = {}
    size = -(-packed.bit_length() // slot)
    text, mask = packed, (1 << slot) - 1
    if size > 256:
        half = size // 2
        lower = packed & ((1 << (slot * half)) - 1)
        return {
            **_unpacked(low, lower, slot),
            **_unpacked(low + half, packed >> (slot * half), slot),
        }
    for index in range(size):
        weight = text & mask
        if weight:
            out[low + index] = weight
        text >>= slot
    return out
