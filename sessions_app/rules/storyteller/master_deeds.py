"""Sentences about things that were handled, and the names in them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sessions_app.rules.master_view import INSIDE, MasterView, Named, PersonView
from sessions_app.rules.storyteller.master_acts import Act
from sessions_app.rules.storyteller.master_names import named_by
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

_EATS = re.compile(r"\b(?:eats?|eating|ate|devours?|bites?)\b|吃", re.IGNORECASE)
_COUNTED = ("take", "drop", "give", "put", "consume")


@dataclass(frozen=True, slots=True)
class Happened:
    """A turn as it went, act by act (numbers count `acts`).

    `told` is what the player hears of acts that were refused, `left` what must wait for another
    round, `thrown` the rolls, `waited` how long each wait was, in words, `answers` what those who
    were spoken to said, `fallen` what was not tried since something before it failed,
    `path` the exits that the player's character went through. `then` is how things were just after
    each act that changed something, `begun` when the round began where time went by before it,
    `keys` the part of a stack that an act was done to.
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
    then: Mapping[int, MasterView] = field(default_factory=dict)
    begun: MasterView | None = None
    keys: Mapping[int, str] = field(default_factory=dict)

    def just_before(self, at: int) -> MasterView:
        """How things were when an act was begun."""
        done = [n for n in self.then if n < at]
        return self.then[max(done)] if done else self.begun or self.before

    def just_after(self, at: int) -> MasterView:
        """How things were when an act was done: as at the end where nothing followed it."""
        if all(n <= at for n in self.then):
            return self.then.get(at, self.after)
        return self.just_before(at + 1)


def person_of(view: MasterView, act: Act) -> PersonView | None:
    """The person an act is about, or who gets something by it."""
    key = act.to if act.to_kind == "person" else act.key
    return next((person for person in view.people if person.key == key), None)


class Deeds:
    """What was done with things in a turn, in sentences."""

    def __init__(self, happened: Happened, choose: Chooser, heard: str) -> None:
        self._now = happened
        self._choose = choose
        self._heard = heard
        self._banks: MasterBanks = banks_for(chinese=happened.after.chinese)

    def handled(self, at: int, act: Act) -> list[str]:
        """The sentence about a thing that was handled, and what an opened one shows."""
        was = self._now.just_before(at)
        key = self._now.keys.get(at, act.key)
        thing = was.thing(key)
        values = {"thing": self._handled_name(was, act, key), "who": self.who(act)}
        kind = act.action
        holder = was.thing(thing.holder) if thing and thing.where == INSIDE else None
        if kind == "take" and holder is not None:
            kind, values["holder"] = "take_out", the(holder.name)
        elif kind == "put":
            into = was.thing(act.to)
            values["holder"] = the(into.name) if into else ""
        elif kind == "drop" and act.to and (spot := self._spot(act.to)):
            kind, values["holder"] = "drop_at", the(spot.name)
        now = self._now.just_after(at)
        if kind == "consume" and now.thing(key) is not None:
            kind = "consume_some"
        elif kind == "consume" and _EATS.search(was.actor.message):
            kind = "eat"
        told = [capital(self._choose.phrase(self._banks.DONE[kind], **values))]
        if kind != "open" or act.kind != "item":
            return told
        return [*told, Scenery(now, self._choose, self._heard).inside(key)]

    def _handled_name(self, was: MasterView, act: Act, key: str) -> str:
        name = self.name(act)
        if act.action not in _COUNTED:
            return the(name)
        thing = was.thing(key)
        there = thing.quantity if thing else 1
        number = act.quantity or there
        if number == 1 < there:
            return one_of(name, self._banks)
        return many(name, number, self._banks) if number > 1 else the(name)

    def _spot(self, phrase: str) -> Named | None:
        """The feature by which something is laid down."""
        spots = (*self._now.before.spots, *self._now.after.spots)
        return next(iter(named_by(phrase, spots)), None)

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
