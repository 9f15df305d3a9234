"""Opening, closing, locking, putting, using: what a message wants done with lids, locks and keys."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sessions_app.rules.master_view import CARRIED, WORN, MasterView, ThingView, WayView
from sessions_app.rules.storyteller.master_acts import IT, Act, Reader
from sessions_app.rules.storyteller.master_clauses import Clause
from sessions_app.rules.storyteller.master_handling import things_act
from sessions_app.rules.storyteller.master_names import best_likeness, named_by

_MANNER = re.compile(
    r"\b(?:hands?|foot|feet|shoulder|force|care|caution|all|both|one|kick|push|shove|smile|sigh|grunt|jerk|bang|creak|flourish|ease|effort|difficulty)\b|手|脚|肩|力|劲|身",
    re.IGNORECASE,
)
_KEY = re.compile(r"\bkey\b|钥匙", re.IGNORECASE)
_POCKET = re.compile(
    r"^(?:my |the )?(?:pockets?|bag|pack|hands?|coat pocket)$|^(?:我的?|自己的)?(?:口袋|怀|背包|包|兜|袖子?|身上|身边|贴身)里?$",
    re.IGNORECASE,
)
_INTO = re.compile(r"\b(?:into|in|inside)\b|[进入]|里", re.IGNORECASE)
_INSERTED = re.compile(r"\b(?:into|in|inside)\b|插|捅|塞", re.IGNORECASE)
_KEYHOLE = re.compile(r"\b(?:lock|keyhole)\b|锁孔|锁眼|锁里|锁头", re.IGNORECASE)
_LOCK = re.compile(r"^(?:the |its |a )?(?:lock|keyhole)$|^锁(?:孔|眼|头)?$", re.IGNORECASE)
_PLAINLY = 60
"""The likeness from which a name needs no looking at what else a way can be called."""


def open_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Opening, closing, locking and unlocking things and ways; a tool unlocks what is locked."""
    phrases = list(clause.objects) or [clause.to or "it"]
    if clause.to and clause.objects:
        phrases[-1] = f"{phrases[-1]} to {clause.to}"
    tool = reader.tool(clause.tool) if clause.tool else ""
    if clause.tool and not tool and not _MANNER.search(clause.tool):
        return [Act(clause.verb, phrase=clause.tool, trouble="none")]
    verb = "unlock" if tool and clause.verb == "open" else clause.verb
    acts: list[Act] = []
    for phrase in phrases:
        act = replace(_closable(reader, phrase, verb, tool), tool=tool, action=clause.verb)
        if clause.verb == "open" and tool and _state(reader.view, act) == "locked":
            acts.append(replace(act, action="unlock"))
        acts.append(act)
    return acts


def _closable(reader: Reader, phrase: str, verb: str, tool: str = "") -> Act:
    """The container or way that is meant; of several alike the one for which it makes sense."""
    lids = [thing for thing in reader.view.things if thing.container != "none"]
    among: list[ThingView | WayView] = [*reader.view.ways, *lids]
    if IT.match(phrase):
        return reader.it(phrase, verb, {item.key for item in among})
    if _LOCK.match(phrase):
        return _only_locked(reader, phrase, verb, tool)
    fit = {
        "open": ("closed", "locked"),
        "close": ("open",),
        "unlock": ("locked",),
        "lock": ("open", "closed"),
    }

    def unfit(item: ThingView | WayView) -> int:
        return int(_state_of(item) not in fit[verb])

    found = named_by(phrase, among, unfit)
    if not found or best_likeness(phrase, found[0]) < _PLAINLY:
        found = named_by(phrase, [*reader.ways, *lids], unfit) or found
    if not found:
        return reader.one_thing(phrase, verb, reader.view.things)
    if len(found) > 1 and len({_name(item) for item in found}) > 1:
        return Act(
            verb, phrase=phrase, trouble="which", options=tuple(_name(item) for item in found)
        )
    if isinstance(found[0], WayView) and found[0].seen and not found[0].door:
        return Act(verb, found[0].key, "exit", phrase=phrase, trouble="lidless")
    is_way = isinstance(found[0], WayView)
    reader.remember(found[0].key, way=is_way)
    kind = "exit" if is_way else "item"
    return Act(verb, found[0].key, kind, phrase=phrase)


def _only_locked(reader: Reader, phrase: str, verb: str, tool: str) -> Act:
    """ "The lock" is that of the one locked thing there is; of several it is asked which."""
    items: tuple[ThingView | WayView, ...] = (*reader.ways, *reader.view.things)
    found = [item for item in items if item.seen and _state_of(item) == "locked"]
    key = reader.view.thing(tool)
    fitting = [item for item in found if key and item.opener == (key.kind or key.key)]
    found = fitting or found
    if len(found) != 1:
        trouble = "which" if found else "none"
        return Act(verb, phrase=phrase, trouble=trouble, options=tuple(map(_name, found)))
    reader.remember(found[0].key, way=isinstance(found[0], WayView))
    kind = "exit" if isinstance(found[0], WayView) else "item"
    return Act(verb, found[0].key, kind, phrase=phrase)


def _name(item: ThingView | WayView) -> str:
    return item.name


def _state_of(item: ThingView | WayView) -> str:
    return item.state if isinstance(item, WayView) else item.container


def _state(view: MasterView, act: Act) -> str:
    items: tuple[ThingView | WayView, ...] = (*view.ways, *view.things)
    return next((_state_of(item) for item in items if item.key == act.key), "")


