"""One thing done with an item or an exit, and what came of trying some (IT-4, IC-1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from worldbook.rules.items.state import Holder, ItemState
from worldbook.rules.refusal import Refusal


@dataclass(frozen=True, slots=True)
class ItemChange:
    """Who does what; members that an operation has no use for are not looked at.

    Attributes:
        op: one of `state.OPERATIONS`.
        actor: a character's key; reveal, hide and alter need none ("").
        item: the item's key; "" where an exit is meant.
        exit: the exit's key, for open, close, lock, unlock, reveal and hide.
        quantity: how many of a stack; None: all of them, for consume one.
        to: who is given it, what it is put into; where it is dropped (the actor's place unless
            said).
        key: the item used by lock and unlock, by key or kind; "": what the lock asks for.
        slot: the wear slot; "": the item's own.
        forced: a lock is broken in the story (open, unlock; IT-5).
        set: what alter changes: condition, name (text), notable (flag), owner (a character's key,
            "" for nobody).
    """

    op: str
    actor: str = ""
    item: str = ""
    exit: str = ""
    quantity: int | None = None
    to: Holder | None = None
    key: str = ""
    slot: str = ""
    forced: bool = False
    set: Mapping[str, str | bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why one change is not possible: its place in the list (from 0) and the first reason (IC-2).

    `refusal.code` is one of `failing.CODES`, `refusal.reason` is for the game master and may name
    anything; `refusal.detail["told"]` is `{"code", …keys}` for the player: codes and keys of what
    the actor can see, nothing else.
    """

    index: int
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Done:
    """What one change did: `item` is the key of the stack that it ended in, "" where it is gone.

    `took` is the key of the stack it came from, `quantity` how many were moved, worn or used up.
    """

    index: int
    change: ItemChange
    item: str
    took: str
    quantity: int


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of trying changes in order.

    Attributes:
        state: the state afterwards; as handed in where any change failed.
        failures: one a failed change, in order.
        reached: the state that later changes see: with those that worked, without those that failed.
        done: what each change that worked did, in order.
        parts: keys of new stacks → key of the stack *handed in* that they were split from.
    """

    state: ItemState
    failures: tuple[Failure, ...]
    reached: ItemState
    done: tuple[Done, ...]
    parts: Mapping[str, str]

    @property
    def ok(self) -> bool:
        """Whether all of it is possible."""
        return not self.failures
