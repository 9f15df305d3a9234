"""Looking and reading: which of the things that are perceived a message means."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sessions_app.rules.master_view import WITH, Named
from sessions_app.rules.storyteller.master_acts import IT, Act, Reader, simple_target
from sessions_app.rules.storyteller.master_clauses import Clause
from sessions_app.rules.storyteller.master_names import mentioned, named_by, without_how

_ROOM = re.compile(
    r"^\W*(?:(?:around|about|round|behind|in front of|ahead of)(?: me| us| myself)?|here|ahead|up|down|back|outside|"
    r"(?:the )?(?:air|rain|weather|sky|night|darkness|silence|sounds?)|(?:the |this |my )?(?:room|place|area|surroundings)|everything"
    r"|雨|天|天空|夜色|夜空|远处|外面|风景|四周|周围|四下|这里|房间|屋里|屋内|环境|周遭|一下|)\W*$",
    re.IGNORECASE,
)
_SELF = re.compile(
    r"^\W*(?:myself|me|my(?:self)?|my (?:own )?(?:things|pockets?|bags?|belongings|hands?|body|clothes|inventory)"
    r"|我?自己|我|我?身上|我的(?:手|身上|衣服|东西|口袋)|口袋|手里|手上)\W*$",
    re.IGNORECASE,
)
_AT_IT = re.compile(r"(?:仔细|又|再)*(?:看了看|看了一眼|看了又看|看一看|看看|打量|端详|瞧瞧)")


def look_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Looking around, at oneself, or at whatever is named."""
    phrase = clause.objects[0] if clause.objects else clause.to or _after(clause)
    if not phrase and _AT_IT.match(clause.text) and reader.named_here:
        return [act for act in [look_named(reader, "它")] if act]
    if _ROOM.match(phrase):
        return [Act("look", phrase=phrase)]
    if _SELF.match(phrase):
        return [Act("inventory")]
    acts = [
        look_named(reader, each) for each in (*clause.objects, clause.to, phrase) if each.strip()
    ]
    found = [act for act in acts if act is not None]
    return found[: max(1, len(clause.objects))] or [_unseen(reader, phrase)]


def _unseen(reader: Reader, phrase: str) -> Act:
    """What is looked for in vain: somebody who is elsewhere, or nothing that is there."""
    absent = [person for person in mentioned(phrase, reader.view.people) if not person.seen]
    if absent:
        called = without_how(phrase).strip()
        return Act("look", absent[0].key, "person", phrase=called, trouble="absent")
    return Act("look", phrase=phrase, trouble="none")


def _after(clause: Clause) -> str:
    """What an English clause has after its verb; of a Chinese one the objects are all there is."""
    said = f" {simple_target(clause.text)}".rstrip(" *_.!")
    return without_how(said).strip() if clause.text.isascii() else ""


def look_named(reader: Reader, phrase: str) -> Act | None:
    """Whatever is perceived of that name, or the place itself."""
    view = reader.view
    if IT.match(phrase):
        act = reader.it(phrase, "look", {i.key for i in (*view.things, *view.ways) if i.seen})
        return act if act.key else None
    phrase, things = reader.owned(phrase, [thing for thing in view.things if thing.seen])
    if somebody := reader.somebody(phrase):
        return Act("look", somebody.key, "person", phrase=phrase)
    here = [view.place] if view.place else []
    kinds: list[tuple[str, Sequence[Named]]] = [
        ("item", things), ("spot", view.spots), ("person", view.present()),
        ("exit", [w for w in reader.ways if w.seen]), ("here", here),
    ]  # fmt: skip
    known = {id(item): kind for kind, among in kinds for item in among}
    order = {kind: rank for rank, (kind, _) in enumerate(kinds)}
    everything = [item for _, among in kinds for item in among]
    found = named_by(phrase, everything, prefer=lambda item: order[known[id(item)]])
    if not found:
        return None
    kind = known[id(found[0])]
    if kind in ("item", "exit"):
        reader.remember(found[0].key, way=kind == "exit")
    return Act("look", "" if kind == "here" else found[0].key, kind, phrase=phrase)


def read_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Reading what has a text; anything else is looked at."""
    phrase = clause.objects[0] if clause.objects else clause.to or "it"
    act = look_named(reader, phrase)
    if act is None:
        return [Act("read", phrase=phrase, trouble="none")]
    thing = reader.view.thing(act.key) if act.kind == "item" else None
    if thing and thing.where == WITH and thing.text:
        return [replace(act, action="read", trouble="held")]
    return [replace(act, action="read" if act.kind == "item" else "look")]
