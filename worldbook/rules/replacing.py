"""Search and replace over entries: every hit with its place, and what is left of those wanted (WK-3)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.search import Finder, Hit, Stopwatch, replaced

Values = Mapping[str, Any]

TEXTS = ("title", "content", "comment")
LISTS = ("keys", "secondary_keys", "exclude_keys", "tags", "groups")
LISTS_OF_LISTS = ("additional_keys",)
REPLACEABLE = (*TEXTS, *LISTS, *LISTS_OF_LISTS)
"""The fields in which may be searched and replaced."""
LONGEST = 1_000_000
"""Characters that a text may have afterwards."""


@dataclass(frozen=True, slots=True)
class Found:
    """One hit: the row, the field, where in a list (`at`, empty in a text), and its number there.

    `text` is the whole text that it stands in.
    """

    row_id: int
    field: str
    at: tuple[int, ...]
    number: int
    text: str
    hit: Hit

    @property
    def name(self) -> str:
        """Names the hit as long as the draft does not change: row:field[.index…]:number."""
        return f"{self.row_id}:{'.'.join((self.field, *map(str, self.at)))}:{self.number}"


def _texts(value: Any, at: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], str]]:
    """Every text of a value, with where in its lists it stands."""
    if isinstance(value, str):
        yield at, value
        return
    for index, item in enumerate(value):
        yield from _texts(item, (*at, index))


def found_in(
    row: Values, fields: Collection[str], finder: Finder, watch: Stopwatch, replacement: str
) -> list[Found]:
    """All hits of one row (with `pk`), in the order of the fields.

    Raises:
        TooSlow: the time is over.
    """
    return [
        Found(row["pk"], field, at, number, text, hit)
        for field in fields
        for at, text in _texts(row[field])
        for number, hit in enumerate(finder.hits(text, watch, replacement))
    ]


def with_hits_replaced(row: Values, found: Collection[Found]) -> dict[str, Any]:
    """What the fields of a row become when these of its hits are replaced.

    Members of lists that become empty, or equal to another one, fall away; empty key lines too.
    """
    hits: dict[str, dict[tuple[int, ...], list[Hit]]] = {}
    for item in found:
        hits.setdefault(item.field, {}).setdefault(item.at, []).append(item.hit)
    return {field: _new(row[field], by_place, ()) for field, by_place in hits.items()}


def _new(value: Any, hits: Mapping[tuple[int, ...], list[Hit]], at: tuple[int, ...]) -> Any:
    if isinstance(value, str):
        here = hits.get(at, [])
        return replaced(value, here).strip() if here and at else replaced(value, here)
    members = [(item, _new(item, hits, (*at, index))) for index, item in enumerate(value)]
    kept = [new for old, new in members if new == old]
    made: list[Any] = []
    for old, new in members:
        if new == old or (new and new not in made and new not in kept):
            made.append(new)
    return made


def growth(row: Values, found: Collection[Found]) -> int:
    """The length of the longest text of a row once the hits are replaced, without replacing."""
    by_text: dict[tuple[str, tuple[int, ...]], int] = {}
    for item in found:
        place = item.field, item.at
        grown = len(item.hit.new) - (item.hit.end - item.hit.start)
        by_text[place] = by_text.get(place, len(item.text)) + grown
    return max(by_text.values(), default=0)
