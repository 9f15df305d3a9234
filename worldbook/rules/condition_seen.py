"""What each kind of leaf sees in a state, and whether it holds there (CO-2)."""

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.durations import format_duration, parse_duration
from worldbook.rules.facts import Facts, Item, is_number
from worldbook.rules.refusal import Refusal
from worldbook.rules.windows import day_inside
from worldbook.rules.zones import show, show_wall


@dataclass(frozen=True, slots=True)
class Seen:
    """Whether a leaf holds (None: unknown, with the reason), and the present value it looked at."""

    value: bool | None
    seen: Any = None
    reason: str = ""


def unknown(reason: str, seen: Any = None) -> Seen:
    """A leaf of which nothing can be said."""
    return Seen(None, seen, reason)


def kleene_all(values: Iterable[bool | None]) -> bool | None:
    """False if one is false, else unknown if one is unknown, else true."""
    found = list(values)
    if False in found:
        return False
    return None if None in found else True


def kleene_any(values: Iterable[bool | None]) -> bool | None:
    """True if one is true, else unknown if one is unknown, else false."""
    found = list(values)
    if True in found:
        return True
    return None if None in found else False


def _at_least(least: float, sure: float, most: float) -> bool | None:
    """Whether a number that lies between two others reaches a third."""
    return True if sure >= least else None if most >= least else False


def _duration(text: str) -> int:
    found = parse_duration(text)
    return 0 if isinstance(found, Refusal) else found


def _time(part: Mapping[str, Any], facts: Facts) -> Seen:
    if facts.now is None:
        return unknown("no_clock")
    now = facts.now
    bounds = {name: facts.instant(text) for name, text in part.items()}
    after, before = bounds.get("after"), bounds.get("before")
    holds = kleene_all(
        (
            None if after is None and "after" in part else after is None or after <= now,
            None if before is None and "before" in part else before is None or now < before,
        )
    )
    return Seen(holds, _told(facts), "" if holds is not None else "no_zone")


def _told(facts: Facts) -> str | None:
    """The present instant as people read it."""
    if facts.now is None:
        return None
    return show(facts.now, facts.zone)


def _calendar(part: Any, facts: Facts) -> Seen:
    today = facts.today
    if today is None:
        return unknown("no_clock" if facts.now is None else "no_zone")
    holds = facts.calendar.matches(part, today)
    return Seen(holds, today.isoformat(), "" if holds is not None else "no_calendar")


def _window(part: Mapping[str, Any], facts: Facts) -> Seen:
    if facts.wall is None:
        return unknown("no_clock" if facts.now is None else "no_zone")
    return Seen(day_inside(part, facts.wall) is not None, show_wall(facts.wall))


def _elapsed(part: Mapping[str, Any], facts: Facts) -> Seen:
    since, reason = _anchor(part["since"], facts)
    if since is None:
        return unknown(reason) if reason else Seen(value=False)
    if facts.now is None:
        return unknown("no_clock")
    gone = facts.now - since
    return Seen(gone >= _duration(part["at_least"]), format_duration(gone))


def _anchor(since: Any, facts: Facts) -> tuple[int | None, str]:
    """The instant a length is counted from; else why it is not known, or "" if it never came."""
    if since == "start":
        return facts.started, "no_start"
    if "trigger" in since:
        return _fired(since["trigger"], facts)
    if facts.events is None:
        return None, "no_events"
    tagged = [event for event in facts.events if _has_tag(event, since["event"])]
    when = [facts.instant(event.get("when")) for event in tagged]
    past = [at for at in when if at is not None and (facts.now is None or at <= facts.now)]
    if past:
        return max(past), ""
    return None, "no_time" if None in when else ""


def _fired(key: str, facts: Facts) -> tuple[int | None, str]:
    row = facts.row("triggers", key)
    if row is None:
        return None, "unknown_key" if facts.has("triggers") else "no_triggers"
    if row.get("fired_when") is None:
        return None, "no_time" if row.get("status") == "fired" else ""
    return facts.instant(row["fired_when"]), "no_time"


def _has_tag(event: Mapping[str, Any], tag: str) -> bool:
    tags = event.get("tags")
    return isinstance(tags, list | tuple) and tag in tags


def _place(part: Mapping[str, Any], facts: Facts) -> Seen:
    if facts.places is None:
        return unknown("no_places")
    who = facts.who(part["who"])
    if who not in facts.places:
        return unknown("unknown_key")
    place = facts.places[who]
    named = [part["at"]] if isinstance(part["at"], str) else part["at"]
    return Seen(any(facts.is_at(place, at) for at in named), place)


def _together(part: Mapping[str, Any], facts: Facts) -> Seen:
    if facts.places is None:
        return unknown("no_places")
    places = facts.places
    seen = {who: places.get(facts.who(who)) for who in part["who"]}
    if any(facts.who(who) not in places for who in part["who"]):
        return unknown("unknown_key", seen)
    first, *others = set(seen.values())
    met = not others and first is not None
    return Seen(met and ("at" not in part or facts.is_at(first, part["at"])), seen)


