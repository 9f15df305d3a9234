"""What a selection comes to: the chosen entries in the order of the prompt, and why (WB-18, WB-37)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

Name = tuple[str, str]
"""An entry by its book's key and its own key id."""


@dataclass(frozen=True, slots=True)
class SelectedEntry:
    """One chosen entry: `text` after macros, `wrapped` as the model gets it.

    `depth` is None unless the position is at_depth; `role` is system unless it is. `tokens` is
    the size with wrapper and separator, also where the budget was not asked (`free`).
    `audience` is whom it addresses, defaults filled in; `notes` what its macros left to be told.
    """

    book: str
    revision: int
    key_id: str
    source_id: str
    title: str
    text: str
    wrapped: str
    position: str
    depth: int | None
    role: str
    tokens: int
    cause: Mapping[str, Any]
    audience: tuple[str, ...]
    players_may_read: bool
    free: bool = False
    notes: tuple[Mapping[str, Any], ...] = ()

    @property
    def shown_to_players(self) -> bool:
        """Whether a player sees it: it addresses the actor, and its book is open to them (WB-37)."""
        return self.players_may_read and "actor" in self.audience

    @property
    def name(self) -> Name:
        """The book and the entry's key id in it: another book may have one of the same."""
        return self.book, self.key_id

    def cause_among(self, told: Collection[Name]) -> dict[str, Any]:
        """Why it is there, to a reader who is told of these entries alone: of others no name.

        What it depends on is in its own book.
        """
        cause, where = dict(self.cause), self.cause.get("in", {})
        if (self.book, cause.get("of")) not in told:
            cause.pop("of", None)
        if "key_id" in where and (where["book"], where["key_id"]) not in told:
            cause["in"] = {"text": where["text"]}
        return cause


@dataclass(frozen=True, slots=True)
class Selection:
    """The outcome of one turn. `selected` is in the order of injection; `notices` are slow regexes.

    `tokens` is what was taken from the budget; `timed` the new timed state for the next turn.
    """

    selected: tuple[SelectedEntry, ...] = ()
    dropped: tuple[Mapping[str, Any], ...] = ()
    trace: Mapping[str, Any] = field(default_factory=dict)
    timed: Mapping[str, int] = field(default_factory=dict)
    tokens: int = 0
    budget: int = 0
    passes: int = 0
    degradations: tuple[Mapping[str, Any], ...] = ()
    notices: tuple[tuple[str, int, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The selection as JSON values, without the trace, which is kept by itself."""
        result = {item.name: getattr(self, item.name) for item in fields(self)}
        del result["trace"]
        result["selected"] = [_entry_to_json(entry) for entry in self.selected]
        for name in ("dropped", "degradations"):
            result[name] = [dict(item) for item in result[name]]
        result["notices"] = [list(notice) for notice in self.notices]
        result["timed"] = dict(self.timed)
        return result

    @classmethod
    def from_json(
        cls, data: Mapping[str, Any], trace: Mapping[str, Any] | None = None
    ) -> "Selection":
        """A selection from what `to_json` wrote, with its trace where that is at hand."""
        known = {item.name: data[item.name] for item in fields(cls) if item.name in data}
        known["selected"] = tuple(map(_entry_from_json, data.get("selected", ())))
        known["notices"] = tuple((book, rev, key) for book, rev, key in data.get("notices", ()))
        for name in ("dropped", "degradations"):
            known[name] = tuple(data.get(name, ()))
        return cls(**{**known, "trace": trace or {}})


def _entry_to_json(entry: SelectedEntry) -> dict[str, Any]:
    result = {item.name: getattr(entry, item.name) for item in fields(SelectedEntry)}
    result["notes"] = [dict(note) for note in entry.notes]
    return {**result, "cause": dict(entry.cause), "audience": list(entry.audience)}


def _entry_from_json(data: Mapping[str, Any]) -> SelectedEntry:
    known = {item.name: data[item.name] for item in fields(SelectedEntry) if item.name in data}
    tuples = {name: tuple(known.get(name, ())) for name in ("audience", "notes")}
    return SelectedEntry(**{**known, **tuples})
