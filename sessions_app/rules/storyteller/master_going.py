"""Going: by which way, to which place, thing or person a message wants to go."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sessions_app.rules.master_view import CARRIED, WORN, MasterView, Named, WayView
from sessions_app.rules.storyteller.master_acts import IT, Act, Reader, simple_target
from sessions_app.rules.storyteller.master_clauses import Clause
from sessions_app.rules.storyteller.master_handling import things_act
from sessions_app.rules.storyteller.master_names import best_likeness, mentioned, named_by

_BACK = re.compile(r"\bback\b|^\W*return\W*$|回[去来]|返回|原路|往回", re.IGNORECASE)
_OUT = re.compile(
    r"^\W*(?:out(?:side)?|here|(?:this|the) (?:place|room|house|building)|出去?|外面?|这里|这儿|此地|)\W*$",
    re.IGNORECASE,
)


def go_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Going somewhere: by a way, to a place, to somebody, back, or out."""
    phrases = [*clause.objects, clause.to, simple_target(clause.text)]
    found = [act for p in phrases if p.strip() for act in [go_named(reader, p)] if act]
    if found:
        ways = [act for act in found if act.to_kind == "exit"]
        return [ways[0] if ways and found[0].kind == "spot" else found[0]]
    words = clause.text
    if reader.last_way and not any(_OUT.match(p) is None for p in phrases if p.strip()):
        return [_through(reader)]
    if _BACK.search(words) and reader.view.came_from:
        return [Act("go", reader.view.came_from, "place", phrase=words)]
    named = next((phrase for phrase in phrases if phrase.strip() and not _OUT.match(phrase)), "")
    if named:
        return [Act("go", phrase=named, trouble="nowhere")]
    return [_out(reader.view)]


def _through(reader: Reader) -> Act:
    """By the way that was just spoken of."""
    way = next(way for way in reader.ways if way.key == reader.last_way)
    return Act("go", way.target, "place", to=way.key, to_kind="exit", phrase=way.name)


def go_named(reader: Reader, phrase: str) -> Act | None:
    """The way, place, spot or person that a phrase of going names; the nearer name wins."""
    view = reader.view
    if course := _COURSE.fullmatch(phrase.strip()):
        return _by_course(reader, course[1])
    groups: list[tuple[str, Sequence[Named]]] = [
        ("exit", reader.ways), ("place", view.places), ("person", view.people), ("spot", view.spots),
    ]  # fmt: skip
    best: tuple[int, int, str, Named] | None = None
    for rank, (kind, among) in enumerate(groups):
        found = named_by(phrase, among)
        if found:
            hidden = not found[0].seen and kind != "place"
            nearness = best_likeness(phrase, found[0]) // 10
            entry = (100 * hidden - nearness, rank, kind, found[0])
            best = entry if best is None or entry[:2] < best[:2] else best
    if best is None:
        return None
    _, _, kind, item = best
    if kind == "person" and not item.seen:
        return Act("go", item.key, kind, phrase=phrase, trouble="absent")
    if isinstance(item, WayView) and not item.seen:
        return Act("go", phrase=phrase, trouble="nowhere")
    if isinstance(item, WayView):
        reader.remember(item.key, way=True)
        return Act("go", item.target, "place", to=item.key, to_kind="exit", phrase=phrase)
    return Act("go", item.key, kind, phrase=phrase)


_COURSE = re.compile(r"[往向朝]?([上下里外前后内])(?:[去走]|面|边)?")


def _by_course(reader: Reader, course: str) -> Act | None:
    """The way that runs up or down: one sign says where to, and is no end of a place's name."""
    names = (course, f"往{course}", f"向{course}")
    for way in reader.ways:
        if way.seen and any(name.startswith(names) for name in (way.name, *way.aliases)):
            reader.remember(way.key, way=True)
            return Act("go", way.target, "place", to=way.key, to_kind="exit", phrase=course)
    return None


def _out(view: MasterView) -> Act:
    """The way out where there is one only; else the player is asked which."""
    ways = [way for way in view.ways if way.seen]
    if len(ways) == 1:
        return Act("go", ways[0].target, "place", to=ways[0].key, to_kind="exit")
    if not ways:
        return Act("go", trouble="nowhere")
    return Act("go", trouble="which", options=tuple(way.name or way.target_name for way in ways))


def leave_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Leaving a thing somewhere is laying it down; leaving otherwise is going."""
    phrase = clause.objects[0] if clause.objects else ""
    carried = [thing for thing in reader.view.things if thing.where in (CARRIED, WORN)]
    laid = IT.match(phrase) or (
        named_by(phrase, carried) and not mentioned(phrase, reader.view.places)
    )
    if phrase and laid:
        acts = things_act(reader, replace(clause, verb="drop"))
        return [replace(act, to=clause.to, to_kind="spot") for act in acts]
    place = reader.view.place
    if place and clause.objects and best_likeness(clause.objects[0], place) >= 60:
        return [_out(reader.view)]
    named = " ".join(clause.objects)
    out = _OUT.match(named) is not None
    return go_act(reader, replace(clause, objects=() if out else clause.objects, text=named))
