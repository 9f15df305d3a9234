"""Why something does not come true, in a sentence: what is not there, not to be done, not understood."""

from sessions_app.rules import told as refusals
from sessions_app.rules.storyteller.master_acts import IT, Act
from sessions_app.rules.storyteller.master_amounts import without_count
from sessions_app.rules.storyteller.master_deeds import Deeds, Happened
from sessions_app.rules.storyteller.master_names import almost
from sessions_app.rules.storyteller.master_plan import Told
from sessions_app.rules.storyteller.master_wording import (
    MasterBanks,
    banks_for,
    capital,
    either,
    is_course,
    listed,
    the,
)
from sessions_app.rules.storyteller.phrases import Chooser
from sessions_app.rules.storyteller.scene import plain_name

_LIDS = ("open", "close", "lock", "unlock")
_MOST_OFFERED = 3


class Refusing:
    """The refusals of one narration; what is not there is said once."""

    def __init__(self, happened: Happened, deeds: Deeds, choose: Chooser) -> None:
        self._now = happened
        self._deeds = deeds
        self._choose = choose
        self._language = happened.after.actor.language
        self._banks: MasterBanks = banks_for(chinese=happened.after.chinese)
        self._unseen: set[str] = set()

    def refused(self, act: Act, told: Told) -> str:
        """Why something cannot be: the names in it with their articles."""
        named = {
            name: the(str(value)) if name in ("item", "exit") else value
            for name, value in told.items()
        }
        code = told.get("code")
        if code == "not_visible" and act.phrase:
            if act.key in self._unseen and IT.match(act.phrase.strip()):
                return ""
            self._unseen.add(act.key)
            return self._no_such(self._called(act))
        if code == "not_a_container" and act.action in _LIDS:
            return self._fill(self._banks.NO_LID, thing=the(self._deeds.name(act)))
        if code == "wrong_key" and not act.tool and act.action in ("lock", "unlock"):
            return self._fill(self._banks.NO_LOCK, thing=the(self._deeds.name(act)))
        return capital(refusals.say(named, self._language))

    def _called(self, act: Act) -> str:
        """What the player called the thing of an act that is not to be seen."""
        thing = self._now.before.thing(act.key)
        return act.to_phrase if act.to_phrase and thing and thing.seen else act.phrase

    def _no_such(self, phrase: str) -> str:
        """That nothing is there of that name, and what there is that is only not so."""
        left = {thing.key for thing in self._now.after.things}
        there = [thing for thing in self._now.before.things if thing.key in left]
        found = almost(without_count(phrase), there)[:_MOST_OFFERED]
        text = plain_name(phrase)
        if not text.strip():
            return self._banks.NOTHING_TO
        if not found or self._asked_for(phrase):
            return self._fill(self._banks.NO_SUCH, text=text)
        names = listed((the(thing.name) for thing in found), self._banks)
        return self._fill(self._banks.NO_SUCH_BUT, text=text, names=names)

    def _asked_for(self, phrase: str) -> bool:
        """Whether a phrase only points at something."""
        return IT.match(phrase.strip()) is not None

    def trouble(self, act: Act) -> str:
        """Why an act comes to nothing before it is tried."""
        banks, phrase = self._banks, plain_name(act.phrase)
        names = [check.name for check in self._now.after.checks]
        said = {
            "none": lambda: self._no_such(act.phrase),
            "which": lambda: self._fill(banks.WHICH, names=either(map(the, act.options), banks)),
            "nobody": lambda: self._choose.phrase(banks.NOBODY),
            "absent": lambda: self._fill(banks.ABSENT, who=plain_name(act.to_phrase) or phrase),
            "nowhere": lambda: refusals.say({"code": "no_way"}, self._language),
            "inedible": lambda: self._fill(banks.NOT_FOOD, thing=the(self._deeds.name(act))),
            "unfit": lambda: self._unfit(act),
            "taker": lambda: self._fill(banks.NO_TAKER, thing=the(phrase)),
            "unread": lambda: self._fill(banks.UNREAD, text=plain_name(act.text.strip(" .。!！"))),
            "unheld": lambda: self._fill(banks.UNHELD, text=phrase),
            "kept": lambda: self._fill(banks.KEPT, thing=the(self._deeds.name(act))),
            "lidless": lambda: self._lidless(act),
            "held": lambda: self._held(act),
            "bare": lambda: banks.BARE_HERE if act.action == "take" else banks.BARE_HANDS,
            "unknown": lambda: self._fill(
                banks.UNKNOWN, text=plain_name(act.text.strip(" .。!！"))
            ),
            "no_check": lambda: (
                self._fill(banks.NO_CHECK, names=listed(names, banks)) if names else banks.NO_CHECKS
            ),
        }
        return said.get(act.trouble, lambda: banks.NOTHING_TO)()

    def _unfit(self, act: Act) -> str:
        """A feature, a person or a way where a thing should be."""
        banks = self._banks
        if act.kind == "person":
            return self._fill(banks.NO_THING, who=self._deeds.name(act))
        name = the(self._deeds.name(act))
        if act.action in _LIDS:
            return self._fill(banks.NO_LID, thing=name)
        told = {"consume": banks.NOT_FOOD, "wear": banks.NOT_WORN}.get(act.action, banks.STAYS)
        return self._fill(told, thing=name)

    def _lidless(self, act: Act) -> str:
        """A way without a door stands open; nothing about it can be opened or shut."""
        way = the(self._deeds.name(act))
        way = f"the way {way}" if way.isascii() and is_course(way) else way
        return self._fill(self._banks.NO_DOOR, way=way, verb=self._banks.LID_VERBS[act.action])

    def _held(self, act: Act) -> str:
        told = {"code": "held_by_other", "item": the(self._deeds.name(act))}
        return capital(refusals.say(told, self._language))

    def _fill(self, template: str, **values: str) -> str:
        return capital(template.format_map(values))
