"""A dice expression that was read and can be rolled: the door of this room (DI-G1…5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf

from worldbook.rules.dice.canonical import canonical
from worldbook.rules.dice.edges import Edge, Reach
from worldbook.rules.dice.parse import parse
from worldbook.rules.dice.reach import reach_of
from worldbook.rules.dice.refusals import REASONS, DiceFault
from worldbook.rules.dice.spans import Spans
from worldbook.rules.dice.text import place_in, readable
from worldbook.rules.dice.tree import Chain, Group, Labelled, Negation, Node, Pool
from worldbook.rules.refusal import Refusal

MOST_SUPPORT = 10_000
"""How many reachable totals are listed."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A valid expression. `low`, `high`: the smallest and largest total; None without an end."""

    root: Node
    canonical: str
    low: int | None
    high: int | None

    @property
    def counts_successes(self) -> bool:
        """Whether some dice are counted (cs) and not added."""
        return any(step.kind == "cs" for pool in pools_of(self.root) for step in pool.steps)

    def reach(self, most: int) -> Reach:
        """What it can come to; totals are listed up to `most`."""
        return reach_of(self.root, most)

    def support(self, most: int = MOST_SUPPORT) -> Spans | None:
        """All reachable totals, where there are at most `most` of them; else None."""
        reach = self.reach(most)
        spans = reach.spans
        filled = spans is not None and spans.runs == ((reach.low, reach.high),)
        return spans if reach.whole or filled else None


def read_dice(text: object) -> Dice | Refusal:
    """Read an expression. `detail["at"]` of a refusal is its place in the text, from 0."""
    if not isinstance(text, str):
        return Refusal("not_text", REASONS["not_text"])
    try:
        root = parse(readable(text))
        reach = reach_of(root, 0)
    except DiceFault as fault:
        return fault.refusal(place_in(text, fault.at))
    return Dice(root, canonical(root), _finite(reach.low), _finite(reach.high))


def _finite(edge: Edge) -> int | None:
    return None if isinstance(edge, float) and isinf(edge) else int(edge)


def pools_of(node: Node) -> Sequence[Pool]:
    """The dice of an expression, from the left."""
    if isinstance(node, Pool):
        return (node,)
    if isinstance(node, Chain):
        parts: tuple[Node, ...] = (node.first, *(part for _operator, part in node.rest))
    elif isinstance(node, Group):
        parts = node.members
    else:
        parts = (node.of,) if isinstance(node, Negation | Labelled) else ()
    return tuple(pool for part in parts for pool in pools_of(part))
