"""Sentences about things that were handled, and the names in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sessions_app.rules.master_view import INSIDE, MasterView, Named, PersonView
from sessions_app.rules.storyteller.master_acts import Act
from sessions_app.rules.storyteller.master_plan import Told
from sessions_app.rules.storyteller.master_scenery import Scenery
from sessions_app.rules.storyteller.master_thrown import Thrown
from sessions_app.rules.storyteller.master_wording import (
    MasterBanks,
    banks_for,
    capital,
    many,
    one_of,
    the,
)
from sessions_app.rules.storyteller.phrases import Chooser

_COUNTED = ("take", "drop", "give", "put", "consume")


@dataclass(frozen=True, slots=True)
class Happened:
    """A turn as it went, act by act (numbers count `acts`).

    `told` is what the player hears of acts that were refused, `left` what must wait for another
    round, `thrown` the rolls, `waited` how long each wait was, in words, `answers` what those who
    were spoken to said, `fallen` what was not tried since something before it failed,
    `path` the exits that the player's character went through.
    """

    acts: tuple[Act, ...]
    before: MasterView
    after: MasterView
    told: Mapping[int, Told] = field(default_factory=dict)
    left: frozenset[int] = frozenset()
    thrown: Mapping[int, Thrown] = field(default_factory=dict)
    waited: Mapping[int, str] = field(default_factory=dict)
    answers: Mapping[int, Sequence[str]] = field(default_factory=dict)
    fallen: frozenset[int] = frozenset()
    path: tuple[str, ...] = ()


def person_of(view: MasterView, act: Act) -> PersonView | None:
    """The person an act is about, or who gets something by it."""
    key = act.to if act.to_kind == "person" else act.key
    return next((person for person in view.people if person.key == key), None)


class Deeds:
    """What was done with things in a turn, in sentences."""

    def __init__(self, happened: Happened, choose: Chooser, scenery: Scenery) -> None:
        self._now = happened
        self._choose = choose
        self._scenery = scenery
        self._banks: MasterBanks = banks_for(chinese=happened.after.chinese)

    def handled(self, act: Act) -> list[str]:
        """The sentence about a thing that was handled, and what an opened one shows."""
        thing = self._now.before.thing(act.key)
        values = {"thing": self._handled_name(act), "who": self.who(act)}
        kind = act.action
        holder = self._now.before.thing(thing.holder) if thing and thing.where == INSIDE else None
        if kind == "take" and holder is not None:
            kind, values["holder"] = "take_out", the(holder.name)
        elif kind == "put":
            into = self._now.before.thing(act.to)
            values["holder"] = the(into.name) if into else ""
        elif kind == "drop" and act.to and (spot := self._spot(act.to)):
            kind, values["holder"] = "drop_at", the(spot.name)
        if kind == "consume" and self._now.after.thing(act.key) is not None:
            kind = "consume_some"
        told = [capital(self._choose.phrase(self._banks.DONE[kind], **values))]
        return [*told, self._opened(act)] if kind == "open" and act.kind == "item" else told

    def _opened(self, act: Act) -> str:
        """What an opened thing shows; nothing where it is emptied in the same breath."""
        shown = self._scenery.inside(act.key)
        taken = any(
            other.action == "take"
            and (thing := self._now.before.thing(other.key)) is not None
            and thing.holder == act.key
            for other in self._now.acts
        )
        return "" if taken and shown == self._banks.EMPTY_NOW else shown

    def _handled_name(self, act: Act) -> str:
        name = self.name(act)
        if act.action not in _COUNTED:
            return the(name)
        thing = self._now.before.thing(act.key)
        there = thing.quantity if thing else 1
        number = act.quantity or there
        if number == 1 < there:
            return one_of(name, self._banks)
        return many(name, number, self._banks) if number > 1 else the(name)

    def _spot(self, phrase: str) -> Named | None:
        """The feature by which something is laid down."""
        lower = phrase.lower()
        return next((spot for spot in self._now.before.spots if spot.name.lower() in lower), None)

    def name(self, act: Act) -> str:
        """What an act is done to, by its name."""
        kinds: Mapping[str, Sequence[Named]] = {
            "exit": (*self._now.before.ways, *self._now.after.ways),
            "place": self._now.after.places,
            "person": self._now.before.people,
            "spot": (*self._now.before.spots, *self._now.after.spots),
        }
        among = kinds.get(act.kind, (*self._now.before.things, *self._now.after.things))
        return next((item.name for item in among if item.key == act.key), act.phrase)

    def who(self, act: Act) -> str:
        """Whom an act is about, by name; "" for nobody."""
        person = person_of(self._now.before, act)
        return person.name if person else ""