_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _variable(part: Mapping[str, Any], facts: Facts) -> Seen:
    if facts.variables is None:
        return unknown("no_variables")
    kind = part["of"]["kind"]
    which = (kind, facts.target(kind, part["of"].get("key")), part["variable"])
    if which not in facts.variables:
        return unknown("unknown_key")
    seen = facts.variables[which]
    return Seen(_compares(part["op"], seen, part["value"]), seen)


def _compares(op: str, seen: Any, value: Any) -> bool:
    """Whether a comparison holds; true is not 1, and only numbers are less or more."""
    if op in ("==", "!="):
        same = isinstance(seen, bool) == isinstance(value, bool) and seen == value
        return bool(same) == (op == "==")
    return is_number(seen) and is_number(value) and _OPERATORS[op](seen, value)


def _item(part: Mapping[str, Any], facts: Facts) -> Seen:
    if facts.items is None:
        return unknown("no_items")
    kinds = {item.kind for item in facts.items}
    if not {part["item"], part.get("in", part["item"])} <= kinds:
        return unknown("unknown_key")
    sure = most = 0.0
    for item in facts.items:
        if item.kind != part["item"]:
            continue
        there = _is_there(item, part, facts)
        if there is not False:
            most += math.inf if item.quantity is None else item.quantity
        if there and item.quantity is not None:
            sure += item.quantity
    holds = _at_least(part.get("quantity_at_least", 1), sure, most)
    return Seen(holds, _whole(sure), "" if holds is not None else "no_holder")


def _whole(number: float) -> int | float:
    return int(number) if number.is_integer() else number


def _is_there(item: Item, part: Mapping[str, Any], facts: Facts) -> bool | None:
    """Whether an item is with whom, where or in what a leaf names."""
    chain, whole = facts.chain(item)
    if "held_by" in part:
        found = ("character", facts.who(part["held_by"])) in chain
    elif "in" in part:
        found = any(kind == "item" and facts.kind_of(key) == part["in"] for kind, key in chain)
    elif chain and chain[-1][0] == "character":
        who = chain[-1][1]
        if facts.places is None or who not in facts.places:
            return None
        found = facts.is_at(facts.places[who], part["at"])
    else:
        found = bool(chain) and chain[-1][0] == "location" and facts.is_at(chain[-1][1], part["at"])
    return True if found else False if whole else None


def _event(part: Mapping[str, Any], facts: Facts) -> Seen:
    if facts.events is None:
        return unknown("no_events")
    fits = [_fits(event, part, facts) for event in facts.events if _has_tag(event, part["tag"])]
    sure, maybe = fits.count(True), fits.count(None)
    holds = _at_least(part.get("count_at_least", 1), sure, sure + maybe)
    reason = "" if holds is not None else "no_clock" if facts.now is None else "no_time"
    return Seen(holds, sure, reason)


def _fits(event: Mapping[str, Any], part: Mapping[str, Any], facts: Facts) -> bool | None:
    """Whether an event is important and recent enough."""
    holds: list[bool | None] = []
    if "importance_at_least" in part:
        weight = event.get("importance")
        holds.append(weight >= part["importance_at_least"] if is_number(weight) else None)
    if "within" in part:
        when, now = facts.instant(event.get("when")), facts.now
        if when is None or now is None:
            holds.append(None)
        else:
            holds.append(0 <= now - when <= _duration(part["within"]))
    return kleene_all(holds)


def _trigger(part: Mapping[str, Any], facts: Facts) -> Seen:
    row = facts.row("triggers", part["key"])
    if row is None or not isinstance(row.get("status"), str):
        return unknown("unknown_key" if facts.has("triggers") else "no_triggers")
    return Seen(row["status"] == part["status"], row["status"])


def _engagement(part: Mapping[str, Any], facts: Facts) -> Seen:
    """A pending one whose time is past is overdue (AG-2)."""
    row = facts.row("engagements", part["key"])
    if row is None or not isinstance(row.get("status"), str):
        return unknown("unknown_key" if facts.has("engagements") else "no_engagements")
    status = row["status"]
    if status == "pending" and row.get("when") is not None:
        when = facts.instant(row["when"])
        if when is None or facts.now is None:
            doubtful = part["status"] in ("pending", "overdue")
            return unknown("no_clock", status) if doubtful else Seen(value=False, seen=status)
        status = "overdue" if when < facts.now else "pending"
    return Seen(status == part["status"], status)


def _turn(part: Mapping[str, Any], facts: Facts) -> Seen:
    if facts.turn is None:
        return unknown("no_turn")
    low, high = part.get("at_least", facts.turn), part.get("at_most", facts.turn)
    return Seen(low <= facts.turn <= high, facts.turn)


def _judged(part: str, facts: Facts) -> Seen:
    verdict = facts.verdict(part)
    return unknown("no_verdict") if verdict is None else Seen(verdict, verdict)


SEEN: Mapping[str, Callable[[Any, Facts], Seen]] = {
    "time": _time,
    "calendar": _calendar,
    "window": _window,
    "elapsed": _elapsed,
    "place": _place,
    "together": _together,
    "variable": _variable,
    "item": _item,
    "event": _event,
    "trigger": _trigger,
    "engagement": _engagement,
    "turn": _turn,
    "judged": _judged,
}
