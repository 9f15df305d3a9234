"""The state of a story as one frozen value: what every rule of a turn is given (LN-1).

Everything is named by key: characters, places, exits, things, regions and definitions each have
keys of their own. The parts are the values of the rules that work on them; what no rule looks at,
the texts that people read, stands beside them under the same keys. `numbers` leads from keys to the
rows' numbers `n`.

What grows with a story's length (time log, rounds, rolls) is no part of it (PF-3).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from memory.rules.knowledge import EXIT, Known, keys_of
from memory.rules.relationships import Relationship
from worldbook.rules.agenda import Engagement, Intent, Routine
from worldbook.rules.almanac import Almanac
from worldbook.rules.catch_up import Person
from worldbook.rules.clock import Clock
from worldbook.rules.items.state import ItemState
from worldbook.rules.variables import Variables

PERSONA = "persona"
"""The key of the character that stands for a player who plays nobody of the world (AD-3)."""

NOTHING_KNOWN: frozenset[Known] = frozenset()


@dataclass(frozen=True, slots=True)
class Described:
    """What people read of something: its name, other names, and how it is described."""

    key: str
    name: str
    aliases: tuple[str, ...] = ()
    description: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and its other names."""
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True)
class RegionText(Described):
    """A region; `parent` is the key of the one it lies in, "" for none."""

    parent: str = ""


@dataclass(frozen=True, slots=True)
class PlaceText(Described):
    """A place; `region` is a key, "" for none; `features` what there is to look at, in order."""

    tags: tuple[str, ...] = ()
    region: str = ""
    features: tuple[Described, ...] = ()
    x: int | None = None
    y: int | None = None


@dataclass(frozen=True, slots=True)
class ItemText(Described):
    """A thing; `text` is what reading it gives."""

    text: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonText(Described):
    """A character's card as a scene needs it; all of the card is in its row.

    `cast`: on stage where an actor plays.
    """

    nickname: str = ""
    personality: str = ""
    tags: tuple[str, ...] = ()
    cast: bool = False
    background: bool = False
    group: bool = False
    playable: bool = True


@dataclass(frozen=True, slots=True)
class Placement:
    """How a character is (PL-8); where it is stands in `things.characters`.

    `follows` is a key, "" for nobody; `activity` what it is doing, in free words.
    """

    condition: str = "active"
    follows: str = ""
    activity: str = ""
    routine_on: bool = True


@dataclass(frozen=True, slots=True)
class Numbers:
    """Rows' numbers by key (ST-0a); of things only those that are present."""

    characters: Mapping[str, int] = field(default_factory=dict)
    locations: Mapping[str, int] = field(default_factory=dict)
    exits: Mapping[str, int] = field(default_factory=dict)
    items: Mapping[str, int] = field(default_factory=dict)
    variables: Mapping[str, int] = field(default_factory=dict)
    checks: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoryState:
    """All state of a story that rules need.

    Attributes:
        session_id: whose it is.
        player: the key of the player's character, None in a story without one.
        things: places, exits, things, and who is where.
        almanac: zone, calendar and names.
        clock: the story clock.
        rules: the world's, a sentence each (TB-20a).
        regions: by key.
        places: texts of places by key.
        ways: texts of exits by key.
        items: texts of things by key, only of those present.
        people: texts of characters by key, in their order.
        placements: how characters are, by key.
        routines: windows of a character's day in order; nothing for who has none.
        engagements: all, whatever became of them, by their beginning.
        intents: all, whatever became of them.
        variables: definitions and values.
        checks: the world's checks by key, as `{key, name, when, dice, reading, comparison,
            variable, bands}`.
        relationships: by who and towards whom; nothing: does not know that one (KN-2).
        knowledge: what each character knows (KN-3).
        numbers: from keys to rows.
    """

    session_id: int
    player: str | None
    things: ItemState
    almanac: Almanac
    clock: Clock
    rules: tuple[str, ...] = ()
    regions: Mapping[str, RegionText] = field(default_factory=dict)
    places: Mapping[str, PlaceText] = field(default_factory=dict)
    ways: Mapping[str, Described] = field(default_factory=dict)
    items: Mapping[str, ItemText] = field(default_factory=dict)
    people: Mapping[str, PersonText] = field(default_factory=dict)
    placements: Mapping[str, Placement] = field(default_factory=dict)
    routines: Mapping[str, tuple[Routine, ...]] = field(default_factory=dict)
    engagements: tuple[Engagement, ...] = ()
    intents: tuple[Intent, ...] = ()
    variables: Variables = field(default_factory=Variables)
    checks: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    relationships: Mapping[tuple[str, str], Relationship] = field(default_factory=dict)
    knowledge: Mapping[str, frozenset[Known]] = field(default_factory=dict)
    numbers: Numbers = field(default_factory=Numbers)

    @property
    def player_place(self) -> str | None:
        """The place of the player's character."""
        return None if self.player is None else self.things.characters.get(self.player)

    def known_by(self, who: str) -> frozenset[Known]:
        """What a character knows."""
        return self.knowledge.get(who, NOTHING_KNOWN)

    def knows(self, who: str, kind: str, key: str) -> bool:
        """Whether a character knows a place, exit, kind of thing or piece of lore (KN-3)."""
        return (kind, key) in self.known_by(who)

    def known_exits(self, who: str) -> frozenset[str]:
        """The exits that a character knows."""
        return keys_of(self.known_by(who), EXIT)

    def present_at(self, place: str | None) -> tuple[str, ...]:
        """Who is in a place, in the order of `people`; nobody is with somebody who is nowhere."""
        if place is None:
            return ()
        return tuple(key for key in self.people if self.things.characters.get(key) == place)

    def regions_of(self, place: str) -> tuple[str, ...]:
        """The regions that a place lies in, from the nearest outwards (PL-9)."""
        text = self.places.get(place)
        return tuple(self._outwards(text.region)) if text else ()

    def _outwards(self, region: str) -> Iterator[str]:
        seen: set[str] = set()
        while region in self.regions and region not in seen:
            seen.add(region)
            yield region
            region = self.regions[region].parent

    def persons(self) -> tuple[Person, ...]:
        """Everybody as catch-up sees them (AG-5)."""
        return tuple(self._person(key) for key in self.people)

    def _person(self, key: str) -> Person:
        text, how = self.people[key], self.placements.get(key, Placement())
        return Person(
            key=key,
            location=self.things.characters.get(key),
            condition=how.condition,
            routine_on=how.routine_on,
            routines=self.routines.get(key, ()),
            background=text.background,
            group=text.group,
        )
