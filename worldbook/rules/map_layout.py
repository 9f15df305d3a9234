"""Where places stand on the map: as drawn, else by an automatic layout that stays the same (PL-9).

Places that were put somewhere stay there. The others are set on a grid beside a place that an exit
joins them to, in the direction that the exit's words tell (`north`, `下`), else where there is room;
each group of places that nothing joins to the rest starts to the right of everything. The layout
depends on the order of places and exits alone.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

GRID = 160
"""Units between the middles of neighbouring places."""

Point = tuple[int, int]

_DIRECTIONS: Mapping[str, Point] = {
    "northeast": (1, -1),
    "northwest": (-1, -1),
    "southeast": (1, 1),
    "southwest": (-1, 1),
    "north": (0, -1),
    "south": (0, 1),
    "east": (1, 0),
    "west": (-1, 0),
    "up": (1, -1),
    "down": (-1, 1),
    "东北": (1, -1),
    "西北": (-1, -1),
    "东南": (1, 1),
    "西南": (-1, 1),
    "北": (0, -1),
    "南": (0, 1),
    "东": (1, 0),
    "西": (-1, 0),
    "上": (1, -1),
    "下": (-1, 1),
}
_WORDS = re.compile(
    r"\b(?:" + "|".join(word for word in _DIRECTIONS if word.isascii()) + r")\b|"
    r"(?:" + "|".join(word for word in _DIRECTIONS if not word.isascii()) + r")"
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place; `x` and `y` None: nobody has put it anywhere."""

    key: str
    x: int | None = None
    y: int | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """An exit from one place to another; `words` are its name and whatever else tells of it."""

    origin: str
    target: str
    words: str = ""


def lay_out(spots: Sequence[Spot], ways: Sequence[Way]) -> Mapping[str, Point]:
    """Where the middle of each place is, in map units; y grows downwards."""
    found = {
        spot.key: (spot.x, spot.y) for spot in spots if spot.x is not None and spot.y is not None
    }
    taken = {_cell(point) for point in found.values()}
    neighbours = _neighbours(ways)
    waiting = [spot.key for spot in spots if spot.key not in found]
    while waiting:
        key, cell = _next(waiting, found, neighbours, taken)
        waiting.remove(key)
        taken.add(cell)
        found[key] = (cell[0] * GRID, cell[1] * GRID)
    return {spot.key: found[spot.key] for spot in spots}


def direction_of(words: str) -> Point | None:
    """The step on the grid that an exit's words tell: the first direction in them."""
    told = _WORDS.search(words.casefold().replace("-", ""))
    return _DIRECTIONS[told.group()] if told else None


def _neighbours(ways: Sequence[Way]) -> Mapping[str, list[tuple[str, Point | None]]]:
    """Of each place, the places beside it in order, with the step from them to it."""
    found: dict[str, list[tuple[str, Point | None]]] = {}
    for way in ways:
        step = direction_of(way.words)
        back = None if step is None else (-step[0], -step[1])
        found.setdefault(way.target, []).append((way.origin, step))
        found.setdefault(way.origin, []).append((way.target, back))
    return found


def _next(
    waiting: Sequence[str],
    found: Mapping[str, Point],
    neighbours: Mapping[str, list[tuple[str, Point | None]]],
    taken: set[Point],
) -> tuple[str, Point]:
    """The next place to set, and its cell: the first that is beside one that is set."""
    for key in waiting:
        beside = [(other, step) for other, step in neighbours.get(key, ()) if other in found]
        if beside:
            other, step = next((one for one in beside if one[1]), beside[0])
            return key, _free_cell(_cell(found[other]), step, taken)
    right = max((x for x, _y in taken), default=-2)
    top = min((y for _x, y in taken), default=0)
    return waiting[0], (right + 2, top)


def _free_cell(start: Point, step: Point | None, taken: set[Point]) -> Point:
    """The nearest free cell: straight on in a direction, or in rings around."""
    if step:
        straight = ((start[0] + step[0] * far, start[1] + step[1] * far) for far in (1, 2, 3))
        for cell in straight:
            if cell not in taken:
                return cell
    return next(cell for cell in _rings(start) if cell not in taken)


def _rings(start: Point) -> Iterator[Point]:
    """Cells around one, nearest first: right, below, left, above before the corners."""
    for far in count(1):
        around = [
            (dx, dy)
            for dx in range(-far, far + 1)
            for dy in range(-far, far + 1)
            if max(abs(dx), abs(dy)) == far
        ]
        around.sort(key=lambda step: (abs(step[0]) + abs(step[1]), -step[0], -step[1]))
        yield from ((start[0] + dx, start[1] + dy) for dx, dy in around)


def _cell(point: Point) -> Point:
    return round(point[0] / GRID), round(point[1] / GRID)
