"""One change beside the state that it meets: what it is about, found once for all checks."""

from dataclasses import dataclass

from worldbook.rules.items.change import ItemChange
from worldbook.rules.items.state import OPERATIONS, Exit, Item
from worldbook.rules.items.working import Working

FREE = ("reveal", "hide", "alter")
"""Operations that need nobody to be there."""
ON_EXITS = ("open", "close", "lock", "unlock", "reveal", "hide")
LIDS = ("open", "close", "lock", "unlock")
KEYED = ("lock", "unlock")


@dataclass(frozen=True, slots=True)
class Case:
    """A change whose keys all exist.

    `item` or `exit` is what it is about; `target` the item that something is put into; `place`
    the actor's; `knows` the hidden exits that the actor knows.
    """

    work: Working
    change: ItemChange
    item: Item | None
    exit: Exit | None
    target: Item | None
    place: str | None
    knows: frozenset[str]

    @property
    def op(self) -> str:
        """What is done."""
        return self.change.op

    @property
    def things(self) -> tuple[Item, ...]:
        """The items that have to be within reach."""
        return tuple(thing for thing in (self.item, self.target) if thing)

    @property
    def lid(self) -> str:
        """The state of the container or exit; "" where the item is no container."""
        if self.exit:
            return self.exit.state
        return self.item.container if self.item and self.item.container != "none" else ""

    @property
    def opener(self) -> str:
        """The kind that locks and unlocks it."""
        lockable = self.exit or self.item
        return lockable.opener if lockable else ""

    @property
    def quantity(self) -> int:
        """How many are meant."""
        have = self.item.quantity if self.item else 0
        if self.change.quantity is not None and self.op in ("take", "drop", "give", "put"):
            return self.change.quantity
        if self.op == "consume":
            return 1 if self.change.quantity is None else self.change.quantity
        return 1 if self.op == "wear" else have


def find_case(work: Working, change: ItemChange, knows: frozenset[str]) -> Case | tuple[str, str]:
    """The case of a change; else what does not exist: a word for it, and its key."""
    unknown = _unknown(work, change)
    if unknown:
        return unknown
    into = change.to.key if change.op == "put" and change.to and change.to.kind == "item" else ""
    return Case(
        work=work,
        change=change,
        item=work.items.get(change.item),
        exit=None if change.item else work.exits.get(change.exit),
        target=work.items.get(into),
        place=work.before.characters.get(change.actor),
        knows=knows,
    )


def _unknown(work: Working, change: ItemChange) -> tuple[str, str] | None:
    if change.op not in OPERATIONS:
        return "op", change.op
    nobody = change.op in FREE and not change.actor
    if change.actor not in work.before.characters and not nobody:
        return "actor", change.actor
    on_exit = change.op in ON_EXITS and change.exit and not change.item
    if on_exit and change.exit not in work.exits:
        return "exit", change.exit
    if not on_exit and change.item not in work.items:
        return "item", change.item
    return _unknown_other(work, change)


def _unknown_other(work: Working, change: ItemChange) -> tuple[str, str] | None:
    """What else a change names that does not exist."""
    if change.op in ("give", "put", "drop"):
        return _unknown_to(work, change)
    if change.op in KEYED and change.key and not _is_item_or_kind(work, change.key):
        return "key", change.key
    if change.op == "wear":
        slot = change.slot or work.items[change.item].slot
        return ("slot", slot) if slot and slot not in work.before.slots else None
    owner = change.set.get("owner") if change.op == "alter" else None
    if owner and owner not in work.before.characters:
        return "owner", str(owner)
    return None


def _unknown_to(work: Working, change: ItemChange) -> tuple[str, str] | None:
    if change.to is None:
        return None if change.op == "drop" else ("to", "")
    known = {
        "location": work.before.locations,
        "character": work.before.characters,
        "item": work.items,
    }
    wanted = {"give": "character", "drop": "location"}.get(change.op, change.to.kind)
    fits = change.to.kind == wanted and change.to.key in known.get(change.to.kind, ())
    return None if fits else ("to", change.to.key)


def _is_item_or_kind(work: Working, key: str) -> bool:
    return key in work.items or any(item.kind == key for item in work.items.values())
