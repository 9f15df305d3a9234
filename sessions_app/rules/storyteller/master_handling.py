"""Handling, giving, talking, waiting: what the clauses of a message are done to, and to whom."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sessions_app.rules.master_view import CARRIED, HERE, INSIDE, WORN, MasterView, ThingView
from sessions_app.rules.storyteller.master_acts import IT, Act, Reader, is_anybody
from sessions_app.rules.storyteller.master_amounts import (
    CONTENTS,
    EVERYTHING,
    wait_of,
    without_count,
)
from sessions_app.rules.storyteller.master_clauses import Clause
from sessions_app.rules.storyteller.master_names import mentioned, named_by
from sessions_app.rules.storyteller.understanding import understand


def things_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Taking, dropping, wearing, taking off, eating: one act a thing that is named."""
    source = _source(reader, clause.source)
    phrases = [phrase.strip() for phrase in clause.objects or ("it",) if phrase.strip()]
    acts = [act for phrase in phrases for act in _named_things(reader, clause, phrase, source)]
    acts = _unlisted(acts, phrases)
    if clause.to:
        acts = [act if act.trouble else replace(act, to=clause.to, to_kind="spot") for act in acts]
    return acts or [Act(clause.verb, trouble="nothing", text=clause.text)]


def _named_things(reader: Reader, clause: Clause, phrase: str, source: str) -> Sequence[Act]:
    """The acts upon what one phrase of a list names; `source` is what it is taken out of."""
    if inside := _contents(reader, clause.verb, phrase):
        return inside
    whole = EVERYTHING.match(phrase)
    if whole:
        left = whole["but"] or whole["han"] or ""
        return _everything(reader, clause.verb, source, left)
    among = reader.view.things
    if source:
        among = tuple(thing for thing in among if thing.holder == source)
        if clause.source and not named_by(without_count(phrase), among) and not IT.match(phrase):
            phrase = (
                f"{phrase} from {clause.source}"
                if phrase.isascii()
                else f"{clause.source}的{phrase}"
            )
    elif clause.source and not _NOWHERE.search(clause.source):
        phrase = (
            f"{phrase} from {clause.source}" if phrase.isascii() else f"{clause.source}的{phrase}"
        )
    return [_fit(reader.view, reader.one_thing(phrase, clause.verb, among))]


def _unlisted(acts: list[Act], phrases: Sequence[str]) -> list[Act]:
    """A lone word at the end of a list of things that is none of them is an act nobody knows."""
    last = acts[-1] if acts else None
    if len(phrases) < 2 or last is None or last.trouble != "none":
        return acts
    if not re.fullmatch(r"[a-z]+", last.phrase) or not _COUNTED.match(phrases[0]):
        return acts
    return [*acts[:-1], Act("other", text=last.phrase, trouble="unknown")]


_NOWHERE = re.compile(
    r"\b(?:floor|ground|table|here|there|pockets?|hands?|bags?|pack|wall|corner|shelf)\b|地上|桌|手|身上|口袋|怀|墙",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"(?:the|an?|my|his|her|their|some|all|\d+|one|two|three)\s", re.IGNORECASE)


def _source(reader: Reader, phrase: str) -> str:
    """The key of what something is taken out of; "" where it is not known."""
    if IT.match(phrase.strip()):
        lids = {
            thing.key for thing in reader.view.things if thing.container != "none" and thing.seen
        }
        return reader.it(phrase, "take", lids).key
    holders = [*reader.view.things, *reader.view.people]
    found = named_by(phrase, [item for item in holders if item.seen]) if phrase else ()
    return found[0].key if found else ""


def _contents(reader: Reader, verb: str, phrase: str) -> list[Act]:
    """All that is seen in the container of "what is in it", the one named last or by its name."""
    said = CONTENTS.match(phrase) if verb == "take" else None
    if said is None:
        return []
    lids = [thing for thing in reader.view.things if thing.container != "none" and thing.seen]
    called = said[1].strip() if not IT.match(said[1].strip()) else ""
    named = [item.key for item in named_by(called, lids)[:1]] if called else []
    source = named or [act.key for act in [reader.it("它", verb, {t.key for t in lids})] if act.key]
    return list(_everything(reader, verb, source[0], "")) if source else []


_WHOLE = re.compile(r"^(?:all|both|every|the whole|the rest)\b|^(?:所有|全部|整)", re.IGNORECASE)


def _fit(view: MasterView, act: Act) -> Act:
    """The act; one upon what is seen to be no food, or nothing to wear, comes to nothing."""
    thing = view.thing(act.key)
    if (
        act.action == "wear"
        and thing is not None
        and thing.seen
        and not (thing.slot or act.trouble)
    ):
        return replace(act, trouble="unfit")
    if act.action != "consume" or thing is None or not thing.seen:
        return act
    whole = thing.quantity if _WHOLE.match(act.phrase) else 1
    one = replace(act, quantity=act.quantity or whole)
    return one if thing.edible else replace(one, trouble="inedible")


def _everything(reader: Reader, verb: str, source: str, left: str) -> Sequence[Act]:
    """All that can be meant by "everything", but for what is to be left."""
    view = reader.view
    spared = {
        act.key for name in _listed(left) for act in [reader.one_thing(name, verb, view.things)]
    }
    found = [
        thing
        for thing in view.things
        if thing.seen
        and not thing.fixed
        and thing.key not in spared
        and _is_meant(view, thing, verb, source)
    ]
    acts = [Act(verb, thing.key, "item", phrase=thing.name) for thing in found[:12]]
    return acts or [Act(verb, trouble="bare")]


