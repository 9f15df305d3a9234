"""The list of a draft's entries for its author: which, in what order, and what each row says (WK-1).

Query names beside those of `queries.entry_filter`:

    draft     new, changed or same: how the entry stands to the latest revision
    use       never, used (by recorded turns of stories), idle (switched on, and nothing starts it)
    sort      place (the book's order), title, tokens (longest first), changed, priority, order
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.db.models.functions import Left, Length
from django.http import QueryDict

from worldbook.models import Entry, Lorebook
from worldbook.queries.entry_facts import draft_states, entry_tokens
from worldbook.queries.entry_filter import EntryFilter
from worldbook.queries.used_entries import selected_key_ids
from worldbook.rules.entry_order import order_mark

DRAFTS = ("new", "changed", "same")
USES = ("never", "used", "idle")
SORTS: Mapping[str, tuple[str, ...]] = {
    "place": ("place", "id"),
    "title": ("title", "key_id"),
    "tokens": ("place", "id"),
    "changed": ("-changed_at", "-id"),
    "priority": ("-priority", "-order", "place", "id"),
    "order": ("order", "place", "id"),
}
SNIPPET = 160
ROW_COLUMNS = (
    *("pk", "key_id", "title", "keys", "tags", "color", "enabled", "constant", "required"),
    *("blocked", "locked", "order", "priority", "position", "depth", "version"),
)


@dataclass(frozen=True, slots=True)
class ListWish:
    """Which entries a list shows, in which order; empty values filter nothing."""

    filter: EntryFilter = field(default_factory=EntryFilter)
    draft: str = ""
    use: str = ""
    sort: str = "place"

    @classmethod
    def from_query(cls, query: QueryDict) -> "ListWish":
        """Read a query; unknown names and values filter nothing."""
        draft, use, sort = (query.get(name, "") for name in ("draft", "use", "sort"))
        return cls(
            filter=EntryFilter.from_query(query),
            draft=draft if draft in DRAFTS else "",
            use=use if use in USES else "",
            sort=sort if sort in SORTS else "place",
        )

    def to_query(self) -> str:
        """The query that `from_query` reads as this wish."""
        own = {"draft": self.draft, "use": self.use}
        own["sort"] = "" if self.sort == "place" else self.sort
        parts = [self.filter.to_query(), urlencode({n: v for n, v in own.items() if v})]
        return "&".join(part for part in parts if part)

    @property
    def narrows(self) -> bool:
        """Whether some entries of the book may be left out."""
        return bool(self.filter or self.draft or self.use)


@dataclass(frozen=True, slots=True)
class Listed:
    """The ids of the rows of a list in order, and sums.

    `order` names the order of the whole book for compare-and-set, whatever the list shows.
    """

    ids: tuple[int, ...]
    tokens: int
    all_count: int
    all_tokens: int
    order: str


def listed(book: Lorebook, wish: ListWish) -> Listed:
    """The list that is wished for.

    Raises:
        FilterRefused: a pattern cannot be read, or takes too long.
    """
    tokens = entry_tokens.of(book.pk)
    whole = tuple(book.entries.order_by("place", "id").values_list("pk", flat=True))
    ids = _chosen(book, wish, tokens) if wish.narrows or wish.sort != "place" else whole
    return Listed(
        ids=ids,
        tokens=_sum(tokens, ids),
        all_count=len(whole),
        all_tokens=_sum(tokens, whole),
        order=order_mark(whole),
    )


def _sum(tokens: Mapping[int, int], ids: Iterable[int]) -> int:
    return sum(tokens.get(pk, 0) for pk in ids)


def _chosen(book: Lorebook, wish: ListWish, tokens: Mapping[int, int]) -> tuple[int, ...]:
    rows = wish.filter.apply(_used(book, book.entries.all(), wish.use))
    keys = dict(rows.order_by(*SORTS[wish.sort]).values_list("pk", "key_id"))
    ids = list(keys)
    if wish.draft:
        states = draft_states(book, keys)
        ids = [pk for pk in ids if states[pk] == wish.draft]
    if wish.sort == "tokens":
        ids.sort(key=lambda pk: -tokens.get(pk, 0))
    return tuple(ids)


def _used(book: Lorebook, rows: QuerySet[Entry], use: str) -> QuerySet[Entry]:
    if use == "idle":
        return EntryFilter(state="never").apply(rows.filter(enabled=True, blocked=""))
    if use:
        named = selected_key_ids(book)
        return rows.filter(key_id__in=named) if use == "used" else rows.exclude(key_id__in=named)
    return rows


def entry_rows(book: Lorebook, ids: Iterable[int]) -> list[dict[str, Any]]:
    """What a list says of some entries of a book, in the order of the ids; gone ones are left out.

    Each: the columns of ROW_COLUMNS, `snippet` and `length` of its text in characters, `tokens`,
    and `draft` ("new", "changed" or "same").
    """
    wanted = list(ids)
    rows = (
        Entry.objects.filter(book_id=book.pk, pk__in=wanted)
        .annotate(snippet=Left("content", SNIPPET), length=Length("content"))
        .values(*ROW_COLUMNS, "snippet", "length")
    )
    found = {row["pk"]: row for row in rows}
    tokens = entry_tokens.of(book.pk, wanted)
    states = draft_states(book, {pk: row["key_id"] for pk, row in found.items()})
    return [
        {**found[pk], "tokens": tokens.get(pk, 0), "draft": states[pk]}
        for pk in wanted
        if pk in found
    ]


def tags_of(book: Lorebook) -> list[str]:
    """The tags that entries of a book have, in alphabetical order."""
    return sorted({tag for tags in _distinct(book, "tags") for tag in tags}, key=str.casefold)


def colors_of(book: Lorebook) -> list[str]:
    """The colours that entries of a book have."""
    return sorted(color for color in _distinct(book, "color") if color)


def _distinct(book: Lorebook, name: str) -> Iterable[Any]:
    return book.entries.order_by().values_list(name, flat=True).distinct()
