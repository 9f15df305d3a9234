"""What differs between two selections for one chat: who enters, who leaves, what is otherwise (WK-8)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.selection.result import SelectedEntry, Selection

# Book and key_id: an entry, at whatever revision.
EntryName = tuple[str, str]

_SHOWN = ("position", "depth", "role")


@dataclass(frozen=True, slots=True)
class SelectionChange:
    """What must be done to the first selection to get the second.

    `altered` are entries of both with what differs: of text, tokens, cause, position, depth, role.
    Tokens without text make no difference: the number of a revision is counted too.
    """

    enters: tuple[EntryName, ...] = ()
    leaves: tuple[EntryName, ...] = ()
    altered: Mapping[EntryName, tuple[str, ...]] | None = None

    @property
    def same_entries(self) -> bool:
        """Whether both have the same entries, whatever those say."""
        return not (self.enters or self.leaves)


def selected_names(selection: Selection) -> dict[EntryName, SelectedEntry]:
    """The selected entries by name, in the order of the prompt."""
    return {(entry.book, entry.key_id): entry for entry in selection.selected}


def compare_selections(before: Selection, after: Selection) -> SelectionChange:
    """Compare two selections entry by entry; the revision that an entry is read at is no difference."""
    old, new = selected_names(before), selected_names(after)
    both = {name: tuple(_facts(old[name], new[name])) for name in new if name in old}
    return SelectionChange(
        enters=tuple(name for name in new if name not in old),
        leaves=tuple(name for name in old if name not in new),
        altered={name: facts for name, facts in both.items() if facts},
    )


def _facts(old: SelectedEntry, new: SelectedEntry) -> Iterable[str]:
    if old.text != new.text or old.title != new.title:
        yield "text"
        if old.tokens != new.tokens:
            yield "tokens"
    if without_numbers(old.cause) != without_numbers(new.cause):
        yield "cause"
    yield from (name for name in _SHOWN if getattr(old, name) != getattr(new, name))


def without_numbers(cause: Mapping[str, Any]) -> dict[str, Any]:
    """A cause without the score of a ranking, which moves with every word of the book."""
    return {name: value for name, value in cause.items() if name not in ("score", "words")}
