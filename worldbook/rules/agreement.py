"""Where two sequences agree, found in bounded work.

What both begin and end with is set aside; the rest is compared by Myers' greedy algorithm (An
O(ND) Difference Algorithm and Its Variations, 1986) as long as few edits are enough. Where they
are not, it is cut at what stands once in each (Cohen's patience diff): lines, else runs of items,
else items; and the parts are compared. Every step is counted, and beyond the bound a part agrees in nothing.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

STEPS_OF_A_PART, STEPS_IN_ALL = 60_000, 600_000
"""Steps for one part, and for a whole comparison (about a quarter of a second)."""

MOST_CUTS = 8
RUN = 4


class Block(NamedTuple):
    """A stretch of both: where it begins in the old one and in the new one, and how long it is."""

    old: int
    new: int
    size: int


class _Part(NamedTuple):
    """A stretch of each that is to be compared, and how often it has been cut out of a larger one."""

    old: range
    new: range
    cuts: int


def agreement(
    old: Sequence[str], new: Sequence[str], *, ends_line: Callable[[str], bool]
) -> list[Block]:
    """Where two lists of texts agree, in order and as much as can be found within the bound.

    Args:
        old, new: the lists.
        ends_line: which items end a line.
    """
    steps = STEPS_IN_ALL
    found: list[Block] = []
    parts = [_Part(range(len(old)), range(len(new)), 0)]
    while parts:
        part, ends = _without_ends(old, new, parts.pop())
        found += ends
        if not part.old or not part.new or not steps:
            continue
        inner, spent = _shortest(
            old[part.old.start : part.old.stop],
            new[part.new.start : part.new.stop],
            min(steps, STEPS_OF_A_PART),
        )
        steps -= spent
        if inner is not None:
            found += [Block(part.old[0] + x, part.new[0] + y, size) for x, y, size in inner]
        elif part.cuts < MOST_CUTS:
            parts += _cut(old, new, part, ends_line)
    return _joined(found)


def _without_ends(
    old: Sequence[str], new: Sequence[str], part: _Part
) -> tuple[_Part, tuple[Block, Block]]:
    """A part without what both of its sides begin and end with, and these two ends."""
    low, below = part.old.start, part.new.start
    high, above = part.old.stop, part.new.stop
    while low < high and below < above and old[low] == new[below]:
        low, below = low + 1, below + 1
    while low < high and below < above and old[high - 1] == new[above - 1]:
        high, above = high - 1, above - 1
    head = Block(part.old.start, part.new.start, low - part.old.start)
    tail = Block(high, above, part.old.stop - high)
    return _Part(range(low, high), range(below, above), part.cuts), (head, tail)


def _shortest(old: Sequence[str], new: Sequence[str], most: int) -> tuple[list[Block] | None, int]:
    """Where two lists agree by the fewest edits, and the steps it took; None if more than `most`."""
    steps = 0
    furthest = {1: 0}
    trail: list[dict[int, int]] = []
    for edits in range(len(old) + len(new) + 1):
        steps += 2 * edits + 1
        if steps > most:
            return None, min(steps, most)
        trail.append(dict(furthest))
        for diagonal in range(-edits, edits + 1, 2):
            x = start = _next(furthest, diagonal, edits)
            while x < len(old) and x - diagonal < len(new) and old[x] == new[x - diagonal]:
                x += 1
            steps += x - start
            furthest[diagonal] = x
            if x >= len(old) and x - diagonal >= len(new):
                return _walked(trail, len(old), len(new)), min(steps, most)
    raise AssertionError("deleting and adding everything is always a way")


def _next(furthest: dict[int, int], diagonal: int, edits: int) -> int:
    """Where a further edit leads to on a diagonal: down from the one above, or right."""
    if _goes_down(furthest, diagonal, edits):
        return furthest[diagonal + 1]
    return furthest[diagonal - 1] + 1


def _goes_down(furthest: dict[int, int], diagonal: int, edits: int) -> bool:
    return diagonal == -edits or (
        diagonal != edits and furthest[diagonal - 1] < furthest[diagonal + 1]
    )


def _walked(trail: list[dict[int, int]], x: int, y: int) -> list[Block]:
    """The way back from the end: what agreed after each edit."""
    blocks = []
    for edits in range(len(trail) - 1, -1, -1):
        furthest, diagonal = trail[edits], x - y
        start = _next(furthest, diagonal, edits)
        blocks.append(Block(start, start - diagonal, x - start))
        came_from = diagonal + 1 if _goes_down(furthest, diagonal, edits) else diagonal - 1
        x = furthest[came_from]
        y = x - came_from
    return blocks


def _cut(
    old: Sequence[str], new: Sequence[str], part: _Part, ends_line: Callable[[str], bool]
) -> list[_Part]:
    """A part cut at what stands once in each side, lines before runs and items; or nothing."""
    anchors = _anchors(_lines(old, part.old, ends_line), _lines(new, part.new, ends_line))
    for size in () if anchors else (RUN, 1):
        anchors = anchors or _anchors(_runs(old, part.old, size), _runs(new, part.new, size))
    if not anchors:
        return []
    olds = [part.old.start, *(x for x, _ in anchors), part.old.stop]
    news = [part.new.start, *(y for _, y in anchors), part.new.stop]
    return [
        _Part(range(olds[n], olds[n + 1]), range(news[n], news[n + 1]), part.cuts + 1)
        for n in range(len(olds) - 1)
    ]


def _lines(
    items: Sequence[str], where: range, ends_line: Callable[[str], bool]
) -> list[tuple[int, str]]:
    """The lines of a stretch: where each begins, and its text."""
    ends = [at + 1 for at in where if ends_line(items[at])]
    begins = [where.start, *ends]
    return [
        (begin, text)
        for begin, end in zip(begins, [*ends, where.stop], strict=True)
        if (text := "".join(items[begin:end])).strip()
    ]


def _runs(items: Sequence[str], where: range, size: int) -> list[tuple[int, str]]:
    """Every run of so many items: where it begins, and its text."""
    return [
        (at, "\0".join(items[at : at + size])) for at in range(where.start, where.stop - size + 1)
    ]


def _anchors(old: list[tuple[int, str]], new: list[tuple[int, str]]) -> list[tuple[int, int]]:
    """Places of what stands once in each, as many as stand in one order in both."""
    once = {text for text, count in Counter(text for _, text in new).items() if count == 1}
    counts = Counter(text for _, text in old)
    places = {text: at for at, text in new if text in once}
    pairs = [(at, places[text]) for at, text in old if counts[text] == 1 and text in places]
    return _longest_rising(pairs)


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs that rise on both sides; the first sides rise already."""
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, y) in enumerate(pairs):
        at = bisect_left(tops, y)
        before.append(ends[at - 1] if at else -1)
        tops[at : at + 1] = [y]
        ends[at : at + 1] = [number]
    result = []
    number = ends[-1] if ends else -1
    while number >= 0:
        result.append(pairs[number])
        number = before[number]
    return result[::-1]


def _joined(blocks: list[Block]) -> list[Block]:
    """The blocks in order, without empty ones, neighbours as one."""
    result: list[Block] = []
    for block in sorted(block for block in blocks if block.size):
        last = result[-1] if result else Block(-1, -1, 0)
        if (last.old + last.size, last.new + last.size) == (block.old, block.new):
            result[-1] = Block(last.old, last.new, last.size + block.size)
        else:
            result.append(block)
    return result
