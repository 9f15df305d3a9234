"""Several rankings made one: reciprocal rank fusion (WB-24).

A thing's score is the sum of 1 / (60 + rank) over the rankings that have it (Cormack, Clarke and
Büttcher, 2009), so that scores of different measures need not be compared.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

SMOOTHING = 60

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Fused(Generic[K]):
    """One candidate; `ranks` are its places, from 1, in each ranking, None where it has none."""

    key: K
    score: float
    ranks: tuple[int | None, ...]


def fuse(
    rankings: Sequence[Sequence[K]],
    *,
    limit: int,
    keep: Callable[[K], bool] = lambda _key: True,
    smoothing: int = SMOOTHING,
) -> list[Fused[K]]:
    """The best `limit` of all that `keep` lets through, best first.

    What is not kept takes no place: those after it move up. Of equals the one whose best place is
    better comes first, then the one that an earlier ranking has first. A key said twice in one
    ranking counts at its first place.
    """
    places = [_places(ranking, keep) for ranking in rankings]
    keys = dict.fromkeys(key for ranking in places for key in ranking)
    fused = [_fused(key, places, smoothing) for key in keys]
    fused.sort(key=lambda item: (-item.score, min(rank for rank in item.ranks if rank)))
    return fused[:limit]


def _places(ranking: Sequence[K], keep: Callable[[K], bool]) -> dict[K, int]:
    kept = (key for key in dict.fromkeys(ranking) if keep(key))
    return {key: place for place, key in enumerate(kept, start=1)}


def _fused(key: K, places: Sequence[dict[K, int]], smoothing: int) -> Fused[K]:
    ranks = tuple(ranking.get(key) for ranking in places)
    return Fused(key, sum(1 / (smoothing + rank) for rank in ranks if rank), ranks)
