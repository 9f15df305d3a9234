"""What the kept members of a group can add up to (DI-G4)."""

from collections import Counter

from worldbook.rules.dice.edges import Reach, edge_sum
from worldbook.rules.dice.law import Law, certain
from worldbook.rules.dice.ranks import fixed, rank_law
from worldbook.rules.dice.spans import Spans, TooMany, merged, one, plus, union
from worldbook.rules.dice.tree import Group, window_of

_MOST_LISTED = 2_000
"""How many values of all members together are gone through by rank."""


def group_reach(group: Group, parts: list[Reach], most: int) -> Reach:
    """The reach of a group whose members come to `parts`.

    The n-th highest of several numbers never falls when one of them rises, so the bounds are those
    of all members at their least and at their most.
    """
    low, high = window_of(group.steps, len(parts))
    least = sorted((part.low for part in parts), reverse=True)
    largest = sorted((part.high for part in parts), reverse=True)
    whole = all(part.whole for part in parts)
    reach = Reach(edge_sum(least[low:high]), edge_sum(largest[low:high]), None, whole)
    spans = [part.spans for part in parts if part.spans is not None]
    if not most or len(spans) < len(parts):
        return reach
    try:
        found = _spans(spans, (low, high))
    except TooMany:
        return reach
    return Reach(reach.low, reach.high, found, whole).limited(most)


def _spans(parts: list[Spans], window: tuple[int, int]) -> Spans:
    low, high = window
    if low == high:
        return one(0)
    if high - low == len(parts):
        total = one(0)
        for part in parts:
            total = plus(total, part)
        return total
    if high - low == 1:
        least = sorted((part.low for part in parts), reverse=True)[low]
        largest = sorted((part.high for part in parts), reverse=True)[low]
        return union(*parts).between(least, largest)
    if sum(part.size for part in parts) > _MOST_LISTED:
        raise TooMany
    groups = [fixed(Law(dict.fromkeys(part, 1)), n) for part, n in Counter(parts).items()]
    return merged((v, v) for v in rank_law(groups, window, certain, 1).weights)
