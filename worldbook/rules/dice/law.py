"""The law of a whole number that chance decides: exact weights over one denominator (DI-G4).

What the weights lack to the denominator is the *tail*: outcomes that were not followed to their
end, explosions more than ten deep. Sums are made by one multiplication of large integers, with a
slot of bits for each value (Kronecker's substitution).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from math import gcd, lcm

from worldbook.rules.dice.spans import MOST_PAIRS, TooMany

_FEW_PAIRS = 512
_MOST_BYTES = 200_000
"""The size of a number that is still multiplied at once: about 50 ms."""
_MOST_STEPS, _MOST_BITS = 2_000_000, 1 << 24
"""Multiplications, and bits of all weights together, that a power may take: about a second."""


@dataclass(frozen=True)
class Law:
    """`weights[value] / den` is the probability of a value; weights are positive."""

    weights: Mapping[int, int]
    den: int = 1

    @cached_property
    def mass(self) -> int:
        """The sum of the weights."""
        return sum(self.weights.values())

    @property
    def tail(self) -> int:
        """The weight of what was not followed to its end."""
        return self.den - self.mass

    def mapped(self, values: Iterable[tuple[int, int]]) -> "Law":
        """The law with its weights at other values, added up where they meet."""
        out: dict[int, int] = {}
        for value, weight in values:
            out[value] = out.get(value, 0) + weight
        return Law(out, self.den)

    def negated(self) -> "Law":
        """The law of the number with the other sign."""
        return Law({-value: weight for value, weight in self.weights.items()}, self.den)

    def reduced(self) -> "Law":
        """The same law over the smallest denominator."""
        common = reduce(gcd, self.weights.values(), self.den)
        if common == 1:
            return self
        weights = {value: weight // common for value, weight in self.weights.items()}
        return Law(weights, self.den // common)

    def fractions(self) -> list[tuple[int, str]]:
        """Each value, rising, with its reduced probability `p/q`."""
        return [(value, fraction(self.weights[value], self.den)) for value in sorted(self.weights)]


def fraction(weight: int, den: int) -> str:
    """A reduced fraction as text; whole numbers keep their denominator 1."""
    common = gcd(weight, den)
    return f"{weight // common}/{den // common}"


def certain(value: int) -> Law:
    """The law of a number that is sure."""
    return Law({value: 1})


def mixed(parts: Iterable[tuple[int, Law]], den: int) -> Law:
    """The law of drawing one of several laws first, each with its weight of `den`."""
    parts = _together(parts)
    common = reduce(lcm, (law.den for _weight, law in parts), 1)
    out: dict[int, int] = {}
    for weight, law in parts:
        scale = weight * (common // law.den)
        for value, part in law.weights.items():
            out[value] = out.get(value, 0) + part * scale
    return Law(out, den * common)


def _together(parts: Iterable[tuple[int, Law]]) -> list[tuple[int, Law]]:
    """The parts with the weights of one and the same law added up."""
    found: dict[int, tuple[int, Law]] = {}
    size = 0
    for weight, law in parts:
        if id(law) not in found:
            size += len(law.weights)
            if size > _MOST_STEPS:
                raise TooMany
        found[id(law)] = (found.get(id(law), (0, law))[0] + weight, law)
    return list(found.values())


def added(a: Law, b: Law) -> Law:
    """The law of the sum of two numbers that do not know each other."""
    if not a.weights or not b.weights:
        return Law({}, a.den * b.den)
    span = max(a.weights) - min(a.weights) + max(b.weights) - min(b.weights) + 1
    pairs = len(a.weights) * len(b.weights)
    if pairs <= _FEW_PAIRS or span > 16 * pairs:
        return paired(a, b, int.__add__)
    return _multiplied(a, b, span)


def paired(a: Law, b: Law, operation: Callable[[int, int], int]) -> Law:
    """The law of any operation on two numbers that do not know each other, pair by pair."""
    if len(a.weights) * len(b.weights) > MOST_PAIRS:
        raise TooMany
    out: dict[int, int] = {}
    for y, right in b.weights.items():
        for x, left in a.weights.items():
            value = operation(x, y)
            out[value] = out.get(value, 0) + left * right
    return Law(out, a.den * b.den)


def repeated(law: Law, count: int) -> Law:
    """The law of the sum of `count` numbers of one law.

    The n-th power q of a polynomial p satisfies p q' = n p' q, so its coefficients follow one from
    the other: k p0 q[k] = sum over i of (i (n + 1) - k) p[i] q[k - i] (Euler's recurrence).
    """
    if count == 0 or not law.weights:
        return Law({}, law.den**count) if count else certain(0)
    if count == 1:
        return law
    low, span = min(law.weights), max(law.weights) - min(law.weights)
    length = span * count + 1
    bits = law.den.bit_length() * count
    if length * len(law.weights) > _MOST_STEPS or length * bits > _MOST_BITS:
        raise TooMany
    first = law.weights[low]
    others = [(value - low, weight) for value, weight in law.weights.items() if value != low]
    power = [first**count]
    for k in range(1, length):
        total = sum((i * (count + 1) - k) * w * power[k - i] for i, w in others if i <= k)
        power.append(total // (k * first))
    weights = {low * count + k: weight for k, weight in enumerate(power) if weight}
    return Law(weights, law.den**count)


def _multiplied(a: Law, b: Law, span: int) -> Law:
    """The sum by one multiplication."""
    size = (a.mass * b.mass).bit_length() // 8 + 1
    if span * size > _MOST_BYTES:
        raise TooMany
    low = min(a.weights) + min(b.weights)
    same = a is b
    left = _packed(a, size)
    product = left * (left if same else _packed(b, size))
    data = product.to_bytes(span * size, "little")
    out: dict[int, int] = {}
    for index in range(span):
        weight = int.from_bytes(data[index * size : (index + 1) * size], "little")
        if weight:
            out[low + index] = weight
    return Law(out, a.den * b.den)


def _packed(law: Law, size: int) -> int:
    low, high = min(law.weights), max(law.weights)
    get = law.weights.get
    return int.from_bytes(
        b"".join(get(value, 0).to_bytes(size, "little") for value in range(low, high + 1)), "little"
    )
