"""The law of a pool of dice: its steps cut at what is kept or dropped (DI-G4).

Without keep and drop the dice do not know each other: the law of one, added n times. With them, the
dice are ranked as they stand before the first keep (`ranks`); each kept die then goes on by itself.
After an explosion the pool is four groups: first dice that exploded (A) or not (B), further throws
that exploded (C) or ended their chain (D). Keeps that stand apart are gone through hand by hand
(`hands`).
"""

from collections.abc import Callable, Iterator
from math import comb

from worldbook.rules.dice.hands import hand_law
from worldbook.rules.dice.law import Law, certain, mixed, repeated
from worldbook.rules.dice.ranks import Group, Work, fixed, rank_law
from worldbook.rules.dice.spans import TooMany
from worldbook.rules.dice.tree import KEEPS, Compare, Pool, Step, trigger_of, window_of
from worldbook.rules.dice.worth import DEEPEST, Worth

Steps = tuple[Step, ...]


def pool_law(pool: Pool, work: Work | None = None, *, by_hand: bool = True) -> Law:
    """The law of what the dice of a pool add up to; raises TooMany.

    `work` is what may be reckoned of exploding pools, `by_hand` whether hand by hand.
    """
    before, keeps, after = _cut(_sunk(pool.steps))
    if not keeps:
        return repeated(Worth(pool.faces, pool.steps).thrown(), pool.count)
    if any(step.kind in KEEPS for step in after):
        return _hand_law(pool, by_hand=by_hand)
    worth = Worth(pool.faces, after).of
    bursts = [n for n, step in enumerate(before) if step.kind in ("x", "xo")]
    if bursts:
        parts = _Parts(pool, before, bursts[0])
        law = _burst_law(parts, keeps, worth, work or Work())
        return law or _hand_law(pool, by_hand=by_hand)
    low, high = window_of(keeps, pool.count)
    if low == high:
        return certain(0)
    law = Worth(pool.faces, before).thrown()
    if (low, high) == (0, pool.count):
        return repeated(Worth(pool.faces, before + after).thrown(), pool.count)
    group, den = fixed(law, pool.count), law.den**pool.count
    if low > pool.count - high:
        window = (pool.count - high, pool.count - low)
        return rank_law([group], window, worth, den, highest_first=False)
    return rank_law([group], (low, high), worth, den)


def _sunk(steps: Steps) -> Steps:
    """The same with mi and ma before the keeps that they follow: they leave the order of dice."""
    out: list[Step] = []
    for step in steps:
        place = len(out)
        while step.kind in ("mi", "ma") and place and out[place - 1].kind in KEEPS:
            place -= 1
        out.insert(place, step)
    return tuple(out)


def _cut(steps: Steps) -> tuple[Steps, Steps, Steps]:
    """The steps before the first keeps and drops, those in a row, and the ones after."""
    first = next((n for n, step in enumerate(steps) if step.kind in KEEPS), len(steps))
    last = first
    while last < len(steps) and steps[last].kind in KEEPS:
        last += 1
    return steps[:first], steps[first:last], steps[last:]


def _hand_law(pool: Pool, *, by_hand: bool) -> Law:
    if not by_hand:
        raise TooMany
    return hand_law(pool)


def _burst_law(
    parts: "_Parts", keeps: Steps, worth: Callable[[int], Law], work: Work
) -> Law | None:
    """The law of dice that explode before some of them are kept; None where ranks are no way."""
    window = _open_window(keeps, parts.count)
    if window is None or window[0] == window[1]:
        return certain(0) if window else None
    highest_first = keeps[0].kind in ("kh", "dh")
    laws = []
    for weight, groups, den in parts.pools():
        sure = all(worth(v).den == 1 for group in groups for v in group.weights)
        if not sure and (window[1] is None or window[1] > parts.count):
            return None
        law = rank_law(groups, window, worth, den, highest_first=highest_first, work=work)
        laws.append((weight, law))
    return mixed(laws, 1).reduced()


def _open_window(keeps: Steps, count: int) -> tuple[int, int | None] | None:
    """The ranks that keeps in a row leave of `count` dice or more, from the side of the first.

    None where that depends on how many dice there are.
    """
    first = keeps[0]
    if len(keeps) == 1:
        return (0, first.number) if first.kind[0] == "k" else (first.number, None)
    if first.kind[0] != "k" or first.number > count:
        return None
    low, high = window_of(keeps[1:], first.number)
    return (low, high) if first.kind == "kh" else (first.number - high, first.number - low)


class _Parts:
    """The groups of a pool in which step `at` explodes, as they stand when some are kept."""

    def __init__(self, pool: Pool, before: Steps, at: int) -> None:
        step = before[at]
        self.count, self.endless = pool.count, step.kind == "x"
        trigger = trigger_of(step, pool.faces)
        later = Worth(pool.faces, before[at + 1 :])
        first = Worth(pool.faces, before[:at]).thrown()
        fresh = Worth(pool.faces, ()).thrown()
        self.plain = first == fresh and self.endless
        self.first = _split(first, trigger, later)
        self.fresh = _split(fresh, trigger, later)
        self.any = mixed(((w, later.of(v)) for v, w in fresh.weights.items()), fresh.den)

    def pools(self) -> Iterator[tuple[int, list[Group], int]]:
        """Ways a pool can be made up: (ways, groups, the weight of everything)."""
        match, rest = self.fresh
        if self.plain:
            yield 1, *self._chains(match, rest)
            return
        for exploded in range(self.count + 1):
            ways = comb(self.count, exploded)
            groups = [
                _sized(self.first[0], exploded),
                _sized(self.first[1], self.count - exploded),
            ]
            den = self.first[0].den ** exploded * self.first[1].den ** (self.count - exploded)
            if self.endless:
                more, size = self._further(match, rest, exploded)
            else:
                more, size = [_sized(self.any, exploded)], self.any.den**exploded
            yield ways, [g for g in groups + more if g.weights or g.ends[0] == 0], den * size

    def _chains(self, match: Law, rest: Law) -> tuple[list[Group], int]:
        """All chains at once: as many ends as dice, and any number of explosions between them."""
        return _chains(match, rest, self.count, self.count, DEEPEST)

    def _further(self, match: Law, rest: Law, exploded: int) -> tuple[list[Group], int]:
        """What follows the first dice that exploded."""
        return _chains(match, rest, exploded, exploded, DEEPEST - 1)


def _chains(match: Law, rest: Law, chains: int, ends: int, deep: int) -> tuple[list[Group], int]:
    """Chains of 0 … `deep` dice that match, each with one at its end that does not.

    A chain of fewer dice weighs as much more as the dice it lacks, so that all have one denominator.
    """
    if not match.weights:
        return [_sized(rest, ends)], rest.den**ends
    lengths = repeated(Law({n: match.den ** (deep - n) for n in range(deep + 1)}), chains)
    counts = [lengths.weights.get(m, 0) for m in range(deep * chains + 1)]
    groups = [_sized(rest, ends), Group(match.weights, counts)]
    return groups, rest.den**ends * match.den ** (deep * chains)


def _sized(law: Law, count: int) -> Group:
    return fixed(law, count)


def _split(law: Law, trigger: Compare, later: Worth) -> tuple[Law, Law]:
    """The values that explode and those that do not, each as they stand when some are kept.

    Both laws keep the whole denominator: what one lacks is the other's.
    """
    halves = []
    for wanted in (True, False):
        parts = [(w, later.of(v)) for v, w in law.weights.items() if trigger.matches(v) == wanted]
        halves.append(mixed(parts, law.den))
    return halves[0], halves[1]
