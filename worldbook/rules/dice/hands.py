"""The law of a pool hand by hand: every multiset of dice with its weight, step after step (DI-G4).

It serves any order of steps and grows fast, so it is for few dice; it also is what the other ways
are tested against.
"""

from collections.abc import Callable, Mapping

from worldbook.rules.dice.law import Law
from worldbook.rules.dice.spans import TooMany
from worldbook.rules.dice.tree import KEEPS, Pool, Step, trigger_of, window_of
from worldbook.rules.dice.worth import DEEPEST, Worth, counted

MOST_HANDS = 60_000
_MOST_STEPS = 1_500_000
"""How often dice are added to a hand: about two seconds."""
Hand = tuple[int, ...]
"""The values of the dice still kept, falling."""
Hands = Mapping[Hand, int]


class _Work:
    """How often dice were added to a hand; TooMany where it is too often."""

    def __init__(self) -> None:
        self.left = _MOST_STEPS

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooMany


def hand_law(pool: Pool) -> Law:
    """The law of what a pool adds up to; TooMany where there are more hands than can be held."""
    faces = range(pool.faces.low, pool.faces.high + 1)
    work = _Work()
    hands, den = _grown(work, {(): 1}, 1, [({(v,): 1 for v in faces}, len(faces))] * pool.count)
    for n, step in enumerate(pool.steps):
        if step.kind in KEEPS:
            hands = _kept(hands, step)
        elif step.kind == "cs":
            counting = pool.steps[n:]
            return _summed(hands, den, lambda v: counted(v, counting))  # noqa: B023 - used at once
        else:
            hands, den = _stepped(work, hands, den, _Outcomes(pool, step))
    return _summed(hands, den, lambda v: v)


def _summed(hands: Hands, den: int, worth: Callable[[int], int]) -> Law:
    return Law({}, den).mapped((sum(map(worth, hand)), weight) for hand, weight in hands.items())


def _kept(hands: Hands, step: Step) -> Hands:
    out: dict[Hand, int] = {}
    for hand, weight in hands.items():
        low, high = window_of((step,), len(hand))
        out[hand[low:high]] = out.get(hand[low:high], 0) + weight
    return out


class _Outcomes:
    """What one die becomes by one step: hands of the dice it leaves, with weights over `den`."""

    def __init__(self, pool: Pool, step: Step) -> None:
        self.step, self.trigger = step, trigger_of(step, pool.faces)
        self.faces = range(pool.faces.low, pool.faces.high + 1)
        self.worth = Worth(pool.faces, (step,))
        self.ends, self.den = self._chains() if step.kind in ("x", "xo") else ({}, 1)

    def of(self, value: int) -> tuple[Hands, int]:
        if self.step.kind not in ("x", "xo"):
            law = self.worth.of(value)
            return {(v,): w for v, w in law.weights.items()}, law.den
        if not self.trigger.matches(value):
            return {(value,): 1}, 1
        return {_hand((value, *more)): w for more, w in self.ends.items()}, self.den

    def _chains(self) -> tuple[Hands, int]:
        """The further throws of a die that explodes; all of them weigh by one denominator."""
        size = len(self.faces)
        if self.step.kind == "xo":
            return {(v,): 1 for v in self.faces}, size
        out: dict[Hand, int] = {}
        open_hands: dict[Hand, int] = {(): 1}
        for depth in range(DEEPEST):
            scale = size ** (DEEPEST - 1 - depth)
            longer: dict[Hand, int] = {}
            for hand, weight in open_hands.items():
                for v in self.faces:
                    goes_on = self.trigger.matches(v)
                    into, more = (longer, weight) if goes_on else (out, weight * scale)
                    now = _hand((*hand, v))
                    into[now] = into.get(now, 0) + more
            open_hands = longer
            _guard(out)
        return out, size**DEEPEST


def _stepped(work: _Work, hands: Hands, den: int, outcomes: _Outcomes) -> tuple[Hands, int]:
    """Each die of each hand becomes what the step makes of it."""
    parts = []
    known: dict[int, tuple[Hands, int]] = {}
    for hand, weight in hands.items():
        for value in hand:
            if value not in known:
                known[value] = outcomes.of(value)
        parts.append((weight, _grown(work, {(): 1}, 1, [known[value] for value in hand])))
    common = max((part[1] for _weight, part in parts), default=1)
    out: dict[Hand, int] = {}
    for weight, (made, size) in parts:
        for hand, more in made.items():
            out[hand] = out.get(hand, 0) + weight * more * _share(common, size)
        _guard(out)
    return out, den * common


def _share(common: int, size: int) -> int:
    """Denominators are powers of the sides, so the largest is a multiple of each."""
    if common % size:
        raise TooMany
    return common // size


def _grown(
    work: _Work, hands: Hands, den: int, parts: list[tuple[Hands, int]]
) -> tuple[Hands, int]:
    """Hands with the dice of each part added to them."""
    for part, size in parts:
        work.spend(len(hands) * len(part))
        out: dict[Hand, int] = {}
        for hand, weight in hands.items():
            for more, ways in part.items():
                now = _hand((*hand, *more))
                out[now] = out.get(now, 0) + weight * ways
            _guard(out)
        hands, den = out, den * size
    return hands, den


def _guard(hands: Hands) -> None:
    if len(hands) > MOST_HANDS:
        raise TooMany


def _hand(values: tuple[int, ...]) -> Hand:
    return tuple(sorted(values, reverse=True))
