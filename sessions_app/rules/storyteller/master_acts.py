"""What a message wants done: its clauses, with what they name looked up in the game master's view."""

import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace

from sessions_app.rules.master_view import (
    AWAY,
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
from sessions_app.rules.storyteller.master_amounts import (
    Wait,
    count_in,
    without_count,
)
from sessions_app.rules.storyteller.master_chinese import chinese_clauses
from sessions_app.rules.storyteller.master_clauses import QUOTED, Clause, masked, names_of
from sessions_app.rules.storyteller.master_english import english_clauses
from sessions_app.rules.storyteller.master_names import (
    is_chinese,
    mentioned,
    named_by,
    without_how,
)
from sessions_app.rules.storyteller.master_wording import is_singular

ACTIONS = (
    "take", "drop", "give", "put", "wear", "remove", "open", "close", "unlock", "lock", "consume",
    "go", "wait", "roll", "check", "look", "read", "inventory", "exits", "clock", "self", "help", "talk",
    "idle", "not", "other",
)  # fmt: skip
"""Everything an act can be; the first twelve change the world."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing to be done, looked up.

    `key` names an item, exit, place, person or check of `kind`; `to` a person, thing or way of
    `to_kind` that the player called `to_phrase`; `tool` the item it is done with. `phrase` is what the player called it. `trouble` is
    why nothing can come of it: "none" (no such thing), "which" (`options` are the names it could
    be), "unfit" (what is named is there and is no thing to do that with), "taker" (nobody who
    could be given it), "unread" (not understood), "unheld" (not at hand to be shown), "kept" (it is on one's person already), "lidless" (a way without a door), "held" (in other hands), "bare" (nothing there to take or to have), "unknown" (no rule
    for it), "nobody", "absent", "nowhere", "nothing", "inedible", "no_check".
    """

    action: str
    key: str = ""
    kind: str = ""
    to: str = ""
    to_kind: str = ""
    to_phrase: str = ""
    tool: str = ""
    quantity: int | None = None
    wait: Wait | None = None
    dice: str = ""
    target: int | None = None
    phrase: str = ""
    text: str = ""
    trouble: str = ""
    options: tuple[str, ...] = ()


_LOOKED_BACK = 3
"""How many messages back "it" may have been named."""
_ORDER_TAKE = {HERE: 0, INSIDE: 1, CARRIED: 2, WORN: 3, WITH: 4, AWAY: 5}
_ORDER_HAVE = {CARRIED: 0, WORN: 1, HERE: 2, INSIDE: 2, WITH: 3, AWAY: 5}
_ORDER_WORN = {WORN: 0, CARRIED: 1, HERE: 2, INSIDE: 2, WITH: 3, AWAY: 5}
_ORDER_SEE = {CARRIED: 0, WORN: 0, HERE: 0, INSIDE: 1, WITH: 1, AWAY: 5}
_ORDERS = {"take": _ORDER_TAKE, "remove": _ORDER_WORN, "look": _ORDER_SEE, "read": _ORDER_SEE}
IT = re.compile(
    r"^(?:it|them|(?:one|some|all|each|any) of (?:them|those|these)|this|that|one|these|those|the things?|the (?:other|rest)(?: ones?)?|the others|the remaining(?: ones?)?|它们?|这个?|那个?|这东西|那东西|东西|之|(?:其中|另)?一[个份枚只张把块条瓶碗杯])$",
    re.IGNORECASE,
)
_ONE_OF_THEM = re.compile(
    r"^(?:him|her|them|he|she|you|everyone|everybody|他们?|她们?|你们?|对方|大家|那人|这人)(?:的|\b|$)",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"^(?:one(?: of (?:them|those|these))?|(?:其中|另)?一[个份枚只张把块条瓶碗杯])$", re.IGNORECASE
)
_SOME = re.compile(
    r"^(?:something|anything|someone|somebody|stuff)\b|^(?:点|些)?什么(?:东西)?$|^(?:点|些)(?:东西|吃的|喝的)$|^随便",
    re.IGNORECASE,
)
_OWNER = re.compile(r"^(.+?)['’]s?\s+(.+)$")
_MINE = re.compile(r"^(?:my|mine)\b|^(?:我自己的|我的|自己的)", re.IGNORECASE)
_PRONOUN = re.compile(r"^(?:him|her|he|she|them|他|她|对方|他们|她们)$", re.IGNORECASE)
_LITTLE = re.compile(
    r"\b(?:to|into|in|inside|through|the|down|up|out|of|over|across|towards?|along|at|back|a|via|by|from|there)\b"
    r"|离开|离去|返回|前往|[出回下上进过][去来]|[走跑爬去到吧了再又]",
    re.IGNORECASE,
)


class Reader:
    """Looks clauses up in a view; remembers what was named last."""

    def __init__(self, view: MasterView) -> None:
        self.view = view
        self.ways = tuple(way_as_called(way) for way in view.ways)
        self.last_way = ""
        self._named: list[str] = []
        self._lost = False
        self._last_person = ""

    def stand(self, view: MasterView) -> None:
        """Go on reading as things would be after what was read."""
        doors = {way.key: way.lid for way in self.ways if way.lid}
        self.view = view
        self.ways = tuple(way_as_called(way) for way in view.ways)
        back = {way.lid: way.key for way in self.ways if way.lid}
        self._named = [back.get(doors.get(key, ""), key) for key in self._named]
        if all(way.key != self.last_way for way in self.ways):
            self.last_way = ""

    def one_thing(self, phrase: str, action: str, among: Iterable[ThingView]) -> Act:
        """The item that a phrase names, as an act without the rest."""
        phrase = phrase.strip()
        if IT.match(without_how(phrase)):
            return self.it(without_how(phrase), action, {thing.key for thing in self.view.things})
        if _SOME.match(phrase) or count_in(phrase) == 0:
            return Act(action, trouble="nothing", text=phrase)
        order = _ORDERS.get(action, _ORDER_HAVE)
        wanted, own = self.owned(phrase, among)
        found = named_by(without_count(wanted), own, prefer=lambda thing: order[thing.where])
        if (not found or not found[0].seen) and (act := self.unfit(phrase, action)):
            return act
        self._lost = not found
        if not found:
            return Act(action, phrase=phrase, trouble="none")
        if len({item.kind or item.key for item in found}) > 1:
            return Act(action, phrase=phrase, trouble="which", options=_names(found))
        if found[0].seen:
            self.remember(found[0].key)
        self._lost = not found[0].seen
        return Act(
            action, found[0].key, "item", phrase=phrase, quantity=_quantity(phrase, found[0])
        )

    def owned(self, phrase: str, among: Iterable[ThingView]) -> tuple[str, Sequence[ThingView]]:
        """A phrase without whose thing it names ("my coat", "Edda's key"), and theirs of the things."""
        things = tuple(among)
        if _MINE.match(phrase):
            return phrase, [thing for thing in things if thing.mine or thing.where != WITH]
        owner = _OWNER.match(phrase)
        whose = mentioned(owner[1], self.view.present())[:1] if owner else []
        if owner is None or not whose:
            return phrase, things
        theirs = [t for t in things if t.holder == whose[0].key or whose[0].name in t.near]
        return owner[2], theirs

    def unfit(self, phrase: str, action: str) -> Act | None:
        """A feature, a person, a way or the place that is named where a thing should be."""
        view = self.view
        groups: tuple[tuple[str, Sequence[Named]], ...] = (
            ("spot", view.spots), ("person", view.present()), ("exit", self.ways),
            ("place", [view.place] if view.place else []),
        )  # fmt: skip
        for kind, among in groups:
            found = named_by(without_count(phrase), [item for item in among if item.seen])
            if found:
                return Act(action, found[0].key, kind, phrase=phrase, trouble="unfit")
        return None

    def it(self, phrase: str, action: str, fit: Container[str]) -> Act:
        """What "it" is: the thing of those that fit which was named last, here or just before.

        Where what was named last was not found, "it" is not found either, and need not be told.
        """
        if self._lost:
            return Act(action, phrase=phrase, trouble="nothing")
        named = [key for key in (*self._named_before(), *self._named) if key in fit]
        if not named:
            return Act(action, phrase=phrase, trouble="none")
        thing = self.view.thing(named[-1])
        one = 1 if thing and _ONE.match(phrase) else None
        return Act(action, named[-1], "item" if thing else "exit", phrase=phrase, quantity=one)

    def _named_before(self) -> list[str]:
        """The things and ways that the player named last in one of the messages before this one."""
        said = [m.content for m in self.view.actor.history if m.role == "user"][-_LOOKED_BACK:]
        return next((found for one in reversed(said) if (found := self._named_in(one))), [])

    def _named_in(self, message: str) -> list[str]:
        before = replace(self.view, actor=replace(self.view.actor, message=message))
        seen = [item for item in (*self.view.things, *self.view.ways) if item.seen]
        phrases = (p for c in clauses_of(before, self.ways) for p in (*c.objects, c.to) if p)

        def near(item: Named) -> int:
            return _ORDER_HAVE[item.where] if isinstance(item, ThingView) else 0

        return [i.key for p in phrases for i in named_by(without_count(p), seen, near)[:1]]

    def remember(self, key: str, *, way: bool = False) -> None:
        """A thing or a way that "it" may mean from now on."""
        self._named.append(key)
        self._lost = False
        self.last_way = key if way else self.last_way

    @property
    def named_here(self) -> bool:
        """Whether something was named in this message already."""
        return bool(self._named)

    def somebody(self, phrase: str) -> PersonView | None:
        """Whoever "him" or "她" means, if anybody is there."""
        if not _PRONOUN.match(phrase.strip()):
            return None
        likely = self._likely(phrase)
        return next((one for one in self.view.present() if one.key == likely.key), None)

    def tool(self, phrase: str) -> str:
        """The key of what is used; "it" goes on meaning what it is used on."""
        order = _ORDER_HAVE
        found = named_by(phrase, self.view.things, prefer=lambda thing: order[thing.where])
        return found[0].key if found and found[0].seen else ""

    def person(self, phrase: str) -> Act:
        """Whom a phrase names, as an act of talking; whoever is most likely where it names nobody."""
        people = self.view.people
        bare = phrase.strip()
        if bare and not _ONE_OF_THEM.match(bare):
            found = mentioned(bare, people)[:1] or list(named_by(bare, people))
            if found and (found[0].seen or not _is_topic(bare, found[0])):
                return self._met(found[0], bare)
        return self._likely(bare)

    def _met(self, person: PersonView, phrase: str) -> Act:
        if not person.seen:
            return Act(
                "talk", person.key, "person", phrase=_called(person, phrase), trouble="absent"
            )
        self._last_person = person.key
        return Act("talk", person.key, "person", phrase=phrase)

    def _likely(self, phrase: str) -> Act:
        """Whoever was named last, spoke last, or is there."""
        present = self.view.present()
        if not present:
            return Act("talk", phrase=phrase, trouble="nobody")
        spoke = [m.speaker for m in self.view.actor.history if m.speaker][-1:]
        wanted = (self._last_person, *spoke, present[0].key)
        keys = {person.key for person in present}
        return Act("talk", next(key for key in wanted if key in keys), "person", phrase=phrase)


def is_anybody(phrase: str) -> bool:
    """Whether words point at somebody without a name ("him", "everyone", "她")."""
    return _ONE_OF_THEM.match(phrase) is not None


def _is_topic(phrase: str, person: PersonView) -> bool:
    """Whether a Chinese phrase speaks of somebody ("摄政的事") and not to them."""
    rests = (phrase.partition(name)[2] for name in (person.name, *person.aliases))
    return any(rest.startswith(("的", "在哪", "是谁", "怎么")) for rest in rests)


def _quantity(phrase: str, thing: ThingView) -> int | None:
    """How many of a stack are wanted; None for all of it."""
    if thing.quantity < 2:
        return None
    return count_in(phrase) or (1 if is_singular(phrase) else None)


def way_as_called(way: WayView) -> WayView:
    """A way with all that it can be called: by where it leads, and "door" where it is one."""
    leads = [name for name in (way.target_name, *way.target_aliases) if name]
    more = [*leads]
    for name in leads:
        more += (
            [f"door to {name}", f"way to {name}"]
            if name.isascii()
            else [f"{name}的门", f"去{name}的门", f"通往{name}的门"]
        )
    if way.door:
        more += ["door", "门"]
    return replace(way, aliases=(*way.aliases, *more))


def _names(found: Iterable[Named]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.name for item in found if item.seen))[:6]


