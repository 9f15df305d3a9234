"""What leads from one to the next has an end, and soon: regions in regions, people who follow (PL-8, PL-9)."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

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


def chain_fault(above: Mapping[K, K | None], changed: K) -> str | None:
    """What is wrong with the chains that one who was `changed` stands in: a code, None if nothing.

    `above` says for each one what it leads to.
    """
    return next((code for code, way in chain_faults(above) if changed in way), None)


def chain_faults(above: Mapping[K, K | None]) -> Iterator[tuple[str, Sequence[K]]]:
    """A code and the chain, for each one that leads back or stands too deep."""
    for start in above:
        way = list(_way(above, start))
        if above.get(way[-1]) in way:
            yield CIRCLE, way
        elif len(way) > MOST_LEVELS:
            yield TOO_MANY, way


def _way(above: Mapping[K, K | None], start: K) -> Iterator[K]:
    """The chain from one on, at most to where it is too long or comes back."""
    seen: set[K] = set()
    at: K | None = start
    while at is not None and at not in seen and len(seen) <= MOST_LEVELS:
        seen.add(at)
        yield at
        at = above.get(at)