def _listed(phrase: str) -> list[str]:
    return [part.strip() for part in re.split(r",|\band\b|、|和|与", phrase) if part.strip()]


def _is_meant(view: MasterView, thing: ThingView, verb: str, source: str) -> bool:
    """Whether "everything" includes a thing: what lies in a box that stays is taken too."""
    if source:
        return thing.holder == source
    if verb == "remove":
        return thing.where == WORN
    if verb != "take":
        return thing.where == CARRIED
    holder = view.thing(thing.holder) if thing.where == INSIDE else None
    return thing.where == HERE or (holder is not None and holder.fixed and holder.where == HERE)


def give_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Giving: "give X to Y" and "give Y X", where the first thing that is a person gets it."""
    whom, objects = clause.to, clause.objects
    if _TO_ME.match(whom) or (objects and _TO_ME.match(objects[0])):
        return talk_act(reader, Clause("ask", text=f"“{clause.text.strip()}”"))
    if not whom and objects:
        whom, objects = first_person(reader, objects)
    person = _receiver(reader, whom)
    acts = []
    if whom and not objects:
        objects = ("它" if reader.view.chinese else "it",)
    wanted = [act for phrase in objects for act in _given(reader, phrase)]
    for act in wanted:
        act = replace(act, to=person.key, to_kind="person", to_phrase=whom or person.phrase)
        if person.trouble in ("none", "taker") and not act.trouble:
            act = replace(act, phrase=whom, key="")
        acts.append(act if act.trouble else replace(act, trouble=person.trouble))
    return acts or [Act("give", trouble="nothing", text=clause.text)]


_TO_ME = re.compile(r"\s*(?:(?:me|us)\b|我们?(?!的)|咱们?)", re.IGNORECASE)
"""What others are to give is asked of them, and not given."""
_SOMEBODY = re.compile(
    r"^(?:the |that |this )?(?:other |old |young |little |tall )*(?:man|woman|boy|girl|child|kid|person|stranger|fellow|lady"
    r"|guy|host)$|^(?:那|这)?(?:个|位)?(?:老|小|年轻的?)?(?:人|男人|女人|孩子|姑娘|先生|老人|家伙|人家)$",
    re.IGNORECASE,
)


def _receiver(reader: Reader, whom: str) -> Act:
    """Who is to get something; whoever is most likely only where the words may mean anybody."""
    person = reader.person(whom)
    plain = whom.strip()
    anybody = not plain or person.trouble or is_anybody(plain) or _SOMEBODY.match(plain)
    people = reader.view.people
    if anybody or mentioned(plain, people) or named_by(plain, people):
        return person
    view = reader.view
    there = [item for item in (*view.things, *view.spots, *reader.ways) if item.seen]
    found = next(iter(named_by(plain, there)), None)
    return replace(person, key="", phrase=plain, trouble="none" if found is None else "taker")


def _given(reader: Reader, phrase: str) -> Sequence[Act]:
    whole = EVERYTHING.match(phrase.strip())
    if whole:
        return _everything(reader, "give", "", whole["but"] or whole["han"] or "")
    return [reader.one_thing(phrase, "give", reader.view.things)]


def first_person(reader: Reader, objects: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """("Mara", ("the letter",)) from ("Mara the letter",)."""
    first = objects[0]
    word = re.match(
        r"\s*(?:him|her|them|you|他|她|你)(?:\b|(?=[\u4e00-\u9fff]))", first, re.IGNORECASE
    )
    if word:
        rest = first[word.end() :]
        return word[0], ((rest, *objects[1:]) if rest.strip() else objects[1:])
    for person in sorted(mentioned(first, reader.view.people), key=lambda p: not p.seen):
        for name in sorted(
            (person.name, *person.aliases, *person.name.split()[:1]), key=len, reverse=True
        ):
            at = first.lower().find(name.lower())
            if at >= 0:
                rest = first[:at] + " " + first[at + len(name) :]
                kept = rest.strip(" 的了给")
                return name, ((kept,) if kept not in ("", "the", "a") else ()) + objects[1:]
    return "", objects


def talk_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Speech of any kind: to whom, and what is said."""
    whom = clause.objects[0] if clause.objects else ""
    spoken = mentioned(clause.text, reader.view.present())[:1] if not whom else []
    act = reader.person(spoken[0].name if spoken else whom)
    text = clause.text
    unsaid = clause.verb in ("say", "tell", "ask") and understand(text).action == "other"
    if unsaid or (clause.verb == "show" and not _has_named(reader, text)):
        text = f"“{text}”"
    return [replace(act, text=text, phrase=act.phrase or clause.verb)]


def _has_named(reader: Reader, text: str) -> bool:
    """Whether a thing that the player's character has, or can point at, is named in a text."""
    held = [thing for thing in reader.view.things if thing.seen]
    words = text.split() if text.isascii() else [text[at:] for at in range(len(text))]
    return bool(mentioned(text, held)) or any(named_by(word, held) for word in words)


def wait_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Waiting, resting, sleeping: how long; sleep without an end lasts to the morning."""
    view, words = reader.view, clause.text
    asleep = re.match(
        r"\W*(?:sleep|slept|sleeping|(?:go(?:es)? (?:back )?to|fall) (?:sleep|bed)|fall asleep|上床睡|躺下睡|睡)"
        r"(?:觉|下|一觉|了|吧)*(?:\s+(?:now|here|in|on|by)\b(?:(?!\b(?:until|till|for|to)\b)[^,;])*)?\W*$",
        words,
        re.IGNORECASE,
    )
    said = "until morning" if asleep else words
    return [Act("wait", wait=wait_of(said, view.local_time, view.day_parts), text=words)]
