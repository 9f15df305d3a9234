"""Which variables a character, the game master and the recorder are told (VR-5)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from worldbook.rules.variables import (
    BUILT_IN,
    CHARACTER,
    ITEM,
    LOCATION,
    PUBLIC,
    THE_WORLD,
    Target,
    Value,
    VariableDef,
    Variables,
    plain,
)

MOST_PER_TARGET = 8
MOST_LINES = 14


@dataclass(frozen=True, slots=True)
class SeenValue:
    """A variable with its present value, and the band that names it, if one does."""

    definition: VariableDef
    value: Value
    band: str = ""

    def told(self) -> str:
        """`wounds: 2 (light)`."""
        name = self.definition.name or self.definition.key
        value = plain(self.value)
        said = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        return f"{name}: {said} ({self.band})" if self.band else f"{name}: {said}"


@dataclass(frozen=True, slots=True)
class SeenTarget:
    """What is seen of one target."""

    target: Target
    values: tuple[SeenValue, ...]

    def told(self, name_of: Callable[[Target], str]) -> str:
        """One line: `Mira: wounds: 2 (light), debts: 30`."""
        return f"{name_of(self.target)}: {', '.join(value.told() for value in self.values)}"


@dataclass(frozen=True, slots=True)
class Scene:
    """What is in view somewhere, by keys: those present, the place, and the visible items."""

    characters: Sequence[str] = ()
    location: str | None = None
    items: Sequence[str] = ()

    def targets(self) -> Iterator[Target]:
        """People, place, items, and the world."""
        yield from (Target(CHARACTER, key) for key in self.characters)
        if self.location is not None:
            yield Target(LOCATION, self.location)
        yield from (Target(ITEM, key) for key in self.items)
        yield THE_WORLD


def values_of(variables: Variables, target: Target) -> Iterator[SeenValue]:
    """All variables of a target: its own in the order declared, then the built-in ones."""
    for definition in (*variables.definitions.values(), *BUILT_IN.values()):
        if variables.serves(definition, target):
            value = variables.value(definition, target)
            yield SeenValue(definition, value, definition.band_of(value))


def shown(variables: Variables, target: Target, *, private: bool = True) -> SeenTarget | None:
    """What is shown of a target: not the default, or marked `always`; at most eight; None: nothing.

    `always` ones go first where there are more. Without `private` only what is public.
    """
    found = [
        seen
        for seen in values_of(variables, target)
        if (seen.definition.always or seen.value != variables.default(seen.definition, target))
        and (private or seen.definition.visibility == PUBLIC)
    ]
    found.sort(key=lambda seen: not seen.definition.always)
    return SeenTarget(target, tuple(found[:MOST_PER_TARGET])) if found else None


def seen_by_character(variables: Variables, who: str, scene: Scene) -> tuple[SeenTarget, ...]:
    """Its own public and private ones first, then the public ones of what is in view."""
    own = Target(CHARACTER, who)
    others = (target for target in scene.targets() if target != own)
    found = (shown(variables, target, private=False) for target in others)
    return tuple(it for it in (shown(variables, own), *found) if it is not None)


def seen_by_master(
    variables: Variables, scene: Scene, others: Iterable[Target] = ()
) -> tuple[SeenTarget, ...]:
    """All that is shown of anybody, public and private, the scene first; at most 14 targets."""
    targets = dict.fromkeys((*scene.targets(), *others))
    found = (shown(variables, target) for target in targets)
    return tuple(it for it in found if it is not None)[:MOST_LINES]


def seen_by_recorder(variables: Variables, targets: Iterable[Target]) -> tuple[SeenTarget, ...]:
    """What differs from the default, of all targets handed in."""
    found: list[SeenTarget] = []
    for target in dict.fromkeys(targets):
        differing = tuple(
            seen
            for seen in values_of(variables, target)
            if seen.value != variables.default(seen.definition, target)
        )
        if differing:
            found.append(SeenTarget(target, differing))
    return tuple(found)
