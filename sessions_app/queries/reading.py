"""A pinned book as a reader of the story may see it: parameters, index, entries (WB-37a)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sessions_app.models import Session, SessionPin
from sessions_app.queries.embeddings import embedding_for
from sessions_app.queries.pins import pin_of, reach_into
from sessions_app.queries.scenarios import effective_scenario
from sessions_app.rules.calls import ModelFailure
from sessions_app.rules.reading import found, in_order
from worldbook.models import User
from worldbook.queries.compiled import compiled_books
from worldbook.queries.indexes import index_status
from worldbook.rules.entries import Book, Entry, entry_to_json
from worldbook.rules.open_part import OF_AN_ENTRY, Reach, open_part
from worldbook.rules.refusal import Refusal

Json = dict[str, Any]

A_PAGE = 50

PARAMETERS = (
    "scan_depth",
    "case_sensitive",
    "whole_words",
    "max_passes",
    "constant_budget_ratio",
    "players_may_read",
)
"""The fields of a book that decide how it is chosen from."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A pinned revision, open as far as `reach` says.

    `entries` are those that the search found, in the order of the book; `open` is how many may be
    read at all and `hidden` how many may not. `index` is None where nothing may be read.
    """

    pin: SessionPin
    book: Book
    reach: Reach
    entries: Sequence[Entry]
    open: int
    hidden: int
    index: Json | None

    def page(self, number: int) -> Sequence[Entry]:
        """A page of the entries, from 1."""
        return self.entries[(number - 1) * A_PAGE : number * A_PAGE]

    @property
    def pages(self) -> int:
        """How many pages there are; at least one."""
        return max(1, -(-len(self.entries) // A_PAGE))


def read_pin(user: User, story: Session, book_id: int, text: str = "") -> Reading | None:
    """The story's pin of a book, with the entries that have the words of `text`; None: no pin.

    The search makes the list shorter and does nothing else: it never enters a query (WB-37a). The
    revision is read as this process keeps it for selections, so that looking again costs little.
    """
    pin = pin_of(story, book_id)
    if pin is None:
        return None
    whole = compiled_books([pin.revision_id])[0].book
    reach = reach_into(user, story, book_id, whole)
    book = open_part(whole, reach)
    return Reading(
        pin=pin,
        book=book,
        reach=reach,
        entries=found(in_order(book.entries), text),
        open=len(book.entries),
        hidden=len(whole.entries) - len(book.entries),
        index=None if reach is Reach.NOTHING else index_status(pin.revision, _embedding(story)),
    )


def _embedding(story: Session) -> str:
    """The embedding version that the story searches in; "" is the site's."""
    scenario = effective_scenario(story.scenario_id, story.settings)
    try:
        return "" if isinstance(scenario, Refusal) else embedding_for(scenario.config).version
    except ModelFailure:
        return ""


def reading_json(reading: Reading, page: int = 1) -> Json:
    """A page of a reading as JSON values; authors get every field of an entry."""
    own = reading.reach is not Reach.NOTHING
    index = reading.index or {}
    return {
        "book": reading.pin.book_id,
        "key": reading.pin.book.key,
        "name": reading.pin.book.name,
        "revision": reading.pin.revision.number,
        "reach": reading.reach,
        "parameters": {name: getattr(reading.book, name) for name in PARAMETERS} if own else None,
        "index": {name: index[name] for name in ("state", "progress", "embedding")}
        if own
        else None,
        "entries": [_entry_json(entry, reading.reach) for entry in reading.page(page)],
        "found": len(reading.entries),
        "open": reading.open,
        "hidden": reading.hidden,
        "pages": reading.pages,
    }


def _entry_json(entry: Entry, reach: Reach) -> Json:
    whole = entry_to_json(entry)
    return whole if reach is Reach.ALL else {name: whole[name] for name in OF_AN_ENTRY}
