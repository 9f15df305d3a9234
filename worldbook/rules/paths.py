"""The way that somebody takes from its place to another (PL-2, PL-7, TM-9)."""

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from worldbook.rules.items.state import Exit, ItemState
from worldbook.rules.refusal import Refusal

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Path:
    """A way: the keys of its exits in order (none: it is there already), how long it takes."""

    exits: tuple[str, ...]
    seconds: int
