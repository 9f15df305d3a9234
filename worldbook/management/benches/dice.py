"""How long dice take: reading, rolling, the exact distribution, and saying no (DI-G3, DI-G4)."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random

from worldbook.management.bench_tools import Took, middle_of, timed
from worldbook.rules.dice import Dice, law_of, read_dice, roll, told
from worldbook.rules.refusal import Refusal

RUNS = 7
LAWS: Mapping[str, float] = {
    "100d6": 50,
    "20d20kh10": 200,
    "10d10x": 200,
    "100d10": 0,
    "20d6xkh10": 0,
}
"""Expressions whose distribution is reckoned, and the milliseconds it may take (0: not said)."""
ROLLS = ("4d6kh3", "1000d10000")
REFUSED = (
    "(" * 200,
    "d1!",
    "1d1000*1d1000*1d1000/1d6",
    "d10000x/(d10000x-d10000)",
    "1d6+" * 49 + "1d6r<2",
)
REFUSING_MS = 100.0


def dice_lines(runs: int = RUNS) -> Iterator[str]:
    """A line for each measurement: name, median in ms, work in ms, and what it may take."""
    for name, (took, limit) in measure_dice(runs).items():
        told_limit = f"  ≤ {limit:.0f} ms" if limit else ""
        yield f"{name:<36}{took.wall:>8.1f} ms {took.cpu:>8.1f} ms of work{told_limit}"


def measure_dice(runs: int = RUNS) -> Mapping[str, tuple[Took, float]]:
    """The median of some runs of each, and what it may take in milliseconds (0: not said)."""
    laws = {
        f"distribution of {text}": (_median(partial(_law, text), runs), limit)
        for text, limit in LAWS.items()
    }
    rolls = {f"roll of {text}": (_median(_rolling(text), runs), 0.0) for text in ROLLS}
    refused = [_median(partial(_refused, text), runs) for text in REFUSED]
    worst = max(refused, key=lambda took: took.cpu)
    return {**laws, **rolls, f"refusing, the slowest of {len(REFUSED)}": (worst, REFUSING_MS)}


def _law(text: str) -> None:
    law = law_of(_dice(text))
    if law is None:
        raise ValueError(f"{text} has no law")
    told(law)


def _rolling(text: str) -> Callable[[], object]:
    dice, draw = _dice(text), Random(1).randrange
    return lambda: roll(dice, draw)


def _refused(text: str) -> None:
    if not isinstance(read_dice(text), Refusal):
        raise TypeError(f"{text} is not refused")


def _dice(text: str) -> Dice:
    dice = read_dice(text)
    if isinstance(dice, Refusal):
        raise TypeError(dice.reason)
    return dice


def _median(act: Callable[[], object], runs: int) -> Took:
    return middle_of(timed(act)[0] for _ in range(runs))
