"""What leads from one to the next has an end, and soon (PL-8, PL-9): regions, things, followers."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Generic, TypeVar

from worldbook.rules.words import gettext_noop as _

K = TypeVar("K", bound=Hashable)

MOST_LEVELS = 20
"""How many regions, or things, may stand inside each other, or people follow each other."""

CIRCLE, TOO_MANY = "cycle", "too_many_levels"

CHAIN_REASONS: Mapping[str, str] = {
    CIRCLE: _("It would come back to itself."),
    TOO_MANY: _("It would stand more than %(most)s levels deep."),
}
"""What is wrong with a chain, in words."""


@dataclass(frozen=True, slots=True)
class Chains(Generic[K]):
    """Where what leads from one to the next comes back, and how far it goes.

    Attributes:
        circles: each circle once, by the one from which it was first met.
        depths: how many stand in the chain from one on, itself with them.
    """

    circles: Mapping[K, tuple[K, ...]]
    depths: Mapping[K, int]


def chains_of(above: Mapping[K, K | None]) -> Chains[K]:
    """The chains of all; `above` says for each one what it leads to. Each is looked at once."""
    circles: dict[K, tuple[K, ...]] = {}
    depths: dict[K, int] = {}
    for start in above:
        way: dict[K, int] = {}
        at: K | None = start
        while at is not None and at in above and at not in depths and at not in way:
            way[at] = len(way)
            at = above[at]
        if at is not None and at in way:
            circles[start] = tuple(way)[way[at] :]
        beyond = 0 if at is None else depths.get(at, 0)
        depths |= {each: beyond + len(way) - place for each, place in way.items()}
    return Chains(circles, depths)


def chain_fault(above: Mapping[K, K | None], changed: K) -> str | None:
    """What is wrong with the chains that one who was `changed` stands in: a code, None if nothing."""
    found = chains_of(above)
    if not set(_way(above, changed)).isdisjoint(chain.from_iterable(found.circles.values())):
        return CIRCLE
    deep = (one for one, depth in found.depths.items() if depth > MOST_LEVELS)
    return TOO_MANY if any(changed in _way(above, one) for one in deep) else None


def _way(above: Mapping[K, K | None], start: K) -> Iterator[K]:
    """The chain from one on, at most once around."""
    seen: set[K] = set()
    at: K | None = start
    while at is not None and at not in seen:
        seen.add(at)
        yield at
        at = above.get(at)
