"""What the game master sees of a story, frozen when a turn begins and again after its round (PL-5)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sessions_app.rules.actor_view import ActorView, CardView
from sessions_app.rules.steps import RollResult

NARRATOR = "@master"
"""The speaker of what the game master tells; no character's key can have this sign."""

CARRIED, WORN, HERE, INSIDE, WITH, AWAY = "carried", "worn", "here", "inside", "with", "away"
"""Where a thing is for the player's character.

Carried or worn by it, lying in its place, in another thing of these, had by somebody present, or
anywhere else.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Whatever a message can name; `seen` is whether the player's character perceives or knows it."""

    key: str
    name: str
    aliases: tuple[str, ...] = ()
    description: str = ""
    seen: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingView(Named):
    """An item. `where` is one of the words above, `holder` the key of what it is in or with.

    `container` is none, open, closed or locked; `opener` the kind that opens it; `slot` where it
    is worn, `worn` whether somebody wears it. `edible` is whether it may be eaten or drunk. `near`
    are the names of what it is in or with and of whose it is, `around` what is said of its place,
    `mine` whether it belongs to the player's character.
    """

    kind: str = ""
    where: str = HERE
    holder: str = ""
    text: str = ""
    quantity: int = 1
    condition: str = ""
    container: str = "none"
    opener: str = ""
    slot: str = ""
    fixed: bool = False
    edible: bool = False
    notable: bool = False
    worn: bool = False
    near: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    mine: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WayView(Named):
    """An exit of the player's place: where it leads, its state, and whether it is a door.

    Both sides of a door have the same `lid`; `around` is what is said of the place it is in.
    """

    target: str
    target_name: str = ""
    target_aliases: tuple[str, ...] = ()
    state: str = "open"
    opener: str = ""
    door: bool = False
    lid: str = ""
    around: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonView(Named):
    """A character that is not the player's; `seen` is whether it is present with the player's."""

    place: str = ""
    condition: str = "active"
    activity: str = ""
    card: CardView = field(default_factory=lambda: CardView(name=""))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckView(Named):
    """A check of the world; `description` says when it is used."""

    needs_target: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterView:
    """A story as its game master sees it: what a message means is looked up here.

    `place` is the player's, None where it is nowhere; `spots` are the place's features, `ways` its
    exits. `things`, `people` and `places` are the whole story's. `now` is the date and time in
    words, `local_time` "HH:MM" ("" without a clock), `day_parts` the beginnings of the day's parts.
    `came_from` is the place the player was in before, `away` the milliseconds that it stayed away
    where they are to be told (TM-4), `rolled` what it rolled since the last turn (DC-5). `actor` is
    the actor's view of the same turn: message, history, lore.
    """

    actor: ActorView
    player: str
    player_name: str = ""
    place: Named | None = None
    spots: tuple[Named, ...] = ()
    ways: tuple[WayView, ...] = ()
    things: tuple[ThingView, ...] = ()
    people: tuple[PersonView, ...] = ()
    places: tuple[Named, ...] = ()
    checks: tuple[CheckView, ...] = ()
    now: str = ""
    local_time: str = ""
    day_parts: Mapping[str, str] = field(default_factory=dict)
    came_from: str = ""
    away: int = 0
    rolled: tuple[RollResult, ...] = ()

    @property
    def chinese(self) -> bool:
        """Whether the story is told in Chinese."""
        return self.actor.language.startswith("zh")

    def present(self) -> tuple[PersonView, ...]:
        """Who is with the player's character."""
        return tuple(person for person in self.people if person.seen)

    def thing(self, key: str) -> ThingView | None:
        """The item of a key."""
        return next((thing for thing in self.things if thing.key == key), None)
