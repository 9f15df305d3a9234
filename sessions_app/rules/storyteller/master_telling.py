"""Narrates a turn of the table: what became true, what did not, what is there, and who answers (TB-23)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sessions_app.rules import told as refusals
from sessions_app.rules.master_view import INSIDE, MasterView, Named, PersonView, ThingView
from sessions_app.rules.storyteller.master_acts import Act
from sessions_app.rules.storyteller.master_plan import HANDLING, Told
from sessions_app.rules.storyteller.master_scenery import Scenery
from sessions_app.rules.storyteller.master_thrown import Thrown, thrown_of
from sessions_app.rules.storyteller.master_wording import (
    MasterBanks,
    banks_for,
    capital,
    either,
    ended,
    is_course,
    listed,
    many,
    place_name,
    the,
)
from sessions_app.rules.storyteller.phrases import Chooser
from sessions_app.rules.storyteller.scene import plain_name
from sessions_app.rules.storyteller.telling import tell_talk
from worldbook.rules.describing import describe_duration

_REMEMBERED = 12
_SILENT = ("unconscious", "dead")


@dataclass(frozen=True, slots=True)
class Happened:
    """A turn as it went, act by act (numbers count `acts`).

    `told` is what the player hears of acts that were refused, `left` what must wait for another
    round, `thrown` the rolls, `waited` how long each wait was, in words, `answers` what those who
    were spoken to said, `fallen` what was not tried since something before it failed.
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


def narrate(happened: Happened) -> str:
    """The whole text of the turn, in the language of the story; the same for the same turn."""
    return _Narration(happened).text()


def talks(view: MasterView, acts: Sequence[Act]) -> dict[int, list[str]]:
    """What those who are spoken to answer, by the number of the act."""
    brief = any(act.action != "talk" for act in acts)
    found = {}
    for at, act in enumerate(acts):
        person = _person(view, act) if act.action == "talk" and not act.trouble else None
        if person is not None and person.condition not in _SILENT:
            heard = replace(view.actor, char=person.card, others=(), message=act.text, kept_text="")
            found[at] = tell_talk(heard, brief=brief)
    return found


def _person(view: MasterView, act: Act) -> PersonView | None:
    key = act.to if act.to_kind == "person" else act.key
    return next((person for person in view.people if person.key == key), None)


