"""Where every thing, exit and character is: the value that the rules of items and paths work on.

Everything is named by `key`. A state holds what is present: a thing that is gone is not in it,
and its key may be given again to a later part of the same kind (IT-6).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

HOLDER_KINDS = ("location", "character", "item")
CONTAINER_STATES = ("none", "open", "closed", "locked")
EXIT_STATES = ("open", "closed", "locked", "blocked")
OPERATIONS = (
    "take",
    "drop",
    "give",
    "put",
    "wear",
    "remove",
    "open",
    "close",
    "lock",
    "unlock",
    "reveal",
    "hide",
    "consume",
    "alter",
)

DEFAULT_SLOTS: Mapping[str, int] = dict.fromkeys(
    (
        "head",
        "face",
        "neck",
        "body",
        "back",
        "hands",
        "waist",
        "legs",
        "feet",
        "main_hand",
        "off_hand",
    ),
    1,
)
"""The wear slots that every world has, with how many things each takes (IT-3). Worlds and stories
add some or say another capacity: `ItemState.slots` holds the outcome, `with_defaults` makes it."""


def with_defaults(slots: Mapping[str, int]) -> Mapping[str, int]:
    """A world's own slots (key → capacity) over the ones that every world has."""
    return {**DEFAULT_SLOTS, **slots}


@dataclass(frozen=True, slots=True)
class Holder:
    """What has a thing: `kind` is location, character or item (then a container)."""

    kind: str
    key: str


@dataclass(frozen=True, slots=True)
class Item:
    """A stack of things of one kind (IT-1).

    Attributes:
        key: unique among what is present.
        name: what people call it.
        kind: what conditions, openers and knowledge name; its key unless said.
        quantity: a whole number, 1 or more.
        holder: the one thing that has it (IT-2).
        unique: never split from or merged with others.
        hidden: cannot be seen or used until revealed (IT-7).
        fixed: cannot be taken.
        notable: listed first.
        condition: how it is, in free words; "" where nothing is said.
        slot: the wear slot it goes in; "": cannot be worn.
        container: none, open, closed or locked.
        opener: the kind of thing that locks and unlocks it; "": none does.
        owner: the character it belongs to (who has it is another matter); "": nobody.
        worn: the slot it is worn in, its holder being the character; "": not worn.
        own_values: it has values of story variables, so that it never merges (IT-6).
    """

    key: str
    name: str
    kind: str
    quantity: int
    holder: Holder
    unique: bool = False
    hidden: bool = False
    fixed: bool = False
    notable: bool = False
    condition: str = ""
    slot: str = ""
    container: str = "none"
    opener: str = ""
    owner: str = ""
    worn: str = ""
    own_values: bool = False


@dataclass(frozen=True, slots=True)
class Exit:
    """One direction of a way from a place to another (PL-1, PL-9).

    Exits with the same `door` (not "") change their state together. `see_through` and
    `hear_through` None: as PL-9 has it (nothing is seen; heard where it is open).
    """

    key: str
    origin: str
    target: str
    state: str = "open"
    opener: str = ""
    door: str = ""
    hidden: bool = False
    travel_seconds: int = 0
    see_through: bool | None = None
    hear_through: bool | None = None

    @property
    def seen_through(self) -> bool:
        """Whether those on this side see what happens on the other."""
        return bool(self.see_through)

    @property
    def heard_through(self) -> bool:
        """Whether those on this side hear what happens on the other."""
        return self.state == "open" if self.hear_through is None else self.hear_through


@dataclass(frozen=True, slots=True)
class ItemState:
    """A whole world as far as things and ways go.

    Attributes:
        locations: the keys of all places.
        characters: key → place; None: nowhere.
        items: key → item, only those present.
        exits: key → exit.
        slots: wear slot → how many things it takes, the defaults included.
    """

    locations: frozenset[str]
    characters: Mapping[str, str | None]
    items: Mapping[str, Item]
    exits: Mapping[str, Exit]
    slots: Mapping[str, int] = field(default_factory=lambda: DEFAULT_SLOTS)

    def chain(self, key: str) -> Iterator[Holder]:
        """What has an item, from the nearest outwards; the last is a place or a character."""
        return holders(self.items, key)

    def place_of(self, key: str) -> str | None:
        """Where an item really is (IT-2); None where the one that has it is nowhere."""
        return place_at(self.characters, outermost(self.items, key))

    def moved(self, places: Mapping[str, str | None]) -> "ItemState":
        """The state with some characters elsewhere; what they have goes with them (PL-8)."""
        return replace(self, characters={**self.characters, **places})


def holders(items: Mapping[str, Item], key: str) -> Iterator[Holder]:
    """What has an item, from the nearest outwards; a circle ends where it closes."""
    holder, seen = items[key].holder, {key}
    yield holder
    while holder.kind == "item" and holder.key in items and holder.key not in seen:
        seen.add(holder.key)
        holder = items[holder.key].holder
        yield holder


def outermost(items: Mapping[str, Item], key: str) -> Holder:
    """The place or the character that has an item in the end."""
    holder = items[key].holder
    for outer in holders(items, key):
        holder = outer
    return holder


def place_at(characters: Mapping[str, str | None], holder: Holder) -> str | None:
    """The place of an outermost holder."""
    return holder.key if holder.kind == "location" else characters.get(holder.key)
