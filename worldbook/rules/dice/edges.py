"""The ends of what an expression can come to: whole numbers, or infinite where explosions have no end."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isinf

from worldbook.rules.dice.spans import Spans, one

Edge = int | float
"""A whole number of any size, or ±infinity; no other float."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The smallest and largest total, and the totals themselves where they can be listed.

    `spans` are the totals with explosions of at most ten deep; `whole`: there are no others.
    """

    low: Edge
    high: Edge
    spans: Spans | None = None
    whole: bool = True

    def limited(self, most: int) -> "Reach":
        """The same without a list that is longer than `most`."""
        if self.spans is None or self.spans.size <= most:
            return self
        return Reach(self.low, self.high, None, self.whole)


def exactly(value: int) -> Reach:
    """A number."""
    return Reach(value, value, one(value))


def edge_sum(edges: Iterable[Edge]) -> Edge:
    """The sum of ends on the same side."""
    total: Edge = 0
    for edge in edges:
        if isinf(total) if isinstance(total, float) else False:
            return total
        total = edge if isinstance(edge, float) else total + edge
    return total


def edge_product(x: Edge, y: Edge) -> Edge:
    """The product of two ends; nothing times anything is nothing."""
    if x == 0 or y == 0:
        return 0
    if isinstance(x, float) or isinstance(y, float):
        return inf if (x > 0) == (y > 0) else -inf
    return x * y


def edge_quotient(x: Edge, y: Edge) -> Edge | None:
    """The quotient of two ends, rounded down; None where both are infinite and others decide."""
    if isinstance(x, float):
        return None if isinstance(y, float) else (inf if (x > 0) == (y > 0) else -inf)
    if isinstance(y, float):
        return 0 if x == 0 or (x > 0) == (y > 0) else -1
    return x // y


def product_bounds(a: Reach, b: Reach) -> tuple[Edge, Edge]:
    """The bounds of a product of numbers that do not know each other."""
    corners = [edge_product(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    return min(corners), max(corners)


def quotient_bounds(a: Reach, b: Reach, divisors: Spans) -> tuple[Edge, Edge]:
    """The bounds of a quotient: found at the divisors next to 0 and furthest from it."""
    positive, negative = (
        divisors.between(1, max(divisors.high, 1)),
        divisors.between(min(divisors.low, -1), -1),
    )
    ends: list[Edge] = []
    if positive:
        ends += [positive.low, b.high]
    if negative:
        ends += [negative.high, b.low]
    found = [edge_quotient(x, y) for x in (a.low, a.high) for y in ends]
    sure = [edge for edge in found if edge is not None]
    return min(sure), max(sure)
