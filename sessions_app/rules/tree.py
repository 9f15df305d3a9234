"""The tree of takes: which changes count for a take, and what a move undoes and redoes (ST-1).

Every change of a story's state has a number (`seq`) that rises in its session, and belongs to one
take. A take goes on from its parent as that was at the take's *base*: the number of the last change
before the first that the take itself caused. The state of a take therefore is made of stretches:

    path(X) = take 0 up to the base of the first take, that one up to the base of the second,
              …, X itself to its last change

Take 0 is none: what was changed before the first. Along a path the numbers rise, so the image of a
row before the earliest undone change puts a move's undoing back at once, and the image after the
latest redone change its redoing; where a row has both, the redone one stands.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from worldbook.rules.stretches import Stretch

NO_TAKE = 0
"""What changes belong to that were made before the first take."""


@dataclass(frozen=True, slots=True)
class TakeNode:
    """A take of the tree; a `base` of None counts all of its parent (it has changed nothing yet)."""

    id: int
    parent: int | None
    base: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """What a move of the head does: stretches of the line left, and of the line entered."""

    undo: tuple[Stretch, ...] = ()
    redo: tuple[Stretch, ...] = ()
    left: tuple[int, ...] = ()
    entered: tuple[int, ...] = ()


def path_of(line: Sequence[TakeNode]) -> tuple[Stretch, ...]:
    """What the state of the last take of a line is made of; the line begins with its first take."""
    return _stretches(NO_TAKE, line)


def move_between(here: Sequence[TakeNode], there: Sequence[TakeNode]) -> Move:
    """What brings one line's state to another's; both lines begin with their first take."""
    common = 0
    while common < min(len(here), len(there)) and here[common].id == there[common].id:
        common += 1
    last = here[common - 1].id if common else NO_TAKE
    return move_below(last, here[common:], there[common:])


def move_below(last_common: int, here: Sequence[TakeNode], there: Sequence[TakeNode]) -> Move:
    """The move between two lines that have nothing in common below a take."""
    cut_here, cut_there = _cut(here), _cut(there)
    undo = (*_between(last_common, cut_there, cut_here), *_below(here))
    redo = (*_between(last_common, cut_here, cut_there), *_below(there))
    return Move(
        undo=tuple(one for one in undo if not one.is_empty),
        redo=tuple(one for one in redo if not one.is_empty),
        left=tuple(node.id for node in here),
        entered=tuple(node.id for node in there),
    )


def _stretches(first: int, line: Sequence[TakeNode]) -> tuple[Stretch, ...]:
    """A take up to where a line leaves it, and the takes of the line."""
    return (Stretch(first, upto=_cut(line)), *_below(line))


def _below(line: Sequence[TakeNode]) -> tuple[Stretch, ...]:
    """The takes of a line, each up to where the next one goes on from it."""
    bases = [node.base for node in line[1:]]
    return tuple(
        Stretch(node.id, upto=upto) for node, upto in zip(line, [*bases, None], strict=False)
    )


def _cut(line: Sequence[TakeNode]) -> int | None:
    """Where a line leaves what it goes on from; None where it does not."""
    return line[0].base if line else None


def _between(take: int, after: int | None, upto: int | None) -> tuple[Stretch, ...]:
    """A take's changes behind one cut and up to another; none where the first is its end."""
    return () if after is None else (Stretch(take, after, upto),)


def meeting(here: Sequence[int], there: Sequence[int]) -> int | None:
    """The newest take that two walks up the tree share (newest first); None where they do not meet."""
    known = set(there)
    return next((take for take in here if take in known), None)


def owner_of_changes(line_up: Iterable[TakeNode]) -> int:
    """The take that an edit by hand or background work now belongs to; the walk begins at the head.

    A take that has not begun to change anything leaves them to the one it goes on from, so that
    they outlive another answer in its place.
    """
    return next((node.id for node in line_up if node.base is not None), NO_TAKE)


def kept_takes(parents: Mapping[int, int | None], kept: Iterable[int | None]) -> frozenset[int]:
    """The takes named and all those they go on from."""
    found: set[int] = set()
    for take in kept:
        at = take
        while at is not None and at not in found:
            found.add(at)
            at = parents.get(at)
    return frozenset(found)
