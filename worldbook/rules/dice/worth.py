"""What one die adds to the total, as a law: from a value and the steps that are still to come.

Explosions are followed ten deep (DI-G4); what goes deeper is missing from the law: its tail.
"""

from collections.abc import Callable, Mapping

from worldbook.rules.dice.law import Law, added, certain, mixed
from worldbook.rules.dice.tree import Compare, Faces, Step, trigger_of

DEEPEST = 10
"""How many throws one die may add by exploding before it is left to the tail."""


class Worth:
    """The worth of dice of one kind under a list of steps without keep and drop."""

    def __init__(self, faces: Faces, steps: tuple[Step, ...]) -> None:
        """Nothing is reckoned until it is asked for."""
        self.faces = range(faces.low, faces.high + 1)
        self.steps = steps
        self._of: dict[tuple[int, int], Law] = {}
        self._means: dict[tuple[int, Compare | None], Law] = {}
        self._deep: dict[int, Law] = {}
        self._triggers = {step: trigger_of(step, faces) for step in steps}

    def thrown(self, at: int = 0, without: Compare | None = None) -> Law:
        """The worth of a fresh throw before step `at`; of one that does not match `without`."""
        key = (at, without)
        if key not in self._means:
            values = [v for v in self.faces if without is None or not without.matches(v)]
            self._means[key] = mixed(((1, self.of(v, at)) for v in values), len(values)).reduced()
        return self._means[key]

    def of(self, value: int, at: int = 0) -> Law:
        """The worth of a die that shows a value before step `at`."""
        key = (at, value)
        if key not in self._of:
            self._of[key] = self._reckon(value, at)
        return self._of[key]

    def _reckon(self, value: int, at: int) -> Law:
        if at == len(self.steps):
            return certain(value)
        step = self.steps[at]
        if step.kind in ("mi", "ma"):
            return self.of((max if step.kind == "mi" else min)(value, step.number), at + 1)
        if step.kind == "cs":
            return certain(counted(value, self.steps[at:]))
        if not self._triggers[step].matches(value):
            return self.of(value, at + 1)
        return _AGAIN[step.kind](self, value, at)

    def _rerolled(self, _value: int, at: int) -> Law:
        step = self.steps[at]
        return self.thrown(at + 1, step.compare if step.kind == "rr" else None)

    def _once(self, value: int, at: int) -> Law:
        return added(self.of(value, at + 1), self.thrown(at + 1))

    def _exploded(self, value: int, at: int) -> Law:
        return added(self.of(value, at + 1), self.chain(at, lambda shown: self.of(shown, at + 1)))

    def _compound(self, value: int, at: int) -> Law:
        further = self.chain(at, certain)
        return mixed(
            ((weight, self.of(value + more, at + 1)) for more, weight in further.weights.items()),
            further.den,
        )

    def chain(self, at: int, worth: Callable[[int], Law]) -> Law:
        """What the further throws of a die that explodes at step `at` are worth together."""
        if at not in self._deep:
            trigger = self._triggers[self.steps[at]]
            law = Law({}, 1)
            match = [worth(v) for v in self.faces if trigger.matches(v)]
            rest = [worth(v) for v in self.faces if not trigger.matches(v)]
            ends = mixed(((1, one) for one in rest), len(self.faces))
            goes_on = mixed(((1, one) for one in match), len(self.faces))
            for _ in range(DEEPEST):
                law = mixed(((1, ends), (1, added(goes_on, law))), 1)
            self._deep[at] = law.reduced()
        return self._deep[at]


_AGAIN: Mapping[str, Callable[[Worth, int, int], Law]] = {
    "ro": Worth._rerolled,
    "rr": Worth._rerolled,
    "x": Worth._exploded,
    "xo": Worth._once,
    "!!": Worth._compound,
}


def counted(value: int, steps: tuple[Step, ...]) -> int:
    """What a die counts under cs and perhaps cf: 1 for a success, less 1 for a failure."""
    worth = 0
    for step in steps:
        if step.compare is not None and step.compare.matches(value):
            worth += 1 if step.kind == "cs" else -1
    return worth