def put_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Putting into or onto something; onto what is no container it is laid down."""
    view = reader.view
    if _POCKET.match(clause.to) or _is_on_me(reader, clause):
        taken = things_act(reader, replace(clause, verb="take", to="", source=""))
        return [_kept(reader.view, act) for act in taken]
    containers = [t for t in view.things if t.container != "none"]
    found = (
        named_by(clause.to, containers, prefer=lambda thing: not thing.seen) if clause.to else ()
    )
    acts = [a for p in clause.objects for a in _thing_or_all(reader, p)]
    if found:
        reader.remember(found[0].key)
        return [_into(view, act, found[0], clause.to) for act in acts]
    if locked := _locked_way(reader, clause, acts):
        return locked
    if _INTO.search(clause.text) and (
        into := named_by(clause.to, [t for t in view.things if t.seen])
    ):
        return [_into(view, act, into[0], clause.to) for act in acts]
    return [replace(a, action="drop", to=clause.to, to_kind="spot") for a in acts] or [
        Act("put", trouble="nothing", text=clause.text)
    ]


_ON_ME = re.compile(
    r"\b(?:(?:inside|in|into|behind|up|on|within)\s+my|(?:under|beneath)\s+(?:my|the))\s+(?P<en>.+?)\W*$"
    r"|(?:我的?|自己的?)?(?P<han>[^，。]{1,8}?)(?:底下|下面|下|里面|里|内)\W*$",
    re.IGNORECASE,
)
_HIDES = re.compile(
    r"\W*(?:hid(?:e|es|ing)|stash(?:es)?)\b(?!.*\b(?:under|beneath|behind|below|between|among)\b)",
    re.IGNORECASE,
)
_CLOTHES = re.compile(
    r"\b(?:coat|cloak|shirt|jacket|robe|sleeve|belt|dress|tunic|clothes|arm|back|collar|hat|boot)s?$"
    r"|(?:衣服?|外衣|外套|袍子?|衣襟|衫|袖子?|斗篷|腰带|怀|靴子?|帽子?)$",
    re.IGNORECASE,
)


def _is_on_me(reader: Reader, clause: Clause) -> bool:
    """Whether something is put under one's coat: it stays about one then, and is not laid down."""
    if _HIDES.match(clause.text) and not clause.to:
        return True
    on = _ON_ME.search(clause.text)
    if on is None:
        return False
    called = (on["en"] or on["han"] or "").strip()
    lids = [t for t in reader.view.things if t.container != "none" and t.seen]
    mine = [t for t in reader.view.things if t.where == WORN or (t.slot and t.where == CARRIED)]
    if named_by(called, lids):
        return False
    return bool(_CLOTHES.search(called) or named_by(called, mine))


def _kept(view: MasterView, act: Act) -> Act:
    """The act; what one has already need not be taken."""
    thing = view.thing(act.key)
    held = thing is not None and thing.where == CARRIED and not act.trouble
    return replace(act, trouble="kept") if held else act


def _locked_way(reader: Reader, clause: Clause, acts: Sequence[Act]) -> Sequence[Act]:
    """A key that is put into a door or its lock unlocks it."""
    fit = {way.opener for way in reader.view.ways if way.opener}
    fit |= {thing.opener for thing in reader.view.things if thing.opener}
    things = [reader.view.thing(act.key) for act in acts]
    key = things[0] if len(acts) == 1 else None
    if key is None or ((key.kind or key.key) not in fit and not _KEY.search(key.name)):
        return []
    inserted = _INSERTED.search(clause.text) and named_by(clause.to, reader.ways)
    if not (_KEYHOLE.search(clause.to) or inserted):
        return []
    return open_act(reader, Clause("unlock", (clause.to,), tool=acts[0].phrase, text=clause.text))


def _into(view: MasterView, act: Act, into: ThingView, called: str) -> Act:
    """Putting a thing into a container; its key into its lock is unlocking."""
    thing = view.thing(act.key)
    if thing and into.container == "locked" and (thing.kind or thing.key) == into.opener:
        return Act("unlock", into.key, "item", tool=thing.key, phrase=into.name)
    return replace(act, to=into.key, to_kind="item", to_phrase=called)


def _thing_or_all(reader: Reader, phrase: str) -> Sequence[Act]:
    return [replace(a, action="put") for a in things_act(reader, Clause("drop", (phrase,)))]


def use_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Using one thing on another is unlocking; using it by itself is what it is for."""
    phrase = clause.objects[0] if clause.objects else ""
    if clause.to:
        opened = Clause("unlock", (clause.to,), tool=phrase, text=clause.text)
        return open_act(reader, opened)
    if not phrase:
        return [Act("other", trouble="nothing")]
    act = reader.one_thing(phrase, "give", reader.view.things)
    thing = reader.view.thing(act.key)
    if thing is None or not thing.seen:
        plain = thing is not None or act.trouble in ("none", "unfit")
        return [Act("other", text=clause.text, trouble="unknown")] if plain else [act]
    verb = "consume" if thing.edible else "wear" if thing.slot else "read" if thing.text else "look"
    return [replace(act, action=verb)]


def try_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Trying something: what can be opened is tried so; anything else as it is used."""
    phrase = clause.objects[0] if clause.objects else ""
    act = _closable(reader, phrase, "open") if phrase else Act("other", text=clause.text)
    closable = act.key and (act.kind == "exit" or _state(reader.view, act) not in ("", "none"))
    return [act] if closable else use_act(reader, clause)
