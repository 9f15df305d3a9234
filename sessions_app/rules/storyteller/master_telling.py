"""Narrates a turn of the table: what became true, what did not, what is there, and who answers (TB-23)."""

from collections.abc import Sequence
from dataclasses import replace

from sessions_app.rules.master_view import MasterView, ThingView
from sessions_app.rules.storyteller.master_acts import Act
from sessions_app.rules.storyteller.master_deeds import Deeds, Happened, person_of
from sessions_app.rules.storyteller.master_plan import HANDLING
from sessions_app.rules.storyteller.master_refusing import Refusing
from sessions_app.rules.storyteller.master_scenery import Scenery
from sessions_app.rules.storyteller.master_thrown import Thrown, thrown_of
from sessions_app.rules.storyteller.master_wording import (
    MasterBanks,
    banks_for,
    capital,
    ended,
    is_course,
    listed,
    place_name,
    the,
    turned,
)
from sessions_app.rules.storyteller.phrases import Chooser
from sessions_app.rules.storyteller.scene import plain_name
from sessions_app.rules.storyteller.telling import tell_talk
from worldbook.rules.describing import describe_duration

_REMEMBERED = 12
_SILENT = ("unconscious", "dead")


def narrate(happened: Happened) -> str:
    """The whole text of the turn, in the language of the story; the same for the same turn."""
    return _Narration(happened).text()


def talks(view: MasterView, acts: Sequence[Act]) -> dict[int, list[str]]:
    """What those who are spoken to answer, by the number of the act."""
    brief = any(act.action != "talk" for act in acts)
    found = {}
    for at, act in enumerate(acts):
        person = person_of(view, act) if act.action == "talk" and not act.trouble else None
        if person is not None and person.condition not in _SILENT:
            heard = replace(view.actor, char=person.card, others=(), message=act.text, kept_text="")
            found[at] = tell_talk(heard, brief=brief)
    return found


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
        self._heard = heard
        self._scenery = Scenery(view, self._choose, heard)
        self._deeds = Deeds(happened, self._choose, heard)
        self._refusing = Refusing(happened, self._deeds, self._choose)
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
            self._own_paragraphs([self._banks.INTRODUCTION])
        return "\n\n".join(self._paragraphs) or self._choose.phrase(self._banks.STILL)

    def _before(self) -> None:
        """What was before this turn and is told in it: time away, and what the player rolled."""
        before = self._now.before
        if before.away:
            long = describe_duration(before.away, before.actor.language)
            self._sentences.append(self._fill(self._banks.AWAY, long=long))
        if before.rolled:
            many = len(before.rolled) > 1
            self._sentences.append(self._banks.THREW_MANY if many else self._banks.THREW)
        for roll in before.rolled:
            self._sentences.append(self._told(thrown_of(roll, chinese=before.chinese)))
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
        then = self._now.just_after(at)
        if then is not self._scenery.view:
            self._scenery = Scenery(then, self._choose, self._heard)
        if at in self._now.told:
            self._sentences.append(self._refusing.refused(act, self._now.told[at]))
        elif act.trouble:
            self._sentences.append(self._refusing.trouble(act))
        elif answer is not None:
            self._own_paragraphs(answer)
        elif act.action in HANDLING:
            self._sentences += self._deeds.handled(at, act)
        else:
            self._other(at, act)

    def _other(self, at: int, act: Act) -> None:
        """What is no handling of things."""
        if act.action == "go":
            self._gone(at, act)
        elif act.action in ("look", "read"):
            self._own_paragraphs(self._seen(act))
        elif act.action in ("roll", "check"):
            self._own_paragraphs([self._thrown(at)])
        elif act.action == "wait":
            self._sentences.append(self._waited(at))
        elif act.action == "talk":
            self._sentences.append(self._fill(self._banks.UNMOVED, who=self._deeds.who(act)))
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
        elif act.action == "self":
            who = self._fill(self._banks.YOU_ARE, who=plain_name(self._view.player_name))
            self._sentences += [who if self._view.player_name else "", self._scenery.own()]
        elif act.action == "help":
            self._own_paragraphs([self._banks.INTRODUCTION])
        elif act.action == "not":
            self._sentences.append(self._choose.phrase(self._banks.REFRAINED))
        else:
            self._sentences.append(self._idled(act))

    def _idled(self, act: Act) -> str:
        """What was done without touching the world, in the player's words where they fit."""
        said = plain_name(turned(act.text)) if act.action == "idle" else ""
        return (
            self._fill(self._banks.IDLED, text=said)
            if said
            else self._choose.phrase(self._banks.NOTED)
        )

    def _gone(self, at: int, act: Act) -> None:
        """A way that was gone, and the place it led to; or a few steps within the place."""
        before = self._now.just_before(at)
        if act.kind == "person":
            self._sentences.append(self._phrase("near_person", who=self._deeds.name(act)))
        elif act.kind == "spot":
            self._sentences.append(self._phrase("near", thing=the(self._deeds.name(act))))
        elif before.place is not None and act.key == before.place.key:
            self._sentences.append(self._phrase("there", place=place_name(self._deeds.name(act))))
        else:
            ways = [way for way in before.ways if self._now.path == (way.key,)]
            by = the(ways[0].name) if ways and ways[0].name != ways[0].target_name else ""
            place = place_name(self._deeds.name(act))
            kind = "go_course" if by and is_course(by) else "go_by" if by else "go"
            self._sentences.append(self._phrase(kind, way=by, place=place))
            self._along()
            self._own_paragraphs(self._scenery.place(again=False))

    def _along(self) -> None:
        """Who came along: those who were with the player before and are again."""
        before = {person.key for person in self._now.before.present()}
        there = self._scenery.view.present()
        names = [person.name for person in there if person.key in before]
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
            thing = self._scenery.view.thing(act.key) or self._now.before.thing(act.key)
            return (
                [self._read(thing) if act.action == "read" else self._scenery.thing(thing)]
                if thing
                else []
            )
        spots = {spot.key: spot for spot in (*self._now.before.spots, *self._view.spots)}
        if act.kind == "spot":
            return [self._scenery.spot(spots[act.key])]
        then = self._scenery.view
        ways = {way.key: way for way in (*self._now.before.ways, *self._view.ways, *then.ways)}
        if act.kind == "exit":
            return [self._scenery.way(ways[act.key])]
        person = person_of(then, act)
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
        thrown, act = self._now.thrown.get(at), self._now.acts[at]
        if thrown is None:
            return ""
        plain = {check.key for check in self._view.checks if not check.needs_target}
        if act.target is None or act.key not in plain:
            return self._told(thrown)
        aside = self._fill(self._banks.NO_TARGET, number=str(act.target))
        return ("" if self._view.chinese else " ").join((self._told(thrown), aside))

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
