"""Entries taken to another book: new ids where theirs are taken, and which ties would break (WK-3)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from worldbook.rules.formats.ids import KeyIds

Values = Mapping[str, Any]
TIES = ("requires", "conflicts")


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie that would no longer hold: `field` ("requires" or "conflicts") of an entry names `to`.

    `why`: "missing" (the book it comes to has no such entry), "other" (an entry of that id is
    there, and it is another one) or "left" (the entry stays, and what it names goes).
    """

    key_id: str
    title: str
    field: str
    to: str
    why: str


@dataclass(frozen=True, slots=True)
class Journey:
    """Entries as they come to the other book, what each was called before, and broken ties."""

    entries: tuple[Values, ...]
    renamed: Mapping[str, str]
    ties: tuple[Tie, ...]


def journey(
    going: Sequence[Values],
    *,
    staying: Iterable[Values],
    taken: Collection[str],
    first_place: int,
    same_book: bool = False,
) -> Journey:
    """What becomes of entries in another book.

    Args:
        going: the entries in native JSON, in their order.
        staying: `key_id`, `title`, `requires` and `conflicts` of those that stay behind and lose
            them; nothing where they are copied.
        taken: the key ids of the other book.
        first_place: the place that the first one gets.
        same_book: they are copied within their book; ties to those that are not copied still hold.
    """
    ids = KeyIds()
    for key_id in taken:
        ids.take(key_id)
    names = {entry["key_id"]: ids.take(entry["key_id"]) for entry in going}
    come = tuple(
        {
            **entry,
            "key_id": names[entry["key_id"]],
            "place": first_place + number,
            **{field: [names.get(to, to) for to in entry[field]] for field in TIES},
        }
        for number, entry in enumerate(going)
    )
    ties = [] if same_book else list(_broken(going, names, set(taken)))
    ties += left_behind(staying, names)
    renamed = {old: new for old, new in names.items() if old != new}
    return Journey(come, renamed, tuple(ties))


def _broken(
    going: Iterable[Values], names: Mapping[str, str], taken: Collection[str]
) -> Iterable[Tie]:
    for entry in going:
        for field in TIES:
            for to in entry[field]:
                if to not in names:
                    why = "other" if to in taken else "missing"
                    yield Tie(entry["key_id"], entry["title"], field, to, why)


def left_behind(staying: Iterable[Values], leaving: Collection[str]) -> list[Tie]:
    """Ties of entries that stay to key ids that leave."""
    return [
        Tie(entry["key_id"], entry["title"], field, to, "left")
        for entry in staying
        for field in TIES
        for to in entry[field]
        if to in leaving
    ]
