"""The law of a whole expression: its parts do not know each other, so their laws combine (DI-G4)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from worldbook.rules.dice.expression import MOST_SUPPORT, Dice
from worldbook.rules.dice.law import Law, added, certain, fraction, paired, repeated
from worldbook.rules.dice.pool_law import pool_law
from worldbook.rules.dice.ranks import fixed, rank_law
from worldbook.rules.dice.rolling import OPERATIONS
from worldbook.rules.dice.spans import TooMany
from worldbook.rules.dice.tree import Chain, Group, Negation, Node, Number, Pool, window_of


def law_of(dice: Dice) -> Law | None:
    """The exact law of an expression; None where it is too large to be reckoned."""
    try:
        law = _law(dice.root)
    except TooMany:
        return None
    return law.reduced() if len(law.weights) <= MOST_SUPPORT else None


def told(law: Law) -> list[list[Any]]:
    """`[[total, "p/q"], …]`, totals rising; `["tail", "p/q"]` last for deeper explosions."""
    rows: list[list[Any]] = [[value, share] for value, share in law.fractions()]
    return [*rows, ["tail", fraction(law.tail, law.den)]] if law.tail else rows


def _law(node: Node) -> Law:
    if isinstance(node, Number):
        return certain(node.value)
    if isinstance(node, Pool):
        return pool_law(node)
    if isinstance(node, Group):
        return _group(node)
    if isinstance(node, Chain):
        return _chain(node)
    law = _law(node.of)
    return law.negated() if isinstance(node, Negation) and node.times % 2 else law


def _chain(node: Chain) -> Law:
    total = _law(node.first)
    for operator, part in node.rest:
        law = _law(part)
        if operator in "+-":
            total = added(total, law if operator == "+" else law.negated())
        else:
            total = paired(total, law, OPERATIONS[operator])
    return total


def _group(node: Group) -> Law:
    """Members of one form are dice of one law."""
    low, high = window_of(node.steps, len(node.members))
    if low == high:
        return certain(0)
    members: Mapping[Node, int] = Counter(map(_unplaced, node.members))
    laws = [(_law(member).reduced(), count) for member, count in members.items()]
    if high - low == len(node.members):
        total = certain(0)
        for law, count in laws:
            total = added(total, repeated(law, count))
        return total
    den = 1
    for law, count in laws:
        den *= law.den**count
    return rank_law([fixed(law, count) for law, count in laws], (low, high), certain, den)


def _unplaced(node: Node) -> Node:
    """A member without its place in the text, so that equal ones are found."""
    if isinstance(node, Pool):
        return Pool(node.count, node.faces, node.steps)
    return node