class _Narration:
    """One narration: sentences about changes are joined, what is described stands by itself."""

    def __init__(self, happened: Happened) -> None:
        self._now = happened
        view = happened.after
        self._view = view
        self._banks: MasterBanks = banks_for(chinese=view.chinese)
        answers = [m.content for m in view.actor.history if m.role == "assistant"][-_REMEMBERED:]
        heard = "\n".join((view.actor.greeting, *answers))
        seed = f"{view.actor.seed}|{view.actor.turn}|master"
        self._choose = Chooser(seed, view.actor.take, heard, {})
        self._scenery = Scenery(view, self._choose, heard)
        self._paragraphs: list[str] = []
        self._sentences: list[str] = []

    def text(self) -> str:
        """All of it."""
        self._before()
        for at, act in enumerate(self._now.acts):
            self._act(at, act, self._now.answers.get(at))
        if self._now.left:
            self._sentences.append(self._banks.LATER)
        self._comings()
        self._end_paragraph()
        if not any(m.role == "assistant" for m in self._view.actor.history):
            self._paragraphs.append(self._banks.INTRODUCTION)
        return "\n\n".join(self._paragraphs) or self._choose.phrase(self._banks.STILL)

    def _before(self) -> None:
        """What was before this turn and is told in it: time away, and what the player rolled."""
        before = self._now.before
        if before.away:
            long = describe_duration(before.away, before.actor.language)
            self._sentences.append(self._fill(self._banks.AWAY, long=long))
        for roll in before.rolled:
            thrown = thrown_of(roll, chinese=before.chinese)
            self._sentences.append(self._fill(self._banks.THREW, text=self._told(thrown)))
        self._end_paragraph()

    def _end_paragraph(self) -> None:
        if self._sentences:
            joint = "" if self._view.chinese else " "
            said = dict.fromkeys(sentence for sentence in self._sentences if sentence)
            self._paragraphs.append(joint.join(said))
            self._sentences = []

    def _own_paragraphs(self, parts: Sequence[str]) -> None:
        self._end_paragraph()
        self._paragraphs += [part for part in parts if part and part not in self._paragraphs]

    def _act(self, at: int, act: Act, answer: Sequence[str] | None) -> None:
        if at in self._now.left or at in self._now.fallen:
            return
        if at in self._now.told:
            self._sentences.append(self._refused(act, self._now.told[at]))
        elif act.trouble:
            self._sentences.append(self._trouble(act))
        elif answer is not None:
            self._own_paragraphs(answer)
        elif act.action in HANDLING:
            self._sentences += self._handled(act)
        else:
            self._other(at, act)

    def _other(self, at: int, act: Act) -> None:
        """What is no handling of things."""
        if act.action == "go":
            self._gone(act)
        elif act.action in ("look", "read"):
            self._own_paragraphs(self._seen(act))
        elif act.action in ("roll", "check"):
            self._own_paragraphs([self._thrown(at)])
        elif act.action == "wait":
            self._sentences.append(self._waited(at))
        elif act.action == "talk":
            self._sentences.append(self._fill(self._banks.UNMOVED, who=self._who(act)))
        else:
            self._asked(act)

    def _asked(self, act: Act) -> None:
        """What one has, where one can go, what time it is, and what no rule knows."""
        if act.action == "inventory":
            self._own_paragraphs([self._scenery.own()])
        elif act.action == "exits":
            self._own_paragraphs([self._scenery.ways()])
        elif act.action == "clock":
            now = self._view.now
            self._sentences.append(
                self._choose.phrase(self._banks.TIME_IS, now=now) if now else self._banks.NO_TIME
            )
        else:
            self._sentences.append(self._choose.phrase(self._banks.NOTED))

    def _refused(self, act: Act, told: Told) -> str:
        """Why something cannot be: the names in it with their articles."""
        named = {
            name: the(str(value)) if name in ("item", "exit") else value
            for name, value in told.items()
        }
        code = told.get("code")
        if code == "not_visible" and act.phrase:
            return self._fill(self._banks.NO_SUCH, text=plain_name(self._called(act)))
        if code == "not_a_container" and act.action in ("open", "close", "lock", "unlock"):
            return self._fill(self._banks.NO_LID, thing=the(self._name(act)))
        return capital(refusals.say(named, self._view.actor.language))

    def _called(self, act: Act) -> str:
        """What the player called the thing of an act that is not to be seen."""
        thing = self._now.before.thing(act.key)
        return act.to_phrase if act.to_phrase and thing and thing.seen else act.phrase

    def _trouble(self, act: Act) -> str:
        banks, phrase = self._banks, plain_name(act.phrase)
        names = [check.name for check in self._view.checks]
        said = {
            "none": lambda: self._fill(banks.NO_SUCH, text=phrase),
            "which": lambda: self._fill(banks.WHICH, names=either(map(the, act.options), banks)),
            "nobody": lambda: self._choose.phrase(banks.NOBODY),
            "absent": lambda: self._fill(banks.ABSENT, who=plain_name(act.to_phrase) or phrase),
            "nowhere": lambda: refusals.say({"code": "no_way"}, self._view.actor.language),
            "inedible": lambda: self._fill(banks.NOT_FOOD, thing=the(self._name(act))),
            "no_check": lambda: (
                self._fill(banks.NO_CHECK, names=listed(names, banks)) if names else banks.NO_CHECKS
            ),
        }
        return said.get(act.trouble, lambda: banks.NOTHING_TO)()

    def _handled(self, act: Act) -> list[str]:
        """The sentence about a thing that was handled, and what an opened one shows."""
        thing = self._now.before.thing(act.key)
        values = {"thing": self._handled_name(act), "who": self._who(act)}
        kind = act.action
        holder = self._now.before.thing(thing.holder) if thing and thing.where == INSIDE else None
        if kind == "take" and holder is not None:
            kind, values["holder"] = "take_out", the(holder.name)
        elif kind == "put":
            into = self._now.before.thing(act.to)
            values["holder"] = the(into.name) if into else ""
        elif kind == "drop" and act.to and (spot := self._spot(act.to)):
            kind, values["holder"] = "drop_at", the(spot.name)
        if kind == "consume" and self._view.thing(act.key) is not None:
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
        name = self._name(act)
        thing = self._now.before.thing(act.key)
        number = act.quantity or (thing.quantity if thing else 1)
        return many(name, number, self._banks) if number > 1 else the(name)

    def _spot(self, phrase: str) -> Named | None:
        """The feature by which something is laid down."""
        lower = phrase.lower()
        return next((spot for spot in self._now.before.spots if spot.name.lower() in lower), None)

    def _name(self, act: Act) -> str:
        """What an act is done to, by its name."""
        kinds: Mapping[str, Sequence[Named]] = {
            "exit": self._now.before.ways,
            "place": self._now.after.places,
            "person": self._now.before.people,
            "spot": self._now.before.spots,
        }
        among = kinds.get(act.kind, (*self._now.before.things, *self._now.after.things))
        return next((item.name for item in among if item.key == act.key), act.phrase)

    def _who(self, act: Act) -> str:
        person = _person(self._now.before, act)
        return person.name if person else ""

    def _gone(self, act: Act) -> None:
        """A way that was gone, and the place it led to; or a few steps within the place."""
        before = self._now.before
        if act.kind == "person":
            self._sentences.append(self._phrase("near_person", who=self._name(act)))
        elif act.kind == "spot":
            self._sentences.append(self._phrase("near", thing=the(self._name(act))))
        elif before.place is not None and act.key == before.place.key:
            self._sentences.append(self._phrase("there", place=place_name(self._name(act))))
        else:
            way = next((way for way in before.ways if way.key == act.to), None)
            by = the(way.name) if way and way.name != way.target_name else ""
            place = place_name(self._name(act))
            kind = "go_course" if by and is_course(by) else "go_by" if by else "go"
            self._sentences.append(self._phrase(kind, way=by, place=place))
            self._along()
            self._own_paragraphs(self._scenery.place(again=False))

    def _along(self) -> None:
        """Who came along: those who were with the player before and are again."""
        before = {person.key for person in self._now.before.present()}
        names = [person.name for person in self._view.present() if person.key in before]
        if names:
            banks = self._banks
            bank = banks.CAME_ALONG_MANY if len(names) > 1 else banks.CAME_ALONG
            self._sentences.append(capital(self._choose.phrase(bank, names=listed(names, banks))))

    def _comings(self) -> None:
        """Who came and who went while the player's character stayed where it is."""
        before, after = self._now.before, self._view
        if before.place is None or after.place is None or before.place.key != after.place.key:
            return
        there = {person.key for person in before.present()}
        here = {person.key for person in after.present()}
        came = [person.name for person in after.present() if person.key not in there]
        left = [person.name for person in before.present() if person.key not in here]
        banks = self._banks
        for names, one, several in (
            (left, banks.LEFT, banks.LEFT_MANY),
            (came, banks.CAME, banks.CAME_MANY),
        ):
            if names:
                bank = several if len(names) > 1 else one
                self._sentences.append(
                    capital(self._choose.phrase(bank, names=listed(names, banks)))
                )

    def _seen(self, act: Act) -> list[str]:
        """What a look or reading gives; of what the place was when it was looked at."""
        if not act.key:
            return self._scenery.place(again=True)
        if act.kind == "item":
            thing = self._view.thing(act.key) or self._now.before.thing(act.key)
            return (
                [self._read(thing) if act.action == "read" else self._scenery.thing(thing)]
                if thing
                else []
            )
        spots = {spot.key: spot for spot in (*self._now.before.spots, *self._view.spots)}
        if act.kind == "spot":
            return [self._scenery.spot(spots[act.key])]
        ways = {way.key: way for way in (*self._now.before.ways, *self._view.ways)}
        if act.kind == "exit":
            return [self._scenery.way(ways[act.key])]
        person = _person(self._view, act)
        return [self._scenery.person(person)] if person else []

    def _read(self, thing: ThingView) -> str:
        name = the(thing.name)
        if not thing.text.strip():
            lines = [self._choose.phrase(self._banks.UNWRITTEN, thing=name)]
            return (
                ("" if self._view.chinese else " ").join((*lines, ended(thing.description))).strip()
            )
        text = thing.text.strip().replace("“", "‘").replace("”", "’")
        return capital(self._choose.phrase(self._banks.READS, thing=name, text=text))

    def _thrown(self, at: int) -> str:
        thrown = self._now.thrown.get(at)
        return "" if thrown is None else self._told(thrown)

    def _told(self, thrown: Thrown) -> str:
        values = {"dice": thrown.dice, "total": str(thrown.total)}
        if not thrown.check:
            return self._choose.phrase(self._banks.ROLLED, **values)
        return self._choose.phrase(
            self._banks.CHECKED,
            thing=thrown.check,
            label=thrown.label,
            outcome=ended(thrown.outcome),
            **values,
        )

    def _waited(self, at: int) -> str:
        long = self._now.waited.get(at, "")
        bank = self._banks.WAITED_UNTIL if self._view.now else self._banks.WAITED
        return capital(self._choose.phrase(bank, long=long, now=self._view.now)) if long else ""

    def _phrase(self, kind: str, **values: str) -> str:
        return capital(self._choose.phrase(self._banks.DONE[kind], **values))

    def _fill(self, template: str, **values: str) -> str:
        return capital(template.format_map(values))
