"""What a check is likely to come to: its exact law, read over a target and with what is added (DC-5).

Probabilities are floats here, for drawing; they come from exact weights.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from worldbook.rules.checks import Band, compared
from worldbook.rules.dice import Law

MOST_BARS = 120


@dataclass(frozen=True, slots=True)
class Bar:
    """Neighbouring results that fall into one band (`band` is its place; None: no band)."""

    low: int
    high: int
    share: float
    band: int | None


@dataclass(frozen=True, slots=True)
class Outlook:
    """Bars from the lowest result, the share of each band, of none, and of deeper explosions.

    `mean` is the average of the value, before it is compared; None where explosions go deeper.
    """

    bars: tuple[Bar, ...]
    shares: tuple[float, ...]
    uncovered: float
    tail: float
    mean: float | None


def outlook(
    law: Law, bands: Sequence[Band], comparison: str, target: int = 0, added: int = 0
) -> Outlook:
    """How a check with a law comes out: each value with what is added, compared, in its band."""
    results: dict[int, int] = {}
    for total, weight in law.weights.items():
        results[compared(comparison, total + added, target)] = weight
    placed = {result: _band_of(result, bands) for result in results}
    parts: dict[int | None, int] = {}
    for result, weight in results.items():
        parts[placed[result]] = parts.get(placed[result], 0) + weight
    mean = sum(total * weight for total, weight in law.weights.items())
    return Outlook(
        bars=tuple(_bars(results, placed, law.den)),
        shares=tuple(parts.get(n, 0) / law.den for n in range(len(bands))),
        uncovered=parts.get(None, 0) / law.den,
        tail=law.tail / law.den,
        mean=None if law.tail else mean / law.den + added,
    )


def _band_of(result: int, bands: Sequence[Band]) -> int | None:
    return next((n for n, band in enumerate(bands) if band.holds(result)), None)


def _bars(results: Mapping[int, int], placed: Mapping[int, int | None], den: int) -> list[Bar]:
    """A bar for each result, or for some neighbours of one band where there are very many."""
    low, high = min(results), max(results)
    width = -(-(high - low + 1) // MOST_BARS)
    bars: list[Bar] = []
    for result in sorted(results):
        share, band = results[result] / den, placed[result]
        last = bars[-1] if bars else None
        joins = last and last.band == band and (result - low) // width == (last.low - low) // width
        if last and joins:
            bars[-1] = Bar(last.low, result, last.share + share, band)
        else:
            bars.append(Bar(result, result, share, band))
    return bars
