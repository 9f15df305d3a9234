"""What each kind of leaf of a condition may hold (CO-1, CO-3)."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.calendar_validate import Check, each, rule_fault
from worldbook.rules.durations import parse_duration
from worldbook.rules.faults import Fault, by_kind, first, inside, members, some_of, under
from worldbook.rules.fields import LARGE, Kind, OneOf, Text, Whole
from worldbook.rules.instants import read_instant
from worldbook.rules.refusal import Refusal
from worldbook.rules.windows import window_fault

PLAYER = "player"
"""The reserved key of the player's own character."""

TRIGGER_STATES = ("fired", "dormant", "failed", "expired")
ENGAGEMENT_STATES = ("pending", "kept", "missed", "cancelled", "overdue")
VARIABLE_KINDS = ("character", "item", "location", "world")
ORDERED = ("<", "<=", ">", ">=")
OPERATORS = ("==", "!=", *ORDERED)
HOLDERS = ("held_by", "at", "in")


@dataclass(frozen=True, slots=True)
class Known:
    """The keys of a world that conditions may name; None: which there are is not known.

    `places` holds regions too, `variables` pairs of kind and name.
    """

    characters: frozenset[str] | None = None
    places: frozenset[str] | None = None
    items: frozenset[str] | None = None
    variables: frozenset[tuple[str, str]] | None = None
    triggers: frozenset[str] | None = None
    engagements: frozenset[str] | None = None
    festivals: Mapping[str, Any] | None = None


Leaf = Callable[[Any, str, Known], Fault | None]


def _kind(kind: Kind) -> Check:
    return lambda value, path: by_kind(kind, value, path)


_text = _kind(Text(2_000, empty=False))
_count = _kind(Whole(1, LARGE))


def _in_world(keys: frozenset[Any] | None, key: Any, path: str, name: str = "") -> Fault | None:
    """Whether a world, where it is known, has a key."""
    if keys is None or key in keys:
        return None
    return Fault("not_in_world", path, {"value": name or key})


def _one(value: Any, path: str, keys: frozenset[str] | None) -> Fault | None:
    return _text(value, path) or _in_world(keys, value, path)


def _someone(value: Any, path: str, known: Known) -> Fault | None:
    return _text(value, path) or (
        None if value == PLAYER else _in_world(known.characters, value, path)
    )


def _instant(value: Any, path: str) -> Fault | None:
    return None if read_instant(value) else Fault("not_instant", path)


def _duration(value: Any, path: str) -> Fault | None:
    return Fault("not_duration", path) if isinstance(parse_duration(value), Refusal) else None


def _checked(value: Any, path: str, /, **checks: Check) -> Iterator[Fault | None]:
    """What checks say of those members that are there."""
    return (check(value[n], inside(path, n)) for n, check in checks.items() if n in value)


def _time(value: Any, path: str, _known: Known) -> Fault | None:
    names = ("after", "before")
    return (
        members(value, path, known=names)
        or some_of(value, path, names)
        or first(_checked(value, path, after=_instant, before=_instant))
    )


def _calendar(value: Any, path: str, known: Known) -> Fault | None:
    return under(path, rule_fault(value, festivals=known.festivals))


def _window(value: Any, path: str, _known: Known) -> Fault | None:
    return under(path, window_fault(value))


def _elapsed(value: Any, path: str, known: Known) -> Fault | None:
    names = ("since", "at_least")
    return members(value, path, known=names, needed=names) or first(
        _checked(value, path, since=lambda v, at: _since(v, at, known), at_least=_duration)
    )


def _since(value: Any, path: str, known: Known) -> Fault | None:
    if value == "start":
        return None
    if isinstance(value, str):
        return Fault("unknown_value", path, {"value": value[:60], "known": "start"})
    names = ("trigger", "event")
    wrong = members(value, path, known=names)
    if wrong:
        return wrong
    if len(value) != 1:
        return Fault("one_of", path, {"known": ", ".join(names)})
    return first(
        _checked(value, path, trigger=lambda v, at: _one(v, at, known.triggers), event=_text)
    )


def _place(value: Any, path: str, known: Known) -> Fault | None:
    names = ("who", "at")

    def at_some(places: Any, at: str) -> Fault | None:
        def each_place(v: Any, p: str) -> Fault | None:
            return _one(v, p, known.places)

        return (each(each_place) if isinstance(places, list | tuple) else each_place)(places, at)

    return members(value, path, known=names, needed=names) or first(
        _checked(value, path, who=lambda v, p: _someone(v, p, known), at=at_some)
    )


