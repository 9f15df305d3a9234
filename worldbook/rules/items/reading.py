"""A state of things and changes of it, read out of JSON (IC-1); writing it is `writing.py`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from worldbook.rules.faults import Fault, first, inside, under
from worldbook.rules.fields import LARGE, Flag, Kind, OneOf, Text, Texts, Whole
from worldbook.rules.items.state import (
    CONTAINER_STATES,
    EXIT_STATES,
    HOLDER_KINDS,
    Exit,
    Holder,
    Item,
    ItemState,
    with_defaults,
)

Row = Mapping[str, Any]
MAX_KEY, MAX_NAME = 200, 200
_KEY, _OTHER, _FLAG, _WORDS = Text(MAX_KEY, empty=False), Text(MAX_KEY), Flag(), Text()


class HolderKind:
    """`{kind, key}`."""

    def problem(self, value: Any) -> tuple[str, dict[str, Any]] | None:
        """What is wrong with a JSON value, or None."""
        if not isinstance(value, Mapping):
            return "not_object", {}
        if value.get("kind") not in HOLDER_KINDS:
            known = ", ".join(HOLDER_KINDS)
            return "unknown_value", {"value": str(value.get("kind"))[:60], "known": known}
        if len(value) != 2:
            return "one_or_more", {"known": "kind, key"}
        return _KEY.problem(value.get("key"))


_TOLD: Mapping[str, Kind] = {"name": _WORDS, "description": _WORDS, "aliases": Texts()}
_PARTS: Mapping[str, Mapping[str, Kind]] = {
    "locations": {"key": _KEY, **_TOLD},
    "exits": {
        "key": _KEY,
        "from": _KEY,
        "to": _KEY,
        "state": OneOf(EXIT_STATES),
        "opener": _OTHER,
        "door": _OTHER,
        "hidden": _FLAG,
        "travel_seconds": Whole(0, LARGE),
        "see_through": _FLAG,
        "hear_through": _FLAG,
        **_TOLD,
    },
    "characters": {"key": _KEY, "at": _KEY, **_TOLD},
    "items": {
        "key": _KEY,
        "quantity": Whole(1, LARGE),
        "kind": _OTHER,
        "unique": _FLAG,
        "hidden": _FLAG,
        "fixed": _FLAG,
        "notable": _FLAG,
        "condition": _WORDS,
        "slot": _OTHER,
        "container": OneOf(CONTAINER_STATES),
        "opener": _OTHER,
        "owner": _OTHER,
        "holder": HolderKind(),
        "worn": _OTHER,
        "text": _WORDS,
        "tags": Texts(),
        **_TOLD,
    },
    "slots": {"key": _KEY, "capacity": Whole(0, LARGE)},
}
"""Part → member → what it may hold. Texts that the rules make no use of may stand there too."""
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "exits": ("from", "to"),
    "items": ("holder",),
    "slots": ("capacity",),
}


def state_fault(state: Any) -> Fault | None:
    """What is wrong with a state; parts that are left out are empty, null members are left out."""
    if not isinstance(state, Mapping):
        return Fault("not_object", "state")
    for part in state:
        if part not in _PARTS:
            return Fault("unknown_field", inside("state", str(part)[:MAX_KEY]))
    return first(_state_faults(state))


def read_state(state: Row) -> ItemState:
    """A state without fault (`state_fault`)."""
    return ItemState(
        locations=frozenset(row["key"] for row in _rows(state, "locations")),
        characters={row["key"]: row.get("at") for row in _rows(state, "characters")},
        items={row["key"]: _item(row) for row in _rows(state, "items")},
        exits={row["key"]: _exit(row) for row in _rows(state, "exits")},
        slots=with_defaults({row["key"]: row["capacity"] for row in _rows(state, "slots")}),
    )


def _rows(state: Row, part: str) -> Sequence[Row]:
    return state.get(part) or ()


def _item(row: Row) -> Item:
    get, holder = row.get, row["holder"]
    return Item(
        key=row["key"],
        name=get("name") or row["key"],
        kind=get("kind") or row["key"],
        quantity=get("quantity") or 1,
        holder=Holder(holder["kind"], holder["key"]),
        unique=bool(get("unique")),
        hidden=bool(get("hidden")),
        fixed=bool(get("fixed")),
        notable=bool(get("notable")),
        condition=get("condition") or "",
        slot=get("slot") or "",
        container=get("container") or "none",
        opener=get("opener") or "",
        owner=get("owner") or "",
        worn=get("worn") or "",
    )


def _exit(row: Row) -> Exit:
    return Exit(
        key=row["key"],
        origin=row["from"],
        target=row["to"],
        state=row.get("state") or "open",
        opener=row.get("opener") or "",
        door=row.get("door") or "",
        hidden=bool(row.get("hidden")),
        travel_seconds=row.get("travel_seconds") or 0,
        see_through=row.get("see_through"),
        hear_through=row.get("hear_through"),
    )


def _state_faults(state: Row) -> Iterator[Fault | None]:
    """The form of all parts; then, all of that being right, what stands between rows."""
    for part, kinds in _PARTS.items():
        yield _part_fault(state.get(part), part, kinds)
    keys = {part: frozenset(row["key"] for row in _rows(state, part)) for part in _PARTS}
    for at, row in enumerate(_rows(state, "exits")):
        for end in ("from", "to"):
            yield _absent(row[end], keys["locations"], f"state.exits[{at}].{end}")
    for at, row in enumerate(_rows(state, "characters")):
        if row.get("at") is not None:
            yield _absent(row["at"], keys["locations"], f"state.characters[{at}].at")
    yield from _item_faults(state, keys)


def _part_fault(rows: Any, part: str, kinds: Mapping[str, Kind]) -> Fault | None:
    if rows is None:
        return None
    if not isinstance(rows, list | tuple):
        return Fault("not_list", f"state.{part}")
    seen: set[str] = set()
    needed = ("key", *_NEEDED.get(part, ()))
    for at, row in enumerate(rows):
        wrong = _row_fault(row, kinds, needed)
        if wrong is None and row["key"] in seen:
            wrong = Fault("key_taken", "key", {"value": row["key"]})
        if wrong:
            return under(f"state.{part}[{at}]", wrong)
        seen.add(row["key"])
    return None


def _row_fault(row: Any, kinds: Mapping[str, Kind], needed: Collection[str]) -> Fault | None:
    """The first thing wrong with the form of an object; its path is in the object."""
    if not isinstance(row, Mapping):
        return Fault("not_object", "")
    for name, value in row.items():
        kind = kinds.get(name)
        if kind is None:
            return Fault("unknown_field", str(name)[:MAX_KEY])
        problem = None if value is None else kind.problem(value)
        if problem:
            return Fault(problem[0], name, problem[1])
    return first(Fault("missing", name) for name in needed if row.get(name) is None)


def _absent(key: str, known: Collection[str], path: str) -> Fault | None:
    return None if key in known else Fault("not_in_world", path, {"value": key})


def _item_faults(state: Row, keys: Mapping[str, frozenset[str]]) -> Iterator[Fault | None]:
    """Holders exist and can hold, worn things are worn by somebody, no thing is inside itself."""
    known = {kind: keys[f"{kind}s"] for kind in HOLDER_KINDS}
    items = {row["key"]: row for row in _rows(state, "items")}
    slots = with_defaults(dict.fromkeys(keys["slots"], 1))
    for at, row in enumerate(_rows(state, "items")):
        kind, key = row["holder"]["kind"], row["holder"]["key"]
        if key not in known[kind]:
            yield Fault("not_in_world", f"state.items[{at}].holder.key", {"value": key})
        elif kind == "item" and (items[key].get("container") or "none") == "none":
            yield Fault("not_container", f"state.items[{at}].holder.key", {"value": key})
        if row.get("worn"):
            yield _worn_fault(row, slots, f"state.items[{at}].worn")
    yield _circle(items)


def _worn_fault(row: Row, slots: Collection[str], path: str) -> Fault | None:
    if row["holder"]["kind"] != "character":
        return Fault("not_carried", path)
    return _absent(row["worn"], slots, path)


def _circle(items: Mapping[str, Row]) -> Fault | None:
    sound: set[str] = set()
    for key in items:
        chain: list[str] = []
        while key in items and key not in sound:
            if key in chain:
                circle = " → ".join((*chain[chain.index(key) :], key))
                return Fault("circle", "state.items", {"circle": circle})
            chain.append(key)
            holder = items[key]["holder"]
            key = holder["key"] if holder["kind"] == "item" else ""
        sound.update(chain)
    return None