def clauses_of(
    view: MasterView, ways: Sequence[WayView], later: Iterable[MasterView] = ()
) -> list[Clause]:
    """The clauses of the player's message, in the language it is written in; `later` are the views
    that have names which it may mean further on."""
    message = view.actor.message
    names = names_of(view) | {name for way in ways for name in way.aliases}
    later = tuple(later)
    names = names.union(*(names_of(each) for each in later))
    if is_chinese(QUOTED.sub("", message)):
        people = [name for one in view.present() for name in called_by(one)]
        words = (n for n in names if len(n) > 1 and is_chinese(n))
        courses = {
            n for each in (view, *later) for way in each.ways for n in (way.name, *way.aliases)
        }
        others = [name for one in view.people for name in called_by(one) if len(name) > 1]
        return chinese_clauses(masked(message, words), people, courses, others)
    words = (n for n in names if " " in n and n.isascii())
    people = [name for one in view.present() for name in called_by(one)]
    away = [n for one in view.people if not one.seen for n in called_by(one) if len(n) > 1]
    return english_clauses(masked(message, words), view.player_name, people, away)


def called_by(person: PersonView) -> tuple[str, ...]:
    """What somebody is called by: the name, its first word, the aliases."""
    first = person.name.split()[:1] if person.name.istitle() else []
    return (person.name, *first, *person.aliases)


def _called(person: PersonView, phrase: str) -> str:
    """What a phrase calls somebody, without what it goes on to say."""
    names = sorted(called_by(person), key=len, reverse=True)
    found = (re.search(rf"(?:\bthe )?{re.escape(name)}", phrase, re.IGNORECASE) for name in names)
    return next((hit[0] for hit in found if hit), phrase)


def simple_target(text: str) -> str:
    """A phrase after a verb of going without its prepositions."""
    return _LITTLE.sub(" ", text).strip(" ,.")


Handler = Callable[[Reader, Clause], Sequence[Act]]
