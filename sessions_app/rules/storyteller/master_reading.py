"""Reads a message for the game master: the acts it asks for, in their order (TB-23)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sessions_app.rules.master_view import CARRIED, WORN, MasterView, Named, ThingView, WayView
from sessions_app.rules.storyteller.master_acts import (
    Act,
    Handler,
    Reader,
    clauses_of,
    give_act,
    simple_target,
    talk_act,
    things_act,
    wait_act,
)
from sessions_app.rules.storyteller.master_clauses import TALKS, Clause
from sessions_app.rules.storyteller.master_names import best_likeness, mentioned, named_by
from sessions_app.rules.storyteller.master_questions import question_act

MAX_ACTS = 12
"""More than that is no message of one round; what is over is not read."""

_BACK = re.compile(r"\bback\b|^\W*return\W*$|回去|返回|原路|往回", re.IGNORECASE)
_OUT = re.compile(
    r"^\W*(?:out(?:side)?|here|(?:this|the) (?:place|room|house|building)|出去?|外面?|这里|这儿|此地|)\W*$",
    re.IGNORECASE,
)
_ROOM = re.compile(
    r"^\W*(?:around|about|round|here|(?:the |this |my )?(?:room|place|area|surroundings)|everything"
    r"|四周|周围|四下|这里|房间|屋里|屋内|环境|周遭|一下|)\W*$",
    re.IGNORECASE,
)
_IT = re.compile(r"^\W*(?:it|them|它们?)\W*$", re.IGNORECASE)
_SELF = re.compile(
    r"^\W*(?:myself|my (?:things|pockets?|bags?)|自己|身上|我身上)\W*$", re.IGNORECASE
)
_DICE = re.compile(
    r"(?<![A-Za-z0-9])(?:\d{0,3}d(?:\d+|%|f)[\w!<>=%]*|adv|dis)(?:\s*[-+*/]\s*\d+(?:d\d+\w*)?)*(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_TARGET = re.compile(
    r"(?:against|versus|vs\.?|dc|target(?: of)?|难度|目标|对抗)\s*(?:是|为)?\s*(-?\d{1,4})",
    re.IGNORECASE,
)
_WHEREABOUTS = re.compile(r"\b(?:here|on|at|in|behind|with|by)\b|在", re.IGNORECASE)


def read_acts(view: MasterView) -> tuple[Act, ...]:
    """The acts of the player's message; one "other" where nothing in it is understood."""
    reader = Reader(view)
    acts: list[Act] = []
    for clause in clauses_of(view, reader.ways)[: 2 * MAX_ACTS]:
        acts += HANDLERS.get(clause.verb, _other)(reader, clause)
    kept = _together(acts)
    return tuple(kept[:MAX_ACTS]) if kept else (_bare(reader),)


def _together(acts: list[Act]) -> list[Act]:
    """The acts without those that say nothing beside others, and with one talk a person."""
    kept: list[Act] = []
    for act in acts:
        if act.trouble == "nothing" and len(acts) > 1:
            continue
        last = kept[-1] if kept else None
        if last and act.action == "talk" and (last.action, last.key) == ("talk", act.key):
            kept[-1] = replace(last, text=f"{last.text} {act.text}".strip())
        elif last and act.action == "wait" == last.action:
            kept[-1] = act
        else:
            kept.append(act)
    return kept


def _bare(reader: Reader) -> Act:
    """A message without a verb: a way or a place by itself, a thing, a person, or mere talk."""
    text = reader.view.actor.message.strip()
    if len(text.split()) <= 4 and len(text) <= 40:
        for handler in (_go_named, _look_named):
            if act := handler(reader, text):
                return act
    if reader.view.present():
        return replace(talk_act(reader, Clause("say", text=text))[0], text=text)
    return Act("other", text=text)


