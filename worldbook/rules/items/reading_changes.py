"""Changes of things read out of JSON, each fault with its path (IC-1, IT-4)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from worldbook.rules.faults import Fault, by_kind, inside
from worldbook.rules.fields import LARGE, Flag, Kind, OneOf, Text, Whole
from worldbook.rules.items.case import FREE, ON_EXITS
from worldbook.rules.items.change import ItemChange
from worldbook.rules.items.reading import MAX_KEY, MAX_NAME, HolderKind
from worldbook.rules.items.state import OPERATIONS, Holder
from worldbook.rules.one_line import Name

Row = Mapping[str, Any]
_KEY = Text(MAX_KEY, empty=False)
_OP = OneOf(OPERATIONS)

_MEMBERS: Mapping[str, Kind] = {
    "actor": _KEY,
    "op": _OP,
    "item": _KEY,
    "quantity": Whole(1, LARGE),
    "to": HolderKind(),
    "with": _KEY,
    "slot": _KEY,
    "exit": _KEY,
    "forced": Flag(),
}
_ALTERED: Mapping[str, Kind] = {
    "condition": Text(200),
    "owner": Text(MAX_KEY),
    "notable": Flag(),
    "name": Name(MAX_NAME),
}


def change_faults(row: Any, path: str, *, also: Collection[str] = ()) -> Iterator[Fault]:
    """What is wrong with the form of a change.

    Null members count as left out. `also` names members that the caller reads itself.
    """
    if not isinstance(row, Mapping):
        yield Fault("not_object", path)
        return
    for name, value in row.items():
        if name == "set":
            yield from _set_faults(value, inside(path, name))
        elif name not in also:
            wrong = _member_fault(name, value, inside(path, str(name)[:MAX_KEY]))
            if wrong:
                yield wrong
    if row.get("op") is None:
        yield Fault("missing", inside(path, "op"))
    elif _OP.problem(row["op"]) is None:
        yield from _lacks(row, path)


def read_change(row: Row) -> ItemChange:
    """A change without fault (`change_faults`)."""
    to, altered = row.get("to"), row.get("set") or {}
    return ItemChange(
        op=row["op"],
        actor=row.get("actor") or "",
        item=row.get("item") or "",
        exit=row.get("exit") or "",
        quantity=row.get("quantity"),
        to=Holder(to["kind"], to["key"]) if to else None,
        key=row.get("with") or "",
        slot=row.get("slot") or "",
        forced=bool(row.get("forced")),
        set={name: "" if value is None else value for name, value in altered.items()},
    )


def _member_fault(name: Any, value: Any, path: str) -> Fault | None:
    kind = _MEMBERS.get(name)
    if kind is None:
        return Fault("unknown_field", path)
    return None if value is None else by_kind(kind, value, path)


def _set_faults(value: Any, path: str) -> Iterator[Fault]:
    if value is None:
        return
    if not isinstance(value, Mapping):
        yield Fault("not_object", path)
        return
    for name, told in value.items():
        kind, at = _ALTERED.get(name), inside(path, str(name)[:MAX_KEY])
        wrong = by_kind(kind, told, at) if kind else Fault("unknown_field", at)
        if wrong and not (name == "owner" and told is None):
            yield wrong


def _lacks(row: Row, path: str) -> Iterator[Fault]:
    """Members that the operation needs."""
    op = row["op"]
    if row.get("actor") is None and op not in FREE:
        yield Fault("missing", inside(path, "actor"))
    about = [name for name in ("item", "exit") if row.get(name) is not None]
    if op in ON_EXITS and len(about) != 1:
        yield Fault("one_of", path, {"known": "item, exit"})
    elif op not in ON_EXITS and "item" not in about:
        yield Fault("missing", inside(path, "item"))
    if op in ("give", "put") and row.get("to") is None:
        yield Fault("missing", inside(path, "to"))
    if op == "alter" and not row.get("set"):
        yield Fault("missing", inside(path, "set"))
