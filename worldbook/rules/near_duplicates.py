"""Texts that are almost the same, found in a time that grows with their number and length.

Each text is the set of its runs of SHINGLE characters. Of each set a signature is
kept (MinHash: Broder, On the resemblance and containment of documents, 1997), of 60 numbers; a
text is compared, as a set, with the few that share most of its 15 bands.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from worldbook.rules import folding

ALIKE = 0.7
"""From which share of common runs on two texts are almost the same."""
FEWEST = 16
"""Texts of fewer runs are compared as they are: one sign is too much of them."""

SHINGLE, MOST_SHINGLES = 4, 2_000
_BANDS, _ROWS = 15, 4
_KEPT, _COMPARED = 8, 4
_NOT_WORDS = re.compile(r"[\W_]+")

Hashes = NDArray[np.uint64]

_SALTS = np.arange(1, _BANDS * _ROWS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)


class Pair(NamedTuple):
    """Two texts by their numbers, the earlier one first, and how much alike they are (0…1)."""

    first: int
    second: int
    alike: float


def near_duplicates(texts: Sequence[str]) -> Iterator[Pair]:
    """Each text that is almost one before it, with that one; signs and spaces do not count."""
    kept: list[Hashes] = []
    numbers: list[int] = []
    same: dict[str, int] = {}
    bands: dict[tuple[int, bytes], list[int]] = {}
    for number, text in enumerate(texts):
        plain = _NOT_WORDS.sub(" ", folding.folded(text)).strip()
        first = same.setdefault(plain, number)
        if first != number:
            yield Pair(first, number, 1.0)
            continue
        hashes = _hashes(plain)
        if hashes.size < FEWEST:
            continue
        names = _bands_of(hashes)
        near = Counter(at for name in names for at in bands.get(name, ())).most_common(_COMPARED)
        best = max(((_alike(kept[at], hashes), -at) for at, _ in near), default=(0.0, 0))
        if best[0] >= ALIKE:
            yield Pair(numbers[-best[1]], number, best[0])
        for name in names:
            those = bands.setdefault(name, [])
            if len(those) < _KEPT:
                those.append(len(kept))
        kept.append(hashes)
        numbers.append(number)


def _hashes(text: str) -> Hashes:
    """The runs of a text as sorted numbers; of a very long text those with the smallest numbers."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    codes = points.astype(np.uint64)
    size = min(SHINGLE, codes.size)
    hashes = np.zeros(codes.size - size + 1 if size else 1, dtype=np.uint64)
    for at in range(size):
        hashes = hashes * np.uint64(0x100000001B3) + codes[at : at + hashes.size]
    return np.unique(_mixed(hashes))[:MOST_SHINGLES]


def _mixed(hashes: Hashes) -> Hashes:
    """Numbers spread evenly (the finalizer of splitmix64)."""
    hashes = (hashes ^ (hashes >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    hashes = (hashes ^ (hashes >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return hashes ^ (hashes >> np.uint64(31))


def _bands_of(hashes: Hashes) -> list[tuple[int, bytes]]:
    """The signature of a text, cut into bands."""
    minima = _mixed(hashes[:, None] ^ _SALTS[None, :]).min(axis=0)
    rows = minima.reshape(_BANDS, _ROWS)
    return [(band, rows[band].tobytes()) for band in range(_BANDS)]


def _alike(one: Hashes, other: Hashes) -> float:
    """The share of runs that two texts have in common."""
    common = np.intersect1d(one, other, assume_unique=True).size
    return float(common / (one.size + other.size - common))
