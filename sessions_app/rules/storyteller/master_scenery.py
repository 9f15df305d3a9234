"""What the game master says of what is there: places, things, people, ways, what one has (PL-5, IT-7)."""

from collections.abc import Iterable, Sequence

from sessions_app.rules.master_view import (
    CARRIED,
    HERE,
    INSIDE,
    WITH,
    WORN,
    MasterView,
    Named,
    PersonView,
    ThingView,
    WayView,
)
from sessions_app.rules.storyteller.facts import bare, facts_in
from sessions_app.rules.storyteller.master_wording import (
    MasterBanks,
    banks_for,
    capital,
    counted,
    ended,
    is_course,
    listed,
    place_name,
    some,
    the,
)
from sessions_app.rules.storyteller.phrases import Chooser

MOST = 12
"""Features, exits and things that are listed (PL-5, IT-7)."""


class Scenery:
    """Describes what the player's character perceives in a view, and nothing else."""

    def __init__(self, view: MasterView, choose: Chooser, heard: str) -> None:
        self.view = view
        self.banks: MasterBanks = banks_for(chinese=view.chinese)
        self._choose = choose
        self._heard = bare(heard)

    def place(self, *, again: bool) -> list[str]:
        """The place, as paragraphs; with `again` whatever was told of it before too."""
        view, banks = self.view, self.banks
        if view.place is None:
            return [banks.DARK]
        head = banks.HERE.format(place=capital(view.place.name))
        told = view.place.description.strip()
        new = again or not told or bare(told)[-60:] not in self._heard
        first = self._joined(head, ended(told) if new else "", self._spots() if new else "")
        return [part for part in (first, self._around(), self.ways()) if part]

    def _joined(self, *parts: str) -> str:
        return ("" if self.view.chinese else " ").join(part for part in parts if part)

    def _spots(self) -> str:
        names = [some(spot.name) for spot in self.view.spots[:MOST] if spot.seen]
        return self._say(self.banks.SPOTS, names)

    def _around(self) -> str:
        """Who is there and what lies there."""
        people = [person.name for person in self.view.present()]
        bank = self.banks.PEOPLE if len(people) > 1 else self.banks.PEOPLE_ONE
        things = sorted(
            (thing for thing in self.view.things if thing.seen and self._lies_here(thing)),
            key=lambda thing: not thing.notable,
        )
        names = [self._in_place(thing) for thing in things[:MOST]]
        return self._joined(self._say(bank, people), self._say(self.banks.THINGS, names))

    def _lies_here(self, thing: ThingView) -> bool:
        """Whether a thing lies in the place, or in something that lies there."""
        if thing.where != INSIDE:
            return thing.where == HERE
        holder = self.view.thing(thing.holder)
        return holder is not None and self._lies_here(holder)

    def _in_place(self, thing: ThingView) -> str:
        name = counted(thing, some(thing.name), self.banks)
        holder = self.view.thing(thing.holder) if thing.where == INSIDE else None
        if holder is not None:
            return (
                f"{holder.name}里的{name}" if self.view.chinese else f"{name} in {the(holder.name)}"
            )
        return self._with_state(name, thing.container)

    def _with_state(self, name: str, state: str) -> str:
        if state not in ("closed", "locked", "blocked"):
            return name
        told = self.banks.STATES[state]
        return f"{name}（{told}）" if self.view.chinese else f"{name} ({told})"

    def ways(self) -> str:
        """The ways out that are seen, where they lead, and which are shut."""
        ways = [way for way in self.view.ways if way.seen][:MOST]
        if not ways:
            return self.banks.NO_WAYS
        return self._fill(
            self.banks.WAYS, names=listed((self._way(way) for way in ways), self.banks)
        )

    def _way(self, way: WayView) -> str:
        name, leads = the(way.name), way.target_name
        if leads and bare(leads) not in bare(way.name):
            name = self.banks.WAY_LEADS.format(way=name, place=place_name(leads))
        return self._with_state(name, way.state).replace("）（", "，")

    def thing(self, thing: ThingView) -> str:
        """A closer look at a thing: how it is described, how it is, what is in it."""
        banks = self.banks
        described = ended(thing.description)
        parts = [described] if described else []
        if thing.condition:
            many = thing.quantity > 1
            told = banks.CONDITION_OF_MANY if many else banks.CONDITION_OF
            parts.append(self._fill(told, text=thing.condition))
        if thing.container in ("closed", "locked"):
            parts.append(self._fill(banks.STATE_OF, text=banks.STATES[thing.container]))
        elif thing.container == "open":
            parts.append(self.inside(thing.key))
        return self._looked(the(thing.name), parts)

    def inside(self, key: str) -> str:
        """What an open container holds."""
        inner = [t for t in self.view.things if t.seen and t.where == INSIDE and t.holder == key]
        if not inner:
            return self.banks.EMPTY_NOW
        names = [counted(thing, some(thing.name), self.banks) for thing in inner[:MOST]]
        return self._fill(self.banks.INSIDE_NOW, names=listed(names, self.banks))

    def spot(self, spot: Named) -> str:
        """A closer look at a feature of the place."""
        told = ended(spot.description)
        return self._looked(the(spot.name), [told] if told else [])

    def way(self, way: WayView) -> str:
        """A closer look at an exit."""
        banks = self.banks
        parts = [ended(way.description)] if way.description.strip() else []
        if way.door or way.state != "open":
            parts.append(self._fill(banks.STATE_OF, text=banks.STATES[way.state]))
        if way.target_name:
            parts.append(self._fill(banks.LEADS_TO, place=place_name(way.target_name)))
        if is_course(way.name) and parts:
            return self._joined(self._fill(banks.LOOK_COURSE, way=the(way.name)), *parts)
        return self._looked(the(way.name), parts)

    def person(self, person: PersonView) -> str:
        """A closer look at somebody present."""
        banks = self.banks
        language = self.view.actor.language
        facts = facts_in(person.name, person.description, language)[:2]
        parts = [fact.after or fact.text if at else fact.text for at, fact in enumerate(facts)]
        if person.activity:
            parts.append(
                self._fill(banks.DOES, who=person.name, text=person.activity.strip(" .。"))
            )
        if person.condition in banks.CONDITIONS:
            parts.append(self._fill(banks.CONDITIONS[person.condition], who=person.name))
        has = [t for t in self.view.things if t.seen and t.where == WITH and t.holder == person.key]
        for told, things in (
            (banks.WORN_BY, [thing for thing in has if thing.worn]),
            (banks.HOLDING, [thing for thing in has if not thing.worn]),
        ):
            if things:
                names = (counted(thing, some(thing.name), banks) for thing in things[:MOST])
                parts.append(self._fill(told, who=person.name, names=listed(names, banks)))
        return self._looked(person.name, parts)

    def _looked(self, name: str, parts: Sequence[str]) -> str:
        if not parts:
            return capital(self._choose.phrase(self.banks.NOTHING_SPECIAL, thing=name))
        return self._joined(self._choose.phrase(self.banks.LOOK_LEADS, thing=name), *parts)

    def own(self) -> str:
        """What the player's character wears and carries."""
        things = self.view.things
        worn = [the(t.name) for t in things if t.where == WORN and t.seen]
        carried = [
            counted(t, some(t.name), self.banks) for t in things if t.where == CARRIED and t.seen
        ]
        inner = [self._in_place(t) for t in things if t.seen and self._in_own(t)]
        parts = []
        if worn:
            parts.append(self._fill(self.banks.WEARING, names=listed(worn, self.banks)))
        if carried or inner:
            parts.append(
                self._fill(self.banks.CARRYING, names=listed([*carried, *inner], self.banks))
            )
        return self._joined(*parts) if parts else self.banks.EMPTY_HANDED

    def _in_own(self, thing: ThingView) -> bool:
        """Whether a thing is inside something that is carried or worn."""
        holder = self.view.thing(thing.holder) if thing.where == INSIDE else None
        return holder is not None and (holder.where in (CARRIED, WORN) or self._in_own(holder))

    def _say(self, bank: Sequence[str], names: Iterable[str]) -> str:
        found = list(names)
        return capital(self._choose.phrase(bank, names=listed(found, self.banks))) if found else ""

    def _fill(self, template: str, **values: str) -> str:
        return capital(template.format_map(values))
