"""The copy of a state that changes are tried on, one after the other (IT-4, IT-6)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from worldbook.rules.items.state import (
    Exit,
    Holder,
    Item,
    ItemState,
    holders,
    outermost,
    place_at,
)

SHUT = ("closed", "locked")
MOST_ALIKE = 1_000_000
"""Stacks do not merge beyond this."""


class Working:
    """Items and exits that may be altered; the state handed in stays as it is."""

    def __init__(self, state: ItemState) -> None:
        self.before = state
        self.items = dict(state.items)
        self.exits = dict(state.exits)
        self.parts: dict[str, str] = {}
        self._contents: dict[Holder, set[str]] | None = None

    def state(self) -> ItemState:
        """What has come of it so far."""
        return replace(self.before, items=dict(self.items), exits=dict(self.exits))

    # What is where.

    def holders_of(self, key: str) -> Iterator[Holder]:
        """What has an item, from the nearest outwards."""
        return holders(self.items, key)

    def outer(self, key: str) -> Holder:
        """The place or character that has an item in the end."""
        return outermost(self.items, key)

    def place_of(self, key: str) -> str | None:
        """Where an item really is."""
        return place_at(self.before.characters, self.outer(key))

    def is_hidden(self, key: str) -> bool:
        """Whether an item, or one that it is in, is hidden."""
        return self.items[key].hidden or any(
            holder.kind == "item" and self.items[holder.key].hidden
            for holder in holders(self.items, key)
        )

    def shut_around(self, key: str) -> str:
        """The nearest closed or locked container that an item is in; "" where there is none."""
        for holder in holders(self.items, key):
            if holder.kind == "item" and self.items[holder.key].container in SHUT:
                return holder.key
        return ""

    def is_carried(self, key: str, who: str) -> bool:
        """Whether somebody has an item: worn, in hand, or in open containers in hand (IC-2)."""
        return self.outer(key) == Holder("character", who) and not self.shut_around(key)

    def in_hand(self, who: str, kind: str, shut: str = "") -> Iterator[str]:
        """The items of a kind that somebody has and could use, were the container `shut` closed."""
        todo = [Holder("character", who)]
        while todo:
            for key in self.contents(todo.pop()):
                item = self.items[key]
                if item.hidden:
                    continue
                if item.kind == kind:
                    yield key
                if item.container == "open" and key != shut:
                    todo.append(Holder("item", key))

    def contents(self, holder: Holder) -> tuple[str, ...]:
        """What a holder has itself, in an order that depends on the keys alone."""
        return tuple(sorted(self._index().get(holder, ()), key=_by_number))

    def worn_in(self, who: str, slot: str) -> int:
        """How many things somebody wears in a slot."""
        held = self._index().get(Holder("character", who), ())
        return sum(1 for key in held if self.items[key].worn == slot)

    # Changing it.

    def keep(self, item: Item) -> None:
        """Put an item in the place of what has its key, or add it."""
        self._leave(item.key)
        self.items[item.key] = item
        self._index().setdefault(item.holder, set()).add(item.key)

    def discard(self, key: str) -> None:
        """The item is gone; what is in it lands where it was."""
        gone = self.items[key]
        for inner in self.contents(Holder("item", key)):
            self.land(inner, self.items[inner].quantity, gone.holder)
        self._leave(key)
        del self.items[key]

    def land(self, key: str, quantity: int, holder: Holder) -> str:
        """Bring some of a stack to a holder; the key of the stack that they are in then (IT-6)."""
        item = self.items[key]
        moved = replace(item, quantity=quantity, holder=holder, worn="")
        like = self._like(moved)
        if like:
            self.keep(replace(self.items[like], quantity=self.items[like].quantity + quantity))
        if quantity < item.quantity:
            self.keep(replace(item, quantity=item.quantity - quantity))
            return like or self._add_part(moved)
        if like:
            self._leave(key)
            del self.items[key]
            return like
        self.keep(moved)
        return key

    def one_of(self, key: str) -> Item:
        """A single thing of a stack: split from it, or the stack itself where it is one."""
        item = self.items[key]
        if item.quantity == 1:
            return item
        self.keep(replace(item, quantity=item.quantity - 1))
        return self.items[self._add_part(replace(item, quantity=1, worn=""))]

    def turn_door(self, exit_: Exit, state: str) -> None:
        """Set an exit's state, and that of all exits with the same door (PL-1)."""
        keys = [exit_.key]
        if exit_.door:
            keys = [key for key, other in self.exits.items() if other.door == exit_.door]
        for key in keys:
            self.exits[key] = replace(self.exits[key], state=state)

    def _add_part(self, part: Item) -> str:
        numbered = (f"{part.kind}~{number}" for number in count(2))
        key = next(key for key in numbered if key not in self.items)
        self.parts[key] = self.parts.get(part.key, part.key)
        self.keep(replace(part, key=key))
        return key

    def _like(self, moved: Item) -> str:
        """The stack at its holder that an item merges into; "" where there is none."""
        if not _merges(moved):
            return ""
        alike = _alike(moved)
        for key in self.contents(moved.holder):
            other = self.items[key]
            room = other.quantity + moved.quantity <= MOST_ALIKE
            if key != moved.key and room and _merges(other) and _alike(other) == alike:
                return key
        return ""

    def _leave(self, key: str) -> None:
        index = self._index()
        if key in self.items:
            index[self.items[key].holder].discard(key)

    def _index(self) -> dict[Holder, set[str]]:
        if self._contents is None:
            self._contents = {}
            for key, item in self.items.items():
                self._contents.setdefault(item.holder, set()).add(key)
        return self._contents


def _by_number(key: str) -> tuple[int, str]:
    """`coin` before `coin~2` before `coin~10`."""
    return len(key), key


def _merges(item: Item) -> bool:
    kept_apart = item.unique or item.own_values or item.worn
    return not kept_apart and item.container == "none"


def _alike(item: Item) -> tuple[str | bool, ...]:
    """What two stacks must have in common to become one (IT-6)."""
    words = (item.kind, item.name, item.condition, item.owner, item.slot, item.opener)
    return (*words, item.hidden, item.fixed, item.notable)
