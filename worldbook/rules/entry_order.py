"""The order of a draft's entries: how it is named for compare-and-set, and how one is moved (WK-4)."""

from bisect import bisect_left
from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise

from worldbook.rules.refusal import Refusal

SIDES = ("before", "after")


def order_mark(ids: Sequence[int]) -> str:
    """A short name of an order: two orders of the same book have the same name if they are equal."""
    return blake2b(",".join(map(str, ids)).encode(), digest_size=8).hexdigest()


def moved(
    ids: Sequence[int], moving: Sequence[int], anchor: int, side: str
) -> tuple[int, ...] | Refusal:
    """The order with some ids put directly before or after another one.

    Those that move keep their order among themselves, wherever they stood.

    Refused: "unknown_entry" where an id is not in the order, "moved_to_itself" where the anchor is
    one of those that move, "nothing_moved" where none does.
    """
    wanted = set(moving)
    if not wanted:
        return Refusal("nothing_moved", "no entry was named")
    if not wanted.issubset(ids) or anchor not in ids:
        return Refusal("unknown_entry", "an entry is not in this book any more")
    if anchor in wanted:
        return Refusal("moved_to_itself", "an entry cannot be put beside itself")
    rest = [pk for pk in ids if pk not in wanted]
    at = rest.index(anchor) + (side == "after")
    return (*rest[:at], *(pk for pk in ids if pk in wanted), *rest[at:])


def new_places(
    before: Sequence[tuple[int, int]], after: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Which ids get which place so that the order becomes `after`; the others keep theirs.

    `before` is `(id, place)` in the present order. The places in use are dealt out anew, so what
    stands outside the stretch that moved stays as it is; equal places are told apart first.
    """
    places = [place for _pk, place in before]
    if any(low >= high for low, high in pairwise(places)):
        places = list(range(len(places)))
    held = dict(before)
    return tuple((pk, place) for pk, place in zip(after, places, strict=True) if held[pk] != place)


def moved_among(before: Sequence[str], after: Sequence[str]) -> frozenset[str]:
    """The fewest names that must move for one order to become the other; others may come and go.

    The rest is a longest stretch of names that keep their order (patience sorting, n log n).
    """
    place = {name: at for at, name in enumerate(before)}
    common = [name for name in after if name in place]
    lows: list[int] = []  # the lowest end of a rising run of each length
    ends: list[str] = []
    runs_on: dict[str, str | None] = {}
    for name in common:
        length = bisect_left(lows, place[name])
        lows[length : length + 1] = [place[name]]
        ends[length : length + 1] = [name]
        runs_on[name] = ends[length - 1] if length else None
    stays, last = set(), ends[-1] if ends else None
    while last is not None:
        stays.add(last)
        last = runs_on[last]
    return frozenset(common) - stays
