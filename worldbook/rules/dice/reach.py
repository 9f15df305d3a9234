"""What an expression can come to: exact bounds, and the totals where they can be listed (DI-G4)."""

from worldbook.rules.dice.edges import (
    Reach,
    edge_sum,
    exactly,
    product_bounds,
    quotient_bounds,
)
from worldbook.rules.dice.group_reach import group_reach
from worldbook.rules.dice.pool_reach import pool_reach
from worldbook.rules.dice.refusals import DiceFault
from worldbook.rules.dice.spans import (
    MOST_PAIRS,
    Spans,
    TooMany,
    one,
    plus,
    products,
    quotients,
    remainders,
)
from worldbook.rules.dice.tree import Chain, Group, Labelled, Negation, Node, Number, Pool


def reach_of(node: Node, most: int) -> Reach:
    """What an expression can come to; totals are listed up to `most` (0: bounds only).

    Raises DiceFault where it can divide by zero, never ends, or has too much to divide.
    """
    if isinstance(node, Number):
        return exactly(node.value)
    if isinstance(node, Labelled):
        return reach_of(node.of, most)
    if isinstance(node, Negation):
        reach = reach_of(node.of, most)
        return reach if node.times % 2 == 0 else _negated(reach)
    if isinstance(node, Pool):
        return pool_reach(node, most)
    if isinstance(node, Group):
        return group_reach(node, [reach_of(member, most) for member in node.members], most)
    return _sum(node, most) if node.is_sum else _product(node, most)


def _negated(reach: Reach) -> Reach:
    spans = reach.spans.negated() if reach.spans is not None else None
    return Reach(-reach.high, -reach.low, spans, reach.whole)


def _sum(node: Chain, most: int) -> Reach:
    parts = [reach_of(node.first, most)]
    for operator, part in node.rest:
        reach = reach_of(part, most)
        parts.append(reach if operator == "+" else _negated(reach))
    return sum_of(parts, most)


def sum_of(parts: list[Reach], most: int) -> Reach:
    """What numbers that do not know each other can add up to."""
    low, high = edge_sum(part.low for part in parts), edge_sum(part.high for part in parts)
    spans: Spans | None = one(0)
    for part in parts:
        spans = _limited(spans, part.spans, most)
    return Reach(low, high, spans, all(part.whole for part in parts))


def _limited(a: Spans | None, b: Spans | None, most: int) -> Spans | None:
    if not most or a is None or b is None:
        return None
    try:
        spans = plus(a, b)
    except TooMany:
        return None
    return spans if spans.size <= most else None


def _product(node: Chain, most: int) -> Reach:
    divides = any(operator != "*" for operator, _part in node.rest)
    needed = MOST_PAIRS if divides else most
    parts = [reach_of(part, needed) for _operator, part in node.rest]
    for (operator, _part), reach, at in zip(node.rest, parts, node.at, strict=True):
        if operator != "*":
            _refuse_zero(reach, at)
    total = reach_of(node.first, needed)
    for (operator, _part), reach, at in zip(node.rest, parts, node.at, strict=True):
        total = (
            _times(total, reach, needed)
            if operator == "*"
            else _divided(operator, total, reach, at)
        )
    return total.limited(most)


def _times(a: Reach, b: Reach, most: int) -> Reach:
    low, high = product_bounds(a, b)
    spans = None
    if most and a.spans is not None and b.spans is not None:
        try:
            spans = products(a.spans, b.spans, most)
        except TooMany:
            spans = None
    if low == high == 0:
        spans = one(0)
    return Reach(low, high, spans, a.whole and b.whole)


def _refuse_zero(reach: Reach, at: int) -> None:
    """A divisor must be listed, and not be 0; beyond the list of an explosion it could be."""
    if reach.low == reach.high == 0:
        raise DiceFault("division_by_zero", at)
    if reach.spans is None:
        raise DiceFault("too_large", at)
    beyond = not reach.whole and not reach.spans.low <= 0 <= reach.spans.high
    if 0 in reach.spans or (beyond and reach.low <= 0 <= reach.high):
        raise DiceFault("division_by_zero", at)


def _divided(operator: str, a: Reach, b: Reach, at: int) -> Reach:
    if a.spans is None or b.spans is None or a.spans.size * b.spans.size > MOST_PAIRS:
        raise DiceFault("too_large", at)
    if operator == "/":
        low, high = quotient_bounds(a, b, b.spans)
        return Reach(low, high, quotients(a.spans, b.spans), a.whole and b.whole)
    spans = remainders(a.spans, b.spans)
    if not (b.whole and (a.whole or _is_full(spans, b.spans))):
        raise DiceFault("too_large", at)
    return Reach(spans.low, spans.high, spans)


def _is_full(found: Spans, divisors: Spans) -> bool:
    """Whether every remainder is there that the divisors leave of any number."""
    low, high = min(divisors.low + 1, 0), max(divisors.high - 1, 0)
    return found.runs == ((low, high),)
