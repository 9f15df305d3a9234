"""Throwing the dice of an expression: every die, what happened to it, and the total (DI-G3, DI-G5)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.dice.expression import Dice
from worldbook.rules.dice.tree import (
    EXPLOSIONS,
    KEEPS,
    Chain,
    Compare,
    Faces,
    Group,
    Labelled,
    Negation,
    Node,
    Number,
    Pool,
    Step,
    trigger_of,
    window_of,
)
from worldbook.rules.dice.worth import counted

MOST_FURTHER = 1_000
"""How many throws rerolls and explosions may add to a roll."""

Draw = Callable[[int], int]
"""Chance: a whole number from 0 to one less than what is given, each as likely."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it lies: `rerolled` are values it showed before, `exploded` what it threw more.

    The further dice of `x` are dice of their own and follow theirs; those of `!!` are in the value.
    """

    sides: int | str
    value: int
    kept: bool = True
    label: str = ""
    rerolled: tuple[int, ...] = ()
    exploded: tuple[int, ...] = ()

    def to_json(self) -> Mapping[str, Any]:
        """The die as it is told and kept."""
        told: dict[str, Any] = {"sides": self.sides, "value": self.value, "kept": self.kept}
        if self.label:
            told["label"] = self.label
        if self.rerolled:
            told["rerolled"] = list(self.rerolled)
        if self.exploded:
            told["exploded"] = list(self.exploded)
        return told


@dataclass(frozen=True, slots=True)
class Roll:
    """What was thrown. `truncated`: the bound of further throws was met, so some went no further."""

    dice: tuple[Die, ...]
    total: int
    truncated: bool = False


@dataclass(slots=True)
class _Thrown:
    """A die while it is being thrown."""

    faces: Faces
    value: int
    kept: bool = True
    label: str = ""
    rerolled: list[int] = field(default_factory=list)
    exploded: list[int] = field(default_factory=list)

    def lying(self) -> Die:
        return Die(
            self.faces.sides,
            self.value,
            self.kept,
            self.label,
            tuple(self.rerolled),
            tuple(self.exploded),
        )


@dataclass(slots=True)
class _Part:
    """The worth of a part of the expression, and its dice."""

    worth: int
    dice: list[_Thrown] = field(default_factory=list)


def roll(dice: Dice, draw: Draw) -> Roll:
    """Throw the dice of an expression."""
    thrower = _Thrower(draw)
    part = thrower.throw(dice.root)
    return Roll(tuple(die.lying() for die in part.dice), part.worth, thrower.truncated)


class _Thrower:
    """Throws, and counts the throws that were not written down."""

    def __init__(self, draw: Draw) -> None:
        self.draw, self.left, self.truncated = draw, MOST_FURTHER, False
        self.to_the_end = False

    def throw(self, node: Node) -> _Part:
        if isinstance(node, Number):
            return _Part(node.value)
        if isinstance(node, Pool):
            return self.pool(node)
        if isinstance(node, Group):
            return self.group(node)
        if isinstance(node, Chain):
            return self.chain(node)
        part = self.throw(node.of)
        if isinstance(node, Negation):
            return _Part(part.worth * (-1) ** node.times, part.dice)
        return _labelled(part, node)

    def chain(self, node: Chain) -> _Part:
        total = self.throw(node.first)
        for operator, part in node.rest:
            other = self.throw(part)
            if operator in "/%" and other.worth == 0:
                other = self.divisor(part)
            total = _Part(OPERATIONS[operator](total.worth, other.worth), total.dice + other.dice)
        return total

    def divisor(self, node: Node) -> _Part:
        """A divisor that is 0 because no throws were left: each die is brought to its end."""
        self.to_the_end = True
        part = self.throw(node)
        self.to_the_end = False
        return part

    def group(self, node: Group) -> _Part:
        members = [self.throw(member) for member in node.members]
        kept = list(range(len(members)))
        for step in node.steps:
            kept = _kept(kept, [member.worth for member in members], step)
        for n, member in enumerate(members):
            for die in member.dice:
                die.kept = die.kept and n in kept
        dice = [die for member in members for die in member.dice]
        return _labelled(_Part(sum(members[n].worth for n in kept), dice), node)

    def pool(self, node: Pool) -> _Part:
        dice = [self.fresh(node.faces) for _ in range(node.count)]
        for n, step in enumerate(node.steps):
            if step.kind in KEEPS:
                values = [die.value for die in dice]
                kept = [m for m, die in enumerate(dice) if die.kept]
                stays = set(_kept(kept, values, step))
                for m, die in enumerate(dice):
                    die.kept = m in stays
            elif step.kind == "cs":
                worth = sum(counted(die.value, node.steps[n:]) for die in dice if die.kept)
                return _labelled(_Part(worth, dice), node)
            else:
                dice = [one for die in dice for one in self.step(die, step)]
        return _labelled(_Part(sum(die.value for die in dice if die.kept), dice), node)

    def fresh(self, faces: Faces) -> _Thrown:
        return _Thrown(faces, faces.low + self.draw(faces.high - faces.low + 1))

    def further(self, faces: Faces, goes_on: Compare | None) -> _Thrown | None:
        """A throw that was not written down; None where there are no more.

        `goes_on` tells what would be thrown again.
        """
        if not self.left:
            self.truncated = True
            return self.last(faces, goes_on) if self.to_the_end else None
        self.left -= 1
        return self.fresh(faces)

    def last(self, faces: Faces, goes_on: Compare | None) -> _Thrown:
        """A throw that nothing follows."""
        values = range(faces.low, faces.high + 1)
        ends = [value for value in values if goes_on is None or not goes_on.matches(value)]
        return _Thrown(faces, ends[self.draw(len(ends))])

    def step(self, die: _Thrown, step: Step) -> Sequence[_Thrown]:
        """What a die becomes; dropped ones stay as they lie."""
        if not die.kept:
            return (die,)
        if step.kind == "mi":
            die.value = max(die.value, step.number)
        elif step.kind == "ma":
            die.value = min(die.value, step.number)
        elif step.kind in EXPLOSIONS:
            return self.explode(die, step)
        elif step.compare is not None:
            self.reroll(die, step.compare, once=step.kind == "ro")
        return (die,)

    def reroll(self, die: _Thrown, compare: Compare, *, once: bool) -> None:
        while compare.matches(die.value):
            other = self.further(die.faces, None if once else compare)
            if other is None:
                return
            die.rerolled.append(die.value)
            die.value = other.value
            if once:
                return

    def explode(self, die: _Thrown, step: Step) -> Sequence[_Thrown]:
        trigger, dice = trigger_of(step, die.faces), [die]
        shown = die.value
        while trigger.matches(shown):
            other = self.further(die.faces, None if step.kind == "xo" else trigger)
            if other is None:
                break
            shown = other.value
            if step.kind == "!!":
                die.value += shown
                die.exploded.append(shown)
            else:
                dice[-1].exploded.append(shown)
                dice.append(other)
            if step.kind == "xo":
                break
        return dice


def _labelled(part: _Part, node: Pool | Group | Labelled) -> _Part:
    """The part with its label on those of its dice that have none."""
    for die in part.dice if node.label else ():
        die.label = die.label or node.label
    return part


def _kept(among: list[int], values: Sequence[int], step: Step) -> list[int]:
    """The places that a keep or drop leaves of some; of equal values the first ones rank first."""
    ranked = sorted(among, key=lambda n: (-values[n], n))
    low, high = window_of((step,), len(ranked))
    return ranked[low:high]


OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
    "/": int.__floordiv__,
    "%": int.__mod__,
}
"""What the operators do: `/` rounds down, `%` is its remainder (DI-G1)."""