def _together(value: Any, path: str, known: Known) -> Fault | None:
    return members(value, path, known=("who", "at"), needed=("who",)) or first(
        _checked(
            value,
            path,
            who=each(lambda v, p: _someone(v, p, known)),
            at=lambda v, p: _one(v, p, known.places),
        )
    )


def _variable(value: Any, path: str, known: Known) -> Fault | None:
    names = ("of", "variable", "op", "value")
    wrong = members(value, path, known=names, needed=names) or first(
        _checked(
            value,
            path,
            of=lambda v, p: _target(v, p, known),
            variable=_text,
            op=_kind(OneOf(OPERATORS)),
            value=_plain_value,
        )
    )
    if wrong:
        return wrong
    if value["op"] in ORDERED and (isinstance(value["value"], str | bool)):
        return Fault("not_number", inside(path, "value"))
    which = (value["of"]["kind"], value["variable"])
    return _in_world(known.variables, which, inside(path, "variable"), value["variable"])


def _target(value: Any, path: str, known: Known) -> Fault | None:
    """Whose variable is meant; the world's needs no key."""
    wrong = members(value, path, known=("kind", "key"), needed=("kind",))
    wrong = wrong or by_kind(OneOf(VARIABLE_KINDS), value["kind"], inside(path, "kind"))
    if wrong or value["kind"] == "world":
        return wrong
    if "key" not in value:
        return Fault("missing", inside(path, "key"))
    if value["kind"] == "character":
        return _someone(value["key"], inside(path, "key"), known)
    keys = known.items if value["kind"] == "item" else known.places
    return _one(value["key"], inside(path, "key"), keys)


def _plain_value(value: Any, path: str) -> Fault | None:
    endless = isinstance(value, float) and not math.isfinite(value)
    if endless or not isinstance(value, str | int | float):
        return Fault("not_value", path)
    return by_kind(Text(), value, path) if isinstance(value, str) else None


def _item(value: Any, path: str, known: Known) -> Fault | None:
    names = ("item", *HOLDERS, "quantity_at_least")
    wrong = members(value, path, known=names, needed=("item",))
    if wrong:
        return wrong
    if sum(name in value for name in HOLDERS) != 1:
        return Fault("one_of", path, {"known": ", ".join(HOLDERS)})
    checks: dict[str, Check] = {
        "item": lambda v, p: _one(v, p, known.items),
        "held_by": lambda v, p: _someone(v, p, known),
        "at": lambda v, p: _one(v, p, known.places),
        "in": lambda v, p: _one(v, p, known.items),
        "quantity_at_least": _count,
    }
    return first(_checked(value, path, **checks))


def _event(value: Any, path: str, _known: Known) -> Fault | None:
    names = ("tag", "importance_at_least", "count_at_least", "within")
    return members(value, path, known=names, needed=("tag",)) or first(
        _checked(
            value,
            path,
            tag=_text,
            importance_at_least=_count,
            count_at_least=_count,
            within=_duration,
        )
    )


def _with_status(states: tuple[str, ...], keys_of: Callable[[Known], Any]) -> Leaf:
    def judge(value: Any, path: str, known: Known) -> Fault | None:
        names = ("key", "status")
        return members(value, path, known=names, needed=names) or first(
            _checked(
                value,
                path,
                key=lambda v, p: _one(v, p, keys_of(known)),
                status=_kind(OneOf(states)),
            )
        )

    return judge


def _turn(value: Any, path: str, _known: Known) -> Fault | None:
    names, whole = ("at_least", "at_most"), _kind(Whole(0, LARGE))
    return (
        members(value, path, known=names)
        or some_of(value, path, names)
        or first(_checked(value, path, at_least=whole, at_most=whole))
    )


def _judged(value: Any, path: str, _known: Known) -> Fault | None:
    return _text(value, path)


LEAVES: Mapping[str, Leaf] = {
    "time": _time,
    "calendar": _calendar,
    "window": _window,
    "elapsed": _elapsed,
    "place": _place,
    "together": _together,
    "variable": _variable,
    "item": _item,
    "event": _event,
    "trigger": _with_status(TRIGGER_STATES, lambda known: known.triggers),
    "engagement": _with_status(ENGAGEMENT_STATES, lambda known: known.engagements),
    "turn": _turn,
    "judged": _judged,
}
