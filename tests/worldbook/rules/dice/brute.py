"""Dice reckoned the plain way: every outcome with its probability, throw by throw, by fractions.

Nothing here is shared with what it is held against but the tree of the expression.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product

from worldbook.rules.dice.tree import Chain, Group, Negation, Number, Pool

DEEP = 2
OPERATORS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    "%": lambda a, b: a % b,
}


def law(node):
    """`{total: probability}`; what explodes more than DEEP times is missing."""
    if isinstance(node, Number):
        return {node.value: Fraction(1)}
    if isinstance(node, Pool):
        return summed(node)
    if isinstance(node, Group):
        return grouped(node)
    if isinstance(node, Negation):
        return {value * (-1) ** node.times: p for value, p in law(node.of).items()}
    if isinstance(node, Chain):
        total = law(node.first)
        for operator, part in node.rest:
            total = joined(total, law(part), OPERATORS[operator])
        return total
    return law(node.of)


def grouped(node):
    members = [law(member) for member in node.members]
    out = defaultdict(Fraction)
    for choice in product(*(member.items() for member in members)):
        values = [value for value, _ in choice]
        chance = Fraction(1)
        for _, part in choice:
            chance *= part
        kept = ranked(values, node.steps)
        out[sum(kept)] += chance
    return dict(out) if kept else {0: Fraction(1)}


def joined(a, b, operation):
    out = defaultdict(Fraction)
    for x, p in a.items():
        for y, q in b.items():
            out[operation(x, y)] += p * q
    return dict(out)


def ranked(values, steps):
    for step in steps:
        order = sorted(values, reverse=step.kind in ("kh", "dh"))
        values = order[: step.number] if step.kind[0] == "k" else order[step.number :]
    return values


def summed(pool):
    """Outcomes are tuples of values still kept; each step turns each into several."""
    faces = list(range(pool.faces.low, pool.faces.high + 1))
    each = Fraction(1, len(faces))
    outcomes = {(): Fraction(1)}
    for _ in range(pool.count):
        outcomes = spread(outcomes, lambda hand: [((*hand, v), each) for v in faces])
    for step in pool.steps:
        if step.kind in ("kh", "kl", "dh", "dl"):
            outcomes = spread(outcomes, lambda hand, s=step: [(tuple(ranked(list(hand), [s])), 1)])
        elif step.kind not in ("cs", "cf"):
            outcomes = spread(outcomes, lambda hand, s=step: hands(hand, s, faces))
    if not any(outcomes) and all(step.kind != "x" for step in pool.steps):
        return {0: Fraction(1)}  # Nothing is kept, whatever a compound comes to.
    counting = [step for step in pool.steps if step.kind in ("cs", "cf")]
    out = defaultdict(Fraction)
    for hand, p in outcomes.items():
        out[counted(hand, counting) if counting else sum(hand)] += p
    return dict(out)


def spread(outcomes, become):
    out = defaultdict(Fraction)
    for hand, p in outcomes.items():
        for after, q in become(hand):
            out[tuple(sorted(after))] += p * q
    return out


def counted(hand, steps):
    signs = {"cs": 1, "cf": -1}
    return sum(signs[s.kind] for v in hand for s in steps if matches(s, v))


def matches(step, value, highest=None):
    if step.compare is None:
        return value == highest
    number = step.compare.number
    return {
        "=": value == number,
        "<": value < number,
        ">": value > number,
        "<=": value <= number,
        ">=": value >= number,
    }[step.compare.op]


def hands(hand, step, faces):
    """What a hand becomes when each of its dice takes the step."""
    done = {(): Fraction(1)}
    for value in hand:
        become = one(value, step, faces)
        done = spread(done, lambda before, b=become: [((*before, *after), q) for after, q in b])
    return done.items()


def one(value, step, faces):
    """What one die becomes: tuples of dice, with probabilities."""
    each, high = Fraction(1, len(faces)), faces[-1]
    if step.kind in ("mi", "ma"):
        return [((max(value, step.number) if step.kind == "mi" else min(value, step.number),), 1)]
    if not matches(step, value, high):
        return [((value,), 1)]
    if step.kind == "ro":
        return [((v,), each) for v in faces]
    if step.kind == "rr":
        stays = [v for v in faces if not matches(step, v, high)]
        return [((v,), Fraction(1, len(stays))) for v in stays]
    if step.kind == "xo":
        return [((value, v), each) for v in faces]
    chains, whole = [((value,), Fraction(1))], []
    for _ in range(DEEP):
        longer = [((*chain, v), p * each) for chain, p in chains for v in faces]
        whole += [(chain, p) for chain, p in longer if not matches(step, chain[-1], high)]
        chains = [(chain, p) for chain, p in longer if matches(step, chain[-1], high)]
    if step.kind == "!!":
        return [((sum(chain),), p) for chain, p in whole]
    return whole
