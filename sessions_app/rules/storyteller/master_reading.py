"""Reads a message for the game master: the acts it asks for, in their order (TB-23)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from sessions_app.rules.master_view import HERE, INSIDE, MasterView
from sessions_app.rules.storyteller.master_acts import IT, Act, Handler, Reader, clauses_of
from sessions_app.rules.storyteller.master_clauses import TALKS, Clause
from sessions_app.rules.storyteller.master_going import go_act, go_named, leave_act
from sessions_app.rules.storyteller.master_handling import give_act, talk_act, things_act, wait_act
from sessions_app.rules.storyteller.master_looking import look_act, look_named, read_act
from sessions_app.rules.storyteller.master_names import is_chinese, mentioned, named_by
from sessions_app.rules.storyteller.master_opening import open_act, put_act, try_act, use_act
from sessions_app.rules.storyteller.master_plan import HANDLING
from sessions_app.rules.storyteller.master_questions import question_act
from sessions_app.rules.storyteller.master_rolling import check_act, roll_act
from sessions_app.rules.storyteller.master_showing import show_act

NOTHING: Mapping[int, MasterView] = MappingProxyType({})
MAX_ACTS = 12
"""More than that is no message of one round; what is over is not read."""


def acts_in(view: MasterView, foreseen: Mapping[int, MasterView]) -> list[Act]:
    """The acts of every clause, in order, each read as things are before it.

    `foreseen` is how they would be after an act, by its number in what this gives.
    """
    reader = Reader(view)
    acts: list[Act] = []
    for clause in clauses_of(view, reader.ways, foreseen.values()):
        for act in map(
            partial(_named_in, clause), HANDLERS.get(clause.verb, _other)(reader, clause)
        ):
            acts += (*_picked_up(reader, acts, act), act)
        last = max((at for at in foreseen if at < len(acts)), default=None)
        if last is not None:
            reader.stand(foreseen[last])
    return acts


def _named_in(clause: Clause, act: Act) -> Act:
    """The act; one that names nothing, where nothing was named before either, lacks a word."""
    implied = not clause.objects and not clause.to and IT.match(act.phrase) is not None
    return replace(act, trouble="nothing", phrase="") if implied and act.trouble == "none" else act


def _picked_up(reader: Reader, acts: Sequence[Act], act: Act) -> Sequence[Act]:
    """What must be in the hand for an act and lies within reach is picked up first."""
    thing = reader.view.thing(act.key)
    if act.trouble or act.action not in ("wear", "give", "put") or thing is None:
        return []
    lies = thing.seen and not thing.fixed and thing.where in (HERE, INSIDE)
    if not lies or any((one.action, one.key) == ("take", act.key) for one in acts):
        return []
    return [Act("take", act.key, "item", phrase=act.phrase, quantity=act.quantity)]


def to_foresee(acts: Sequence[Act], foreseen: Mapping[int, MasterView]) -> int | None:
    """The number of the first act that changes what those after it find, and is not foreseen."""
    for at, act in enumerate(acts[: min(MAX_ACTS, len(acts) - 1)]):
        changes = act.action in HANDLING or (act.action == "go" and act.kind == "place")
        if changes and not act.trouble and at not in foreseen:
            return at
    return None


def read_acts(view: MasterView, foreseen: Mapping[int, MasterView] = NOTHING) -> tuple[Act, ...]:
    """The acts of the player's message; one "other" where nothing in it is understood."""
    reader = Reader(view)
    acts = acts_in(view, foreseen)
    kept = _together(acts)
    if not kept and any(act.action == "not" for act in acts):
        kept = [acts[0]]
    return tuple(kept[:MAX_ACTS]) if kept else (_bare(reader),)


def _together(acts: list[Act]) -> list[Act]:
    """The acts without those that say nothing beside others, and with one talk a person."""
    kept: list[Act] = []
    for act in acts:
        if len(acts) > 1 and (act.trouble == "nothing" or act.action == "not"):
            continue
        last = kept[-1] if kept else None
        if last and act.action == "go" and _is_lost(last) and act.trouble == "which":
            continue
        if last and act.action == "talk" and (last.action, last.key) == ("talk", act.key):
            kept[-1] = replace(last, text=f"{last.text} {act.text}".strip())
        elif last and act.action == last.action and _replaces(last, act):
            kept[-1] = act
        else:
            kept.append(act)
    return kept


