"""A world's map as it is drawn: places where they stand, connections between them (PL-9)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from worldbook.models import Exit, Location, World
from worldbook.rules.map_layout import Point, Spot, Way, lay_out


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A place: `x`, `y` its middle; `put` whether somebody put it there; `region` a name or ""."""

    key: str
    pk: int
    name: str
    region: str
    x: int
    y: int
    put: bool


@dataclass(frozen=True, slots=True)
class MapLine:
    """What joins two places: the exits from `one` to `other`, and those back."""

    one: str
    other: str
    there: tuple[Exit, ...]
    back: tuple[Exit, ...]

    @property
    def exits(self) -> tuple[Exit, ...]:
        """All of them."""
        return (*self.there, *self.back)

    @property
    def state(self) -> str:
        """The state of all of them, "mixed" where they differ."""
        states = {way.state for way in self.exits}
        return states.pop() if len(states) == 1 else "mixed"

    @property
    def hidden(self) -> bool:
        """Whether all of them are hidden."""
        return all(way.hidden for way in self.exits)


@dataclass(frozen=True, slots=True)
class WorldMap:
    """Places in the world's order, lines in the order of their first exit."""

    places: tuple[MapPlace, ...]
    lines: tuple[MapLine, ...]


def read_map(world: World) -> WorldMap:
    """The map of a world; two queries."""
    places = list(Location.objects.filter(world=world).select_related("region"))
    exits = list(Exit.objects.filter(world=world).select_related("origin", "target"))
    points = _points(places, exits)
    return WorldMap(
        places=tuple(
            MapPlace(
                key=row.key,
                pk=row.pk,
                name=row.name,
                region=row.region.name if row.region else "",
                x=points[row.key][0],
                y=points[row.key][1],
                put=row.x is not None and row.y is not None,
            )
            for row in places
        ),
        lines=tuple(_lines(exits)),
    )


def _points(places: Sequence[Location], exits: Iterable[Exit]) -> Mapping[str, Point]:
    ways = (Way(way.origin.key, way.target.key, f"{way.name} {way.key}") for way in exits)
    return lay_out([Spot(row.key, row.x, row.y) for row in places], list(ways))


def _lines(exits: Iterable[Exit]) -> Iterator[MapLine]:
    """One line for two places, however many exits join them."""
    between: dict[tuple[str, str], list[Exit]] = {}
    for way in exits:
        ends = (way.origin.key, way.target.key)
        between.setdefault(ends if ends[::-1] not in between else ends[::-1], []).append(way)
    for (one, other), ways in between.items():
        there = tuple(way for way in ways if way.origin.key == one)
        yield MapLine(one, other, there, tuple(way for way in ways if way not in there))
