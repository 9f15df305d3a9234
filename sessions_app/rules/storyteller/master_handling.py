"""Handling, giving, talking, waiting: what the clauses of a message are done to, and to whom."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sessions_app.rules.master_view import CARRIED, HERE, INSIDE, MasterView
from sessions_app.rules.storyteller.master_acts import IT, Act, Reader
from sessions_app.rules.storyteller.master_amounts import CONTENTS, EVERYTHING, wait_of
from sessions_app.rules.storyteller.master_clauses import Clause
from sessions_app.rules.storyteller.master_names import mentioned, named_by


def things_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Taking, dropping, wearing, taking off, eating: one act a thing that is named."""
    source = _source(reader, clause.source)
    among = [
        t for t in reader.view.things if not source or t.holder == source
    ] or reader.view.things
    acts: list[Act] = []
    for phrase in clause.objects or ("it",):
        if inside := _contents(reader, clause.verb, phrase.strip()):
            acts += inside
        elif EVERYTHING.match(phrase.strip()):
            acts += _everything(reader.view, clause.verb, source)
        elif phrase.strip():
            act = _edible(reader.view, reader.one_thing(phrase, clause.verb, among))
            acts.append(replace(act, to=clause.to, to_kind="spot") if clause.to else act)
    return acts or [Act(clause.verb, trouble="nothing", text=clause.text)]


def _source(reader: Reader, phrase: str) -> str:
    """The key of what something is taken out of; "" where it is not known."""
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
    return _everything(reader.view, verb, source[0]) if source else []


def _edible(view: MasterView, act: Act) -> Act:
    thing = view.thing(act.key)
    if act.action != "consume" or thing is None:
        return act
    one = replace(act, quantity=act.quantity or 1)
    return one if thing.edible else replace(one, trouble="inedible")


def _everything(view: MasterView, verb: str, source: str) -> list[Act]:
    """All that can be meant by "everything"."""
    where = (HERE, INSIDE) if verb == "take" else (CARRIED,)
    found = [
        thing
        for thing in view.things
        if thing.seen
        and thing.where in where
        and not thing.fixed
        and (thing.holder == source if source else thing.where != INSIDE)
    ]
    return [Act(verb, thing.key, "item", phrase=thing.name) for thing in found[:12]]


def give_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Giving: "give X to Y" and "give Y X", where the first thing that is a person gets it."""
    whom, objects = clause.to, clause.objects
    if not whom and objects:
        whom, objects = _first_person(reader, objects)
    person = reader.person(whom)
    acts = []
    for phrase in objects:
        act = reader.one_thing(phrase, "give", reader.view.things)
        act = replace(act, to=person.key, to_kind="person", to_phrase=whom or person.phrase)
        acts.append(act if act.trouble else replace(act, trouble=person.trouble))
    return acts or [Act("give", trouble="nothing", text=clause.text)]


def _first_person(reader: Reader, objects: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """("Mara", ("the letter",)) from ("Mara the letter",)."""
    first = objects[0]
    word = re.match(r"\s*(?:him|her|them|他|她)(?:\b|(?=[\u4e00-\u9fff]))", first, re.IGNORECASE)
    if word:
        return word[0], (first[word.end() :], *objects[1:])
    for person in sorted(mentioned(first, reader.view.people), key=lambda p: not p.seen):
        for name in sorted(
            (person.name, *person.aliases, *person.name.split()[:1]), key=len, reverse=True
        ):
            at = first.lower().find(name.lower())
            if at >= 0:
                rest = first[:at] + " " + first[at + len(name) :]
                kept = rest.strip(" 的了")
                return name, ((kept,) if kept not in ("", "the", "a") else ()) + objects[1:]
    return "", objects


def talk_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Speech of any kind: to whom, and what is said."""
    whom = clause.objects[0] if clause.objects else ""
    spoken = mentioned(clause.text, reader.view.present())[:1] if not whom else []
    act = reader.person(spoken[0].name if spoken else whom)
    return [replace(act, text=clause.text, phrase=act.phrase or clause.verb)]


def wait_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Waiting, resting, sleeping: how long; sleep without an end lasts to the morning."""
    view, words = reader.view, clause.text
    asleep = re.match(
        r"\W*(?:sleep|slept|sleeping|睡)(?:觉|下|一觉|了|吧)*\W*$", words, re.IGNORECASE
    )
    said = "until morning" if asleep else words
    return [Act("wait", wait=wait_of(said, view.local_time, view.day_parts), text=words)]
