"""Whether a calendar rule is one (CA-1), and what is wrong with it and where."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from graphlib import CycleError, TopologicalSorter
from typing import Any

from worldbook.rules.faults import Fault, by_kind, first, inside, members, some_of, under
from worldbook.rules.fields import Kind, OneOf, Text, Whole

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
SEASONS = ("spring", "summer", "autumn", "winter")
HEMISPHERES = ("north", "south")
LEAPS = ("skip", "feb28", "mar1")

MOST_NODES, MOST_LEVELS = 200, 10
"""Of the objects and lists of one rule."""

_LONGEST = 366

_MONTH_DAY = re.compile(r"(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

Check = Callable[[Any, str], Fault | None]


def date_of_text(text: object) -> date | None:
    """A date written YYYY-MM-DD."""
    if not isinstance(text, str) or not _DATE.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _kind(kind: Kind) -> Check:
    return lambda value, path: by_kind(kind, value, path)


def each(check: Check) -> Check:
    """A list with at least one item and at most a year of them, each of which passes."""

    def judge(value: Any, path: str) -> Fault | None:
        if not isinstance(value, list | tuple):
            return Fault("not_list", path)
        if not value:
            return Fault("empty", path)
        if len(value) > _LONGEST:
            return Fault("too_many_nodes", path, {"most": _LONGEST})
        return first(check(item, f"{path}[{at}]") for at, item in enumerate(value))

    return judge


def _counted(most: int) -> Check:
    """A whole number from 1, or from the end: -1."""

    def judge(value: Any, path: str) -> Fault | None:
        return by_kind(Whole(-most, most), value, path) or (
            Fault("zero", path) if value == 0 else None
        )

    return judge


def _month_day(value: Any, path: str) -> Fault | None:
    found = _MONTH_DAY.fullmatch(value) if isinstance(value, str) else None
    fits = found and int(found[2]) <= _LENGTHS[int(found[1]) - 1]
    return None if fits else Fault("not_month_day", path)


def _date(value: Any, path: str) -> Fault | None:
    return None if date_of_text(value) else Fault("not_date", path)


def _object(**checks: Check) -> Check:
    """An object with just these members, all of them there."""

    def judge(value: Any, path: str) -> Fault | None:
        return members(value, path, known=checks, needed=checks) or first(
            check(value[name], inside(path, name)) for name, check in checks.items()
        )

    return judge


def _years(value: Any, path: str) -> Fault | None:
    names = ("from", "to")
    wrong = members(value, path, known=names) or some_of(value, path, names)
    wrong = wrong or first(
        by_kind(Whole(1, 9999), value[name], inside(path, name)) for name in value
    )
    if wrong is None and value.get("from", 1) > value.get("to", 9999):
        return Fault("never", path)
    return wrong


WEEKDAY_LIST = each(_kind(OneOf(WEEKDAYS)))

_PARTS: Mapping[str, Check] = {
    "months": each(_kind(Whole(1, 12))),
    "dates": each(_month_day),
    "range": _object(**{"from": _month_day, "to": _month_day}),
    "days_of_month": each(_counted(31)),
    "weekdays": WEEKDAY_LIST,
    "nth_weekday": _object(n=_counted(5), weekday=_kind(OneOf(WEEKDAYS))),
    "season": _kind(OneOf(SEASONS)),
    "festival": _kind(Text(200, empty=False)),
    "every": _object(**{"days": _kind(Whole(1, 4_000_000)), "from": _date}),
    "years": _years,
}
_SETTINGS = frozenset({"leap"})
"""Parts that say how others are read and are no rule by themselves."""


def rule_fault(rule: Any, *, festivals: Mapping[str, Any] | None = None) -> Fault | None:
    """What is wrong with a rule; with `festivals` given it may name only those."""
    nodes = 0

    def judge(value: Any, path: str, level: int) -> Fault | None:
        nonlocal nodes
        nodes += 1
        if level > MOST_LEVELS:
            return Fault("too_many_levels", path, {"most": MOST_LEVELS})
        if nodes > MOST_NODES:
            return Fault("too_many_nodes", path, {"most": MOST_NODES})
        if isinstance(value, list | tuple):
            return inner(value, path, level)
        wrong = _own_fault(value, path, festivals)
        if wrong or "except" not in value:
            return wrong
        return inner(value["except"], inside(path, "except"), level)

    def inner(rules: Any, path: str, level: int) -> Fault | None:
        return each(lambda item, at: judge(item, at, level + 1))(rules, path)

    return judge(rule, "", 1)


def _own_fault(rule: Any, path: str, festivals: Mapping[str, Any] | None) -> Fault | None:
    """What is wrong with the parts of a rule other than the rules in it."""
    wrong = members(rule, path, known={*_PARTS, *_SETTINGS, "except"})
    if wrong:
        return wrong
    if not set(rule) - _SETTINGS:
        return Fault("empty", path)
    if "leap" in rule:
        wrong = by_kind(OneOf(LEAPS), rule["leap"], inside(path, "leap"))
    wrong = wrong or first(
        check(rule[name], inside(path, name)) for name, check in _PARTS.items() if name in rule
    )
    if not wrong and festivals is not None and rule.get("festival", "") not in {"", *festivals}:
        return Fault("not_in_world", inside(path, "festival"), {"value": rule["festival"]})
    return wrong


def festival_names(rule: Any) -> Iterator[str]:
    """The festivals that a valid rule names."""
    for part in rules_in(rule):
        if "festival" in part:
            yield part["festival"]


def rules_in(rule: Any) -> Iterator[Mapping[str, Any]]:
    """All objects of a valid rule, the excepted ones too."""
    for item in rule if isinstance(rule, list | tuple) else (rule,):
        if isinstance(item, list | tuple):
            yield from rules_in(item)
        else:
            yield item
            yield from rules_in(item.get("except", ()))


def festivals_fault(festivals: Any) -> Fault | None:
    """What is wrong with the festivals of a world: rules by name, which may name each other."""
    if not isinstance(festivals, Mapping):
        return Fault("not_object", "")
    for name, rule in festivals.items():
        wrong = under(name, rule_fault(rule, festivals=festivals))
        if wrong:
            return wrong
    order = in_order(festivals)
    return order if isinstance(order, Fault) else None


def in_order(festivals: Mapping[str, Any]) -> tuple[str, ...] | Fault:
    """The names of valid festivals, each after those that its rule names; or a circle of them."""
    graph = {name: set(festival_names(rule)) for name, rule in festivals.items()}
    try:
        order = tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        circle = error.args[1]
        return Fault("circle", circle[0], {"circle": " → ".join(circle)})
    return tuple(name for name in order if name in festivals)
