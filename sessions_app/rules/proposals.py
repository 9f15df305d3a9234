"""What may be proposed to a story: a round, or a skip of time (TB-5, TM-3); values and reading.

Reading judges the form alone and gives every fault at once, each with its path (`moves_to.mira`);
whether the world lets it happen is for `judging.py` and `skips.py`.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from worldbook.rules.faults import Fault, by_kind, inside
from worldbook.rules.fields import Flag, Kind, Text, Whole
from worldbook.rules.items.reading_changes import change_faults
from worldbook.rules.refusal import Refusal

Json = Mapping[str, Any]

PLAYER = "player"
"""In a proposal: whoever is the player's character, unless a character has this very key."""

AFTER_MOVES = "after_moves"
"""A member of an item change: it is done where its actor arrives."""

CONDITIONS = ("active", "unconscious", "captive", "away", "dead")
"""What a character may be in (PL-8)."""

MAX_KEY, MAX_OUTCOME, MAX_REASON = 100, 4_000, 500
MOST_CHANGES = 200
"""How many changes of a kind one round may hold."""
MOST_NAMED = 1_000
"""How many characters a part of a round may name."""
MOST_FAULTS = 1_000

_FAR = 2_147_483_647
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_KEY = Text(MAX_KEY, empty=False)


@dataclass(frozen=True, slots=True)
class RoundProposal:
    """What happened in a round, as its game master says (TB-5).

    `moves_to` is who goes where; `ignore_exits` who of them needs no way (carried, PL-2), `forced`
    who is moved by the planner that knows hidden exits too (PL-7). `item_changes` are those of
    IC-1, done before the moves, or after them where a change says `after_moves` (IT-4).
    `characters` says for some a `condition` and whom they `follow` (null: nobody), before the
    moves (PL-8). `location` is the scene's place; absent: where the player's character is.
    """

    outcomes: Mapping[str, str] = field(default_factory=dict)
    moves_to: Mapping[str, str] = field(default_factory=dict)
    item_changes: tuple[Json, ...] = ()
    variable_changes: tuple[Json, ...] = ()
    elapsed_seconds: int | None = None
    ignore_exits: frozenset[str] = frozenset()
    forced: frozenset[str] = frozenset()
    characters: Mapping[str, Json] = field(default_factory=dict)
    location: str | None = None
    new_phase: bool = False


@dataclass(frozen=True, slots=True)
class TimeProposal:
    """A skip: by minutes, or until a time of day, `days_later` days after its next one."""

    by_minutes: int | None = None
    until_time: str | None = None
    days_later: int = 0
    reason: str = ""


def read_round(data: Any) -> RoundProposal | tuple[Refusal, ...]:
    """A round out of JSON, or what is wrong with its form."""
    refusals = _refusals(_round_faults(data))
    if refusals:
        return refusals
    return RoundProposal(
        outcomes=dict(data.get("outcomes") or {}),
        moves_to=dict(data.get("moves_to") or {}),
        item_changes=tuple(data.get("item_changes") or ()),
        variable_changes=tuple(data.get("variable_changes") or ()),
        elapsed_seconds=data.get("elapsed_seconds"),
        ignore_exits=_movers(data, "ignore_exits"),
        forced=_movers(data, "forced"),
        characters=dict(data.get("characters") or {}),
        location=data.get("location"),
        new_phase=bool(data.get("new_phase")),
    )


def read_time(data: Any) -> TimeProposal | tuple[Refusal, ...]:
    """A skip out of JSON, or what is wrong with its form."""
    refusals = _refusals(_time_faults(data))
    if refusals:
        return refusals
    return TimeProposal(
        by_minutes=data.get("by_minutes"),
        until_time=data.get("until_time"),
        days_later=data.get("days_later") or 0,
        reason=data["reason"].strip(),
    )


def _refusals(found: Iterator[Fault | None]) -> tuple[Refusal, ...]:
    """What is wrong, each fault a refusal; of a thousand and more the first thousand."""
    faults = (fault.refusal("proposal") for fault in found if fault)
    return tuple(islice(faults, MOST_FAULTS))


def _movers(data: Json, name: str) -> frozenset[str]:
    """Who is meant by `true` (all that move), a list of keys, or nothing."""
    value = data.get(name)
    if value is True:
        return frozenset(data.get("moves_to") or {})
    return frozenset(value or ())


_Reader = Callable[[Any, str], Iterator[Fault | None]]


def _plain(kind: Kind) -> _Reader:
    def read(value: Any, path: str) -> Iterator[Fault | None]:
        yield by_kind(kind, value, path)

    return read


def _texts_by_key(kind: Kind) -> _Reader:
    """An object of texts by the key of somebody."""

    def read(value: Any, path: str) -> Iterator[Fault | None]:
        if not isinstance(value, Mapping):
            yield Fault("not_object", path)
            return
        if len(value) > MOST_NAMED:
            yield _too_many(value, path, MOST_NAMED)
            return
        for key, text in value.items():
            yield by_kind(_KEY, key, inside(path, str(key)[:MAX_KEY]))
            yield by_kind(kind, text, inside(path, str(key)[:MAX_KEY]))

    return read


