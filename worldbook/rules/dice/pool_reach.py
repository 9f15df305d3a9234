"""What a pool of dice can add up to: the values its dice can show, step after step (DI-G3, DI-G4).

As long as nothing explodes, any dice that can be kept can show any values together; so it is enough
to follow the set of values and the number of dice.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf

from worldbook.rules.dice.edges import Edge, Reach, edge_product
from worldbook.rules.dice.pool_law import pool_law
from worldbook.rules.dice.ranks import Work
from worldbook.rules.dice.refusals import DiceFault
from worldbook.rules.dice.shown import Shown
from worldbook.rules.dice.spans import (
    TooMany,
    interval,
    merged,
    one,
    times,
    union,
)
from worldbook.rules.dice.tree import KEEPS, Faces, Pool, Step, trigger_of, window_of
from worldbook.rules.dice.worth import DEEPEST

_FEW_DICE, _FEW_SIDES, _FEW_FACES = 6, 20, 12
_LITTLE_WORK = 1_500_000
"""What may be reckoned while an expression is read: 50 ms."""


def pool_reach(pool: Pool, most: int) -> Reach:
    """The reach of a pool; totals are listed up to `most`. Raises DiceFault where it never ends."""
    return _from(pool, 0, pool.count, _fresh(pool.faces), most)


def _from(pool: Pool, start: int, count: int, shown: Shown, most: int) -> Reach:
    """The reach of `count` dice that can show any values of a set before step `start`."""
    for n in range(start, len(pool.steps)):
        step = pool.steps[n]
        if step.kind in KEEPS:
            low, high = window_of((step,), count)
            count = high - low
        elif step.kind in ("x", "xo") and shown.split(trigger_of(step, pool.faces))[0]:
            _refuse_endless(pool, step, shown)
            return _burst(pool, n, count, shown, most)
        elif step.kind == "cs":
            return _total(_counted(shown, pool.steps[n:]), count, most)
        else:
            shown = _IMAGES.get(step.kind, _same)(shown, step, pool)
    return _total(shown, count, most)


def _total(each: Shown, count: int, most: int) -> Reach:
    """What `count` dice of one worth can add up to."""
    if count == 0:
        return Reach(0, 0, one(0))
    low: Edge = -inf if each.down else each.spans.low
    high: Edge = inf if each.up else each.spans.high
    spans = None
    # A sum of n numbers of a set has at least n (size - 1) + 1 values.
    if count * (each.spans.size - 1) < most:
        try:
            spans = times(each.spans, count)
        except TooMany:
            spans = None
    whole = each.whole and not each.up and not each.down
    return Reach(edge_product(low, count), edge_product(high, count), spans, whole).limited(most)


def _fresh(faces: Faces) -> Shown:
    return Shown(interval(faces.low, faces.high))


def _refuse_endless(pool: Pool, step: Step, shown: Shown) -> None:
    """A die that matches is thrown again and again: some face must not match."""
    trigger = trigger_of(step, pool.faces)
    if step.kind not in ("x", "!!", "rr") or not shown.split(trigger)[0]:
        return
    if not _fresh(pool.faces).split(trigger)[1]:
        raise DiceFault("endless", pool.at)


def _raised(shown: Shown, step: Step, _pool: Pool) -> Shown:
    spans = shown.spans.at_least(step.number)
    if shown.down:
        spans = union(spans, one(step.number))
    return replace(shown, spans=spans, down=False, whole=shown.whole and not shown.down)


def _lowered(shown: Shown, step: Step, _pool: Pool) -> Shown:
    spans = shown.spans.at_most(step.number)
    if shown.up:
        spans = union(spans, one(step.number))
    return replace(shown, spans=spans, up=False, whole=shown.whole and not shown.up)


def _rerolled(shown: Shown, step: Step, pool: Pool) -> Shown:
    _refuse_endless(pool, step, shown)
    trigger = trigger_of(step, pool.faces)
    match, rest = shown.split(trigger)
    if not match:
        return shown
    fresh = _fresh(pool.faces)
    return rest.or_else(fresh if step.kind == "ro" else fresh.split(trigger)[1])


def _compound(shown: Shown, step: Step, pool: Pool) -> Shown:
    _refuse_endless(pool, step, shown)
    match, rest = shown.split(trigger_of(step, pool.faces))
    return (
        rest.or_else(match.and_also(_chain(pool, step, lambda one_die: one_die)))
        if match
        else shown
    )


def _same(shown: Shown, _step: Step, _pool: Pool) -> Shown:
    return shown


_IMAGES: Mapping[str, Callable[[Shown, Step, Pool], Shown]] = {
    "mi": _raised,
    "ma": _lowered,
    "ro": _rerolled,
    "rr": _rerolled,
    "!!": _compound,
}


def _chain(pool: Pool, step: Step, worth: Callable[[Shown], Shown]) -> Shown:
    """What the further throws of an exploding die can come to, ten deep; its ends without limit."""
    if step.kind == "xo":
        return worth(_fresh(pool.faces))
    match, rest = _fresh(pool.faces).split(trigger_of(step, pool.faces))
    last = worth(rest)
    if not match:
        return last
    each, total = worth(match), last
    sums = last
    for _ in range(DEEPEST - 1):
        sums = each.and_also(sums)
        total = total.or_else(sums)
    up, down = each.spans.high > 0, each.spans.low < 0
    return replace(total, up=total.up or up, down=total.down or down)


def _counted(shown: Shown, steps: tuple[Step, ...]) -> Shown:
    """What a die can count under cs and perhaps cf."""
    parts = [(0, shown)]
    for step, sign in zip(steps, (1, -1), strict=False):
        if step.compare is None:
            continue
        halves = [(worth, part.split(step.compare)) for worth, part in parts]
        parts = [(worth + sign, match) for worth, (match, _rest) in halves if match]
        parts += [(worth, rest) for worth, (_match, rest) in halves if rest]
    return Shown(merged((worth, worth) for worth, _part in parts), whole=shown.whole)


def _burst(pool: Pool, at: int, count: int, shown: Shown, most: int) -> Reach:
    """The reach where dice explode into dice of their own."""
    step, after = pool.steps[at], pool.steps[at + 1 :]
    match, rest = shown.split(trigger_of(step, pool.faces))
    if any(later.kind in KEEPS for later in after):
        return _ranked(pool, at, count, shown, most)

    def worth(part: Shown) -> Shown:
        return _followed(part, after, pool)

    each = worth(match).and_also(_chain(pool, step, worth))
    return _total(each.or_else(worth(rest)) if rest else each, count, most)


def _followed(shown: Shown, steps: tuple[Step, ...], pool: Pool) -> Shown:
    """The values after steps that keep and explode nothing."""
    for n, step in enumerate(steps):
        if step.kind == "cs":
            return _counted(shown, steps[n:])
        shown = _IMAGES[step.kind](shown, step, pool) if shown else shown
    return shown


def _ranked(pool: Pool, at: int, count: int, shown: Shown, most: int) -> Reach:
    """The reach where dice explode into dice of their own, of which some are then kept by rank."""
    first = next(n for n in range(at, len(pool.steps)) if pool.steps[n].kind in KEEPS)
    step, keep, between = pool.steps[at], pool.steps[first], pool.steps[at + 1 : first]
    trigger = trigger_of(step, pool.faces)
    started = [_followed(part, between, pool) for part in shown.split(trigger)]
    further = [_followed(part, between, pool) for part in _fresh(pool.faces).split(trigger)]
    every = started[0].or_else(started[1]).or_else(further[0]).or_else(further[1])
    if started == further and keep.kind in ("kh", "kl") and keep.number <= count:
        return _from(pool, first + 1, keep.number, _kept_of(every, started[1], step, keep), most)
    bounds = _bounded(pool, first, count, every, endless=step.kind == "x" and bool(further[0]))
    return _listed(pool, keep, bounds).limited(most)


def _kept_of(every: Shown, ends: Shown, step: Step, keep: Step) -> Shown:
    """What dice can show that are kept of at least as many chains, all of one kind.

    A chain of `x` always has an end, so nothing is kept that ranks below the lowest of ends; at that
    all others can be. Of `xo` both dice of a chain can match, and rank as low as any.
    """
    if step.kind == "xo":
        return every
    low, high = every.spans.low, every.spans.high
    low = ends.spans.low if keep.kind == "kh" else low
    high = ends.spans.high if keep.kind == "kl" else high
    return replace(every, spans=every.spans.between(low, high))


def _listed(pool: Pool, keep: Step, bounds: Reach) -> Reach:
    """Few dice are gone through one by one; explosions of ten deep show all that ten can keep."""
    if pool.count > _FEW_DICE or pool.faces.high > _FEW_SIDES:
        return bounds
    try:
        few = pool.count * pool.faces.high <= _FEW_FACES
        law = pool_law(pool, Work(_LITTLE_WORK), by_hand=few)
    except TooMany:
        return bounds
    spans = merged((value, value) for value in law.weights)
    if not law.tail or (keep.kind[0] == "k" and keep.number <= DEEPEST):
        return Reach(spans.low, spans.high, spans)
    low = bounds.low if isinstance(bounds.low, float) else spans.low
    high = bounds.high if isinstance(bounds.high, float) else max(spans.high, bounds.high)
    return Reach(low, high, spans, whole=False)


def _bounded(pool: Pool, first: int, count: int, every: Shown, *, endless: bool) -> Reach:
    """Bounds from how many dice can be kept at least and at most, and what each can be worth."""
    sizes: list[Edge] = [count, inf if endless else 2 * count]
    for n in range(first, len(pool.steps)):
        step = pool.steps[n]
        if step.kind in KEEPS:
            sizes = [_left(size, step) for size in sizes]
        elif step.kind == "cs":
            every = _counted(every, pool.steps[n:])
            break
        else:
            every = _IMAGES.get(step.kind, _same)(every, step, pool)
    lows = [edge_product(every.spans.low, size) for size in sizes]
    highs = [edge_product(every.spans.high, size) for size in sizes]
    return Reach(min(lows), max(highs), None, whole=False)


def _left(size: Edge, step: Step) -> Edge:
    """How many dice a keep or drop leaves of some, perhaps endlessly many."""
    return min(step.number, size) if step.kind[0] == "k" else max(size - step.number, 0)