def _open_close(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Opening, closing, locking and unlocking things and ways; a tool unlocks what is locked."""
    phrases = list(clause.objects) or [clause.to or "it"]
    if clause.to and clause.objects:
        phrases[-1] = f"{phrases[-1]} to {clause.to}"
    tool = reader.tool(clause.tool) if clause.tool else ""
    acts: list[Act] = []
    for phrase in phrases:
        act = replace(_closable(reader, phrase, clause.verb), tool=tool)
        if clause.verb == "open" and tool and _state(reader.view, act) == "locked":
            acts.append(replace(act, action="unlock"))
        acts.append(act)
    return acts


def _closable(reader: Reader, phrase: str, verb: str) -> Act:
    """The container or way that is meant; of several alike the one for which it makes sense."""
    if _IT.match(phrase):
        act = reader.one_thing(phrase, verb, reader.view.things)
        is_way = any(way.key == act.key for way in reader.ways)
        return replace(act, kind="exit" if is_way else act.kind)
    among: list[ThingView | WayView] = [*reader.ways]
    among += [thing for thing in reader.view.things if thing.container != "none"]
    fit = {
        "open": ("closed", "locked"),
        "close": ("open",),
        "unlock": ("locked",),
        "lock": ("open", "closed"),
    }
    found = named_by(phrase, among, prefer=lambda item: _state_of(item) not in fit[verb])
    if not found:
        return reader.one_thing(phrase, verb, reader.view.things)
    if len(found) > 1 and len({_name(item) for item in found}) > 1:
        return Act(
            verb, phrase=phrase, trouble="which", options=tuple(_name(item) for item in found)
        )
    is_way = isinstance(found[0], WayView)
    reader.remember(found[0].key, way=is_way)
    kind = "exit" if is_way else "item"
    return Act(verb, found[0].key, kind, phrase=phrase)


def _name(item: ThingView | WayView) -> str:
    return item.name


def _state_of(item: ThingView | WayView) -> str:
    return item.state if isinstance(item, WayView) else item.container


def _state(view: MasterView, act: Act) -> str:
    items: tuple[ThingView | WayView, ...] = (*view.ways, *view.things)
    return next((_state_of(item) for item in items if item.key == act.key), "")


def _put(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Putting into or onto something; onto what is no container it is laid down."""
    view = reader.view
    containers = [t for t in view.things if t.container != "none"]
    found = (
        named_by(clause.to, containers, prefer=lambda thing: not thing.seen) if clause.to else ()
    )
    acts = [a for p in clause.objects for a in _thing_or_all(reader, p)]
    if found:
        return [_into(view, act, found[0]) for act in acts]
    return [replace(a, action="drop", to=clause.to, to_kind="spot") for a in acts] or [
        Act("put", trouble="nothing", text=clause.text)
    ]


def _into(view: MasterView, act: Act, into: ThingView) -> Act:
    """Putting a thing into a container; its key into its lock is unlocking."""
    thing = view.thing(act.key)
    if thing and into.container == "locked" and (thing.kind or thing.key) == into.opener:
        return Act("unlock", into.key, "item", tool=thing.key, phrase=into.name)
    return replace(act, to=into.key, to_kind="item")


def _thing_or_all(reader: Reader, phrase: str) -> Sequence[Act]:
    return [replace(a, action="put") for a in things_act(reader, Clause("drop", (phrase,)))]


def _use(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Using one thing on another is unlocking; using it by itself is what it is for."""
    phrase = clause.objects[0] if clause.objects else ""
    if clause.to:
        opened = Clause("unlock", (clause.to,), tool=phrase, text=clause.text)
        return _open_close(reader, opened)
    act = reader.one_thing(phrase, "give", reader.view.things)
    thing = reader.view.thing(act.key)
    if thing is None:
        return [Act("other", text=clause.text)] if act.trouble == "none" else [act]
    verb = "consume" if thing.edible else "wear" if thing.slot else "read" if thing.text else "look"
    return [replace(act, action=verb)]


def _go(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Going somewhere: by a way, to a place, to somebody, back, or out."""
    phrases = [*clause.objects, clause.to, simple_target(clause.text)]
    for phrase in phrases:
        if phrase.strip() and (act := _go_named(reader, phrase)):
            return [act]
    words = clause.text
    if reader.last_way and not any(_OUT.match(p) is None for p in phrases if p.strip()):
        return [_through(reader)]
    if _BACK.search(words) and reader.view.came_from:
        return [Act("go", reader.view.came_from, "place", phrase=words)]
    named = next((phrase for phrase in phrases if phrase.strip() and not _OUT.match(phrase)), "")
    if named:
        return [Act("go", phrase=named, trouble="nowhere")]
    if clause.verb == "leave" or re.search(r"out|出|离", words):
        return [_out(reader.view)]
    return [Act("go", phrase=words, trouble="nothing")]


def _through(reader: Reader) -> Act:
    """By the way that was just spoken of."""
    way = next(way for way in reader.ways if way.key == reader.last_way)
    return Act("go", way.target, "place", to=way.key, to_kind="exit", phrase=way.name)


def _go_named(reader: Reader, phrase: str) -> Act | None:
    """The way, place, spot or person that a phrase of going names; the nearer name wins."""
    view = reader.view
    groups: list[tuple[str, Sequence[Named]]] = [
        ("exit", reader.ways), ("place", view.places), ("person", view.people), ("spot", view.spots),
    ]  # fmt: skip
    best: tuple[int, int, str, Named] | None = None
    for rank, (kind, among) in enumerate(groups):
        found = named_by(phrase, among)
        if found:
            score = (
                not found[0].seen and kind != "place",
                -best_likeness(phrase, found[0]) // 10,
                rank,
            )
            entry = (score[0] * 100 + score[1], rank, kind, found[0])
            best = entry if best is None or entry[:2] < best[:2] else best
    if best is None:
        return None
    _, _, kind, item = best
    if isinstance(item, WayView):
        return Act("go", item.target, "place", to=item.key, to_kind="exit", phrase=phrase)
    return Act("go", item.key, kind, phrase=phrase)


def _out(view: MasterView) -> Act:
    """The way out where there is one only; else the player is asked which."""
    ways = [way for way in view.ways if way.seen]
    if len(ways) == 1:
        return Act("go", ways[0].target, "place", to=ways[0].key, to_kind="exit")
    if not ways:
        return Act("go", trouble="nowhere")
    return Act("go", trouble="which", options=tuple(way.name or way.target_name for way in ways))


def _leave(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Leaving a thing somewhere is laying it down; leaving otherwise is going."""
    phrase = clause.objects[0] if clause.objects else ""
    carried = [thing for thing in reader.view.things if thing.where in (CARRIED, WORN)]
    laid = _IT.match(phrase) or (
        named_by(phrase, carried) and not mentioned(phrase, reader.view.places)
    )
    if phrase and laid:
        acts = things_act(reader, replace(clause, verb="drop"))
        return [replace(act, to=clause.to, to_kind="spot") for act in acts]
    place = reader.view.place
    if place and clause.objects and best_likeness(clause.objects[0], place) >= 60:
        return [_out(reader.view)]
    return _go(
        reader, replace(clause, objects=()) if _OUT.match(" ".join(clause.objects)) else clause
    )


def _look(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Looking around, at oneself, or at whatever is named."""
    phrase = clause.objects[0] if clause.objects else clause.to or simple_target(clause.text)
    if _ROOM.match(phrase):
        return [Act("look", phrase=phrase)]
    if _SELF.match(phrase):
        return [Act("inventory")]
    acts = [
        _look_named(reader, each) for each in (*clause.objects, clause.to, phrase) if each.strip()
    ]
    found = [act for act in acts if act is not None]
    return found[: max(1, len(clause.objects))] or [Act("look", phrase=phrase, trouble="none")]


def _look_named(reader: Reader, phrase: str) -> Act | None:
    """Whatever is perceived of that name, or the place itself."""
    view = reader.view
    if _IT.match(phrase):
        act = reader.one_thing(phrase, "look", view.things)
        return act if act.key else None
    here = [view.place] if view.place else []
    kinds: list[tuple[str, Sequence[Named]]] = [
        ("item", [t for t in view.things if t.seen]), ("spot", view.spots), ("person", view.present()),
        ("exit", [w for w in reader.ways if w.seen]), ("here", here),
    ]  # fmt: skip
    known = {id(item): kind for kind, among in kinds for item in among}
    order = {kind: rank for rank, (kind, _) in enumerate(kinds)}
    everything = [item for _, among in kinds for item in among]
    found = named_by(phrase, everything, prefer=lambda item: order[known[id(item)]])
    if not found:
        return None
    kind = known[id(found[0])]
    if kind == "item":
        reader.remember(found[0].key)
    return Act("look", "" if kind == "here" else found[0].key, kind, phrase=phrase)


def _read(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Reading what has a text; anything else is looked at."""
    phrase = clause.objects[0] if clause.objects else clause.to or "it"
    act = _look_named(reader, phrase)
    if act is None:
        return [Act("read", phrase=phrase, trouble="none")]
    return [replace(act, action="read" if act.kind == "item" else "look")]


def _roll(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Dice as they are written, or the check that is named."""
    dice = _DICE.search(clause.text) or _DICE.search(reader.view.actor.message)
    if dice is not None:
        return [Act("roll", dice=re.sub(r"\s", "", dice[0]), text=clause.text)]
    named = _check(reader, clause)
    return named if named[0].key else [Act("roll", dice="1d20", text=clause.text)]


def _check(reader: Reader, clause: Clause) -> Sequence[Act]:
    """A check of the world by its name; a number that is named with it is the target."""
    text = f"{' '.join(clause.objects)} {clause.text}"
    checks = reader.view.checks
    words = re.sub(
        r"\b(?:check|test|roll|save|make|an?|for)\b|检定|判定|检查|一[次个]|[做进行来掷]", " ", text
    )
    found = mentioned(text, checks) or list(named_by(words, checks))
    target = _TARGET.search(reader.view.actor.message)
    if not found:
        return [Act("check", phrase=words.strip(), trouble="no_check")]
    return [Act("check", found[0].key, "check", target=int(target[1]) if target else None)]


def _only(action: str) -> Handler:
    """An act that needs nothing looked up."""

    def act(_reader: Reader, clause: Clause) -> Sequence[Act]:
        return [Act(action, text=clause.text)]

    return act


_other = _only("other")

HANDLERS: Mapping[str, Handler] = {
    **dict.fromkeys(("take", "drop", "wear", "remove", "consume"), things_act),
    **dict.fromkeys(("open", "close", "unlock", "lock"), _open_close),
    **dict.fromkeys((*TALKS, "say"), talk_act),
    "give": give_act,
    "put": _put,
    "use": _use,
    "go": _go,
    "leave": _leave,
    "look": _look,
    "read": _read,
    "wait": wait_act,
    "roll": _roll,
    "check": _check,
    "question": question_act,
    "inventory": _only("inventory"),
    "exits": _only("exits"),
}
