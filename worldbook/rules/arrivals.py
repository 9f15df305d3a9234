"""Entries of one book that join another: new ids where theirs are taken (WB-6, WK-12)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from worldbook.rules.compact import whole_entry
from worldbook.rules.formats.ids import KeyIds

Json = Mapping[str, Any]
_NAMING = ("requires", "conflicts")
# What an entry is called and where it stands, and not what it says.
_NOT_SAID = frozenset({"key_id", "place", "source", "source_id", *_NAMING})


@dataclass(frozen=True, slots=True)
class Arrival:
    """One entry that would come: `was` its id in the file, `key_id` its id in the book.

    `twin` is the id of an entry of the book that says the same already, or "".
    """

    was: str
    key_id: str
    title: str
    twin: str = ""

    @property
    def renumbered(self) -> bool:
        """Whether its id was taken."""
        return self.was != self.key_id


def join(entries: Sequence[Json], taken: Iterable[str], first_place: int) -> list[dict[str, Any]]:
    """Entries (native JSON) as they join a book that has the ids `taken`.

    Ids that are taken get a number, and what the entries say of each other (`requires`,
    `conflicts`) follows them. They stand in their order from `first_place` on.
    """
    ids = KeyIds()
    for key_id in taken:
        ids.take(key_id)
    names = {entry["key_id"]: ids.take(entry["key_id"]) for entry in entries}
    joined = []
    for place, entry in enumerate(entries, first_place):
        told = {
            name: [names.get(other, other) for other in entry[name]]
            for name in _NAMING
            if entry.get(name)
        }
        joined.append({**entry, **told, "key_id": names[entry["key_id"]], "place": place})
    return joined


def _said(entry: Json) -> str:
    """All that an entry says, to be compared."""
    return repr(
        [(name, value) for name, value in whole_entry(entry).items() if name not in _NOT_SAID]
    )


def arrivals(entries: Sequence[Json], present: Collection[Json]) -> tuple[Arrival, ...]:
    """What joining would do to each entry, beside the entries `present` in the book."""
    said = {_said(entry): entry["key_id"] for entry in present}
    joined = join(entries, [entry["key_id"] for entry in present], 0)
    return tuple(
        Arrival(
            was=entry["key_id"],
            key_id=new["key_id"],
            title=entry.get("title", ""),
            twin=said.get(_said(entry), ""),
        )
        for entry, new in zip(entries, joined, strict=True)
    )
