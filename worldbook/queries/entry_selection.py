"""Which entries of a book a bulk change is for: some by id, or all that a list shows (WK-3)."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import QueryDict

from worldbook.models import Entry, Lorebook
from worldbook.queries.entry_list import ListWish, listed
from worldbook.rules.numbers import whole_number


@dataclass(frozen=True, slots=True)
class EntrySelection:
    """Entries by `ids`, or, where those are None, all that the list of `query` shows.

    A query is what `ListWish.to_query` writes; the empty one is the whole book.
    """

    ids: tuple[int, ...] | None = None
    query: str = ""

    @classmethod
    def from_data(cls, data: QueryDict) -> "EntrySelection":
        """Read a form's `ids` (with commas between them) or, where it has none, its `filter`."""
        words = [word.strip() for word in data.get("ids", "").split(",")]
        ids = [number for number in map(whole_number, words) if number is not None]
        if ids:
            return cls(ids=tuple(dict.fromkeys(ids)))
        wish = ListWish.from_query(QueryDict(data.get("filter", "")))
        return cls(query=wish.to_query())

    @property
    def is_whole_book(self) -> bool:
        """Whether every entry is meant."""
        return self.ids is None and not ListWish.from_query(QueryDict(self.query)).narrows

    def to_data(self) -> dict[str, str]:
        """The form's fields that `from_data` reads as this selection."""
        if self.ids is not None:
            return {"ids": ",".join(map(str, self.ids)), "filter": ""}
        return {"ids": "", "filter": self.query}

    def to_query(self) -> str:
        """The same as a query of an address."""
        return urlencode({name: value for name, value in self.to_data().items() if value})

    def rows(self, book: Lorebook) -> QuerySet[Entry]:
        """Those of them that the book has, in its order.

        Raises:
            FilterRefused: a pattern of the query cannot be read, or takes too long.
        """
        rows = book.entries.order_by("place", "id")
        if self.is_whole_book:
            return rows
        ids = self.ids
        if ids is None:
            ids = listed(book, ListWish.from_query(QueryDict(self.query))).ids
        return rows.filter(pk__in=ids)
