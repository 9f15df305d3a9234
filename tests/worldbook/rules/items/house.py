"""A small house to try things in: two rooms, a cellar, two people, and one who is nowhere."""

from worldbook.rules.items.change import ItemChange
from worldbook.rules.items.state import DEFAULT_SLOTS, Holder, Item, ItemState
from worldbook.rules.items.trial import try_changes


def at(place):
    return Holder("location", place)


def with_(who):
    return Holder("character", who)


def inside(key):
    return Holder("item", key)


def thing(key, holder, quantity=1, **more):
    return Item(key, more.pop("name", key), more.pop("kind", key), quantity, holder, **more)


def house(*things, exits=(), slots=DEFAULT_SLOTS, **more):
    return ItemState(
        locations=frozenset(("hall", "kitchen", "cellar")),
        characters={"ann": "hall", "bob": "hall", "cora": "kitchen", "ghost": None},
        items={one.key: one for one in things},
        exits={one.key: one for one in exits},
        slots=slots,
        **more,
    )


def do(op, item="", *, by="ann", **more):
    return ItemChange(op, by, item, **more)


def codes(state, *changes, **more):
    """The code of each change, "" where it worked."""
    changes = list(changes)
    trial = try_changes(state, changes, **more)
    failed = {failure.index: failure.refusal.code for failure in trial.failures}
    return [failed.get(index, "") for index in range(len(changes))]


def code(state, change, **more):
    return codes(state, change, **more)[0]


def told(state, change, **more):
    return try_changes(state, [change], **more).failures[0].refusal.detail["told"]


def after(state, *changes, **more):
    trial = try_changes(state, changes, **more)
    assert trial.ok, trial.failures
    return trial.state