def _too_many(value: Collection[Any], path: str, most: int) -> Fault:
    return Fault("out_of_range", path, {"low": 0, "high": most, "value": len(value)})


def _objects(value: Any, path: str) -> Iterator[Fault | None]:
    """A list of objects, not too many; what they hold is judged change by change."""
    if not isinstance(value, list | tuple):
        yield Fault("not_list", path)
        return
    if len(value) > MOST_CHANGES:
        yield _too_many(value, path, MOST_CHANGES)
        return
    for index, member in enumerate(value):
        if not isinstance(member, Mapping):
            yield Fault("not_object", f"{path}[{index}]")


def _item_changes(value: Any, path: str) -> Iterator[Fault | None]:
    """Changes as IC-1 has them; `after_moves` is this proposal's own member."""
    wrong = [fault for fault in _objects(value, path) if fault]
    yield from wrong
    if wrong:
        return
    for index, change in enumerate(value):
        at = f"{path}[{index}]"
        yield from change_faults(change, at, also=(AFTER_MOVES,))
        if change.get(AFTER_MOVES) is not None:
            yield by_kind(Flag(), change[AFTER_MOVES], inside(at, AFTER_MOVES))


def _who(value: Any, path: str) -> Iterator[Fault | None]:
    """True, false, or a list of keys."""
    if isinstance(value, bool):
        return
    if not isinstance(value, list | tuple):
        yield Fault("not_list", path)
        return
    if len(value) > MOST_NAMED:
        yield _too_many(value, path, MOST_NAMED)
        return
    for index, key in enumerate(value):
        yield by_kind(_KEY, key, f"{path}[{index}]")


def _characters(value: Any, path: str) -> Iterator[Fault | None]:
    """Who is in which condition and follows whom."""
    if not isinstance(value, Mapping):
        yield Fault("not_object", path)
        return
    if len(value) > MOST_NAMED:
        yield _too_many(value, path, MOST_NAMED)
        return
    for key, change in value.items():
        at = inside(path, str(key)[:MAX_KEY])
        yield by_kind(_KEY, key, at)
        if not isinstance(change, Mapping):
            yield Fault("not_object", at)
            continue
        for name, told in change.items():
            yield _character_fault(name, told, inside(at, str(name)[:MAX_KEY]))


def _character_fault(name: Any, told: Any, path: str) -> Fault | None:
    if name == "condition":
        if isinstance(told, str) and told in CONDITIONS:
            return None
        values = {"value": str(told)[:60], "known": ", ".join(CONDITIONS)}
        return Fault("unknown_value", path, values)
    if name == "follows":
        return None if told is None else by_kind(_KEY, told, path)
    return Fault("unknown_field", path)


_ROUND: Mapping[str, _Reader] = {
    "outcomes": _texts_by_key(Text(MAX_OUTCOME)),
    "moves_to": _texts_by_key(_KEY),
    "item_changes": _item_changes,
    "variable_changes": _objects,
    "elapsed_seconds": _plain(Whole(0, _FAR)),
    "ignore_exits": _who,
    "forced": _who,
    "characters": _characters,
    "location": _plain(_KEY),
    "new_phase": _plain(Flag()),
}


def _round_faults(data: Any) -> Iterator[Fault | None]:
    if not isinstance(data, Mapping):
        yield Fault("not_object", "")
        return
    for name, value in data.items():
        reader = _ROUND.get(name)
        if reader is None:
            yield Fault("unknown_field", str(name)[:MAX_KEY])
        elif value is not None:
            yield from reader(value, name)


_TIME_FIELDS: Mapping[str, Kind] = {
    "by_minutes": Whole(1, _FAR),
    "days_later": Whole(0, _FAR),
    "reason": Text(MAX_REASON, empty=False),
}


def _time_faults(data: Any) -> Iterator[Fault | None]:
    if not isinstance(data, Mapping):
        yield Fault("not_object", "")
        return
    for name, value in data.items():
        if name == "until_time":
            told = isinstance(value, str) and _TIME.fullmatch(value)
            yield None if told or value is None else Fault("not_time", name)
        elif name not in _TIME_FIELDS:
            yield Fault("unknown_field", str(name)[:MAX_KEY])
        elif value is not None:
            yield by_kind(_TIME_FIELDS[name], value, name)
    yield from _time_wholeness(data)


def _time_wholeness(data: Json) -> Iterator[Fault | None]:
    """Exactly one way to say how long, and why."""
    ways = [name for name in ("by_minutes", "until_time") if data.get(name) is not None]
    if len(ways) != 1:
        yield Fault("one_of", "", {"known": "by_minutes, until_time"})
    if data.get("days_later") and "until_time" not in ways:
        yield Fault("missing", "until_time")
    if data.get("reason") is None:
        yield Fault("missing", "reason")