def _is_lost(act: Act) -> bool:
    """Whether an act goes where no way is known: which way then is no question."""
    return act.action == "go" and act.trouble == "nowhere"


def _replaces(last: Act, act: Act) -> bool:
    """Whether an act says the one before it again: a wait, or a journey whose end was not named."""
    return act.action == "wait" or (
        act.action == "go" and last.trouble in ("nowhere", "which") and not act.trouble
    )


def _bare(reader: Reader) -> Act:
    """A message without a verb: a way or a place by itself, a thing, a person, or mere talk."""
    text = reader.view.actor.message.strip()
    if len(text.split()) <= 6 and len(text) <= 40:
        for handler in (go_named, look_named):
            act = handler(reader, text.strip(" .!。！"))
            if act and act.kind not in ("person", "here"):
                return act
        named = check_act(reader, Clause("check", text=text))[0]
        if named.key and _CHECK.search(text):
            return named
    if reader.view.present():
        spoken = text if re.search(r"[“\"「?？]", text) else f"“{text}”"
        return replace(talk_act(reader, Clause("say", text=text))[0], text=spoken)
    if _BARE_WORD.fullmatch(text):
        return Act("other", text=text)
    return Act("other", text=text, trouble="unread")


_BARE_WORD = re.compile(
    r"\W*(?:yes|yeah|yep|no|nope|ok|okay|sure|well|hm+|um+|uh+|fine|right|是的?|对的?|好的?|行|嗯+|不是?|没有|哦|啊|唔)?\W*",
    re.IGNORECASE,
)
"""What answers nobody and does nothing."""


def _only(action: str) -> Handler:
    """An act that needs nothing looked up."""

    def act(_reader: Reader, clause: Clause) -> Sequence[Act]:
        return [Act(action, text=clause.text)]

    return act


_other = _only("other")
_CHECK = re.compile(r"\b(?:check|roll|test|save)\b|检定|判定", re.IGNORECASE)


def _said_to_somebody(reader: Reader, clause: Clause) -> Act | None:
    """What is done to somebody present is answered by them; None where it is done to nobody."""
    if mentioned(clause.text, reader.view.present()):
        return talk_act(reader, clause)[0]
    return None


def _idle(reader: Reader, clause: Clause) -> Sequence[Act]:
    """What one does without touching the world."""
    return [_said_to_somebody(reader, clause) or Act("idle", text=clause.text)]


def _remember_object(reader: Reader, text: str) -> None:
    """What an unknown act is done to may be meant by "it" further on."""
    rests = (text[1:], text[2:]) if is_chinese(text) else (text.partition(" ")[2],)
    seen = [item for item in (*reader.view.things, *reader.ways) if item.seen]
    found = next((found for rest in rests if (found := named_by(rest, seen))), ())
    if found:
        reader.remember(found[0].key, way=reader.view.thing(found[0].key) is None)


def _unknown(reader: Reader, clause: Clause) -> Sequence[Act]:
    """An act that no rule knows; done to somebody they answer it, unless a thing is to change hands by it."""
    things = [thing for thing in reader.view.things if thing.seen]
    said = None if mentioned(clause.text, things) else _said_to_somebody(reader, clause)
    _remember_object(reader, clause.text)
    return [said or Act("other", text=clause.text, trouble="unknown")]


def _condition(_reader: Reader, clause: Clause) -> Sequence[Act]:
    """What is to be done only if something holds: no rule waits for it."""
    return [Act("other", text=clause.text, trouble="unknown")]


HANDLERS: Mapping[str, Handler] = {
    **dict.fromkeys(("take", "drop", "wear", "remove", "consume"), things_act),
    **dict.fromkeys(("open", "close", "unlock", "lock"), open_act),
    **dict.fromkeys((*TALKS, "say"), talk_act),
    "show": show_act,
    "give": give_act,
    "put": put_act,
    "use": use_act,
    "try": try_act,
    "go": go_act,
    "leave": leave_act,
    "look": look_act,
    "read": read_act,
    "wait": wait_act,
    "roll": roll_act,
    "check": check_act,
    "question": question_act,
    "idle": _idle,
    "act": _unknown,
    "condition": _condition,
    "not": _only("not"),
    "help": _only("help"),
    "inventory": _only("inventory"),
    "exits": _only("exits"),
}
