"""Which entries of a draft a list shows: one small description that pages and actions share (WK-2).

Query names, all optional and joined by "and":

    q         words (or a "phrase") that each stand somewhere in title, id, keys, text or note
    pattern   1: `q` is a regex, searched in each of these (JavaScript syntax, /…/flags or bare)
    within    names, keys or text: `q` is looked for there only
    tag       a tag; may come several times, every one must be there
    state     on, off, blocked, constant, required, locked, never (nothing can start it)
    position  before_persona, after_persona, at_depth
    color     a colour as it is written
"""

import json
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL
from django.http import QueryDict
from django.utils.translation import gettext as _

from worldbook.models import Entry
from worldbook.rules.entries import POSITIONS
from worldbook.rules.refusal import Refusal
from worldbook.rules.search import MESSAGES, Search, Stopwatch, TooSlow, finder_of
from worldbook.rules.storable import storable

STATES = ("on", "off", "blocked", "constant", "required", "locked", "never")
TEXTS = ("title", "key_id", "content", "comment")
LISTS = ("keys", "secondary_keys", "exclude_keys", "additional_keys")
WITHIN: Mapping[str, tuple[str, ...]] = {
    "names": ("title", "key_id"),
    "keys": LISTS,
    "text": ("content", "comment"),
}
"""Columns that are searched where only a part of them is meant."""
SECONDS = 2.0
"""How long all texts may be searched with a pattern; one that needs longer refuses the filter."""
_WORD = re.compile(r'"([^"]+)"|(\S+)')


class FilterRefused(Exception):  # noqa: N818 - an answer, not a fault
    """The filter cannot be applied; `refusal` has the code "bad_pattern" or "slow_pattern".

    The text of the exception is the reason in the reader's language.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(_(MESSAGES[refusal.code]) % refusal.detail)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """What the entries of a list have in common; empty values filter nothing."""

    q: str = ""
    pattern: bool = False
    within: str = ""
    tags: tuple[str, ...] = ()
    state: str = ""
    position: str = ""
    color: str = ""

    @classmethod
    def from_query(cls, query: QueryDict | str) -> "EntryFilter":
        """Read a query (a string or Django's); unknown names and values filter nothing.

        What no column can hold is sought as U+FFFD, which finds nothing.
        """
        given = QueryDict(query) if isinstance(query, str) else query
        state, position = given.get("state", ""), given.get("position", "")
        within = given.get("within", "")
        return cls(
            q=storable((given.get("q") or "").strip()),
            pattern=given.get("pattern") == "1",
            within=within if given.get("q") and within in WITHIN else "",
            tags=tuple(storable(tag) for tag in given.getlist("tag") if tag),
            state=state if state in STATES else "",
            position=position if position in POSITIONS else "",
            color=storable((given.get("color") or "").strip()),
        )

    def to_query(self) -> str:
        """The query that `from_query` reads as this filter."""
        pairs = [(item.name, getattr(self, item.name)) for item in fields(self)]
        kept = [(n, "1" if v is True else v) for n, v in pairs if n != "tags" and v]
        return urlencode([*kept, *(("tag", tag) for tag in self.tags)])

    def __bool__(self) -> bool:
        return self != EntryFilter()

    def apply(self, entries: QuerySet[Entry]) -> QuerySet[Entry]:
        """Those of some entries that pass; a pattern is run at once, over the rest of the filter.

        Raises:
            FilterRefused: the pattern cannot be read, or takes too long.
        """
        rows = entries.filter(self._columns())
        if self.state:
            rows = rows.filter(_state(self.state))
        if not self.q:
            return rows
        if self.pattern:
            return rows.filter(pk__in=list(_matching(rows, self.q, self.columns)))
        for word in _words(self.q):
            rows = rows.filter(_contains(word, self.columns))
        return rows

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are searched."""
        return WITHIN.get(self.within, (*TEXTS, *LISTS))

    def _columns(self) -> Q:
        wanted = Q()
        for tag in self.tags:
            wanted &= Q(tags__contains=[tag])
        if self.position:
            wanted &= Q(position=self.position)
        if self.color:
            wanted &= Q(color__iexact=self.color)
        return wanted


def _state(state: str) -> Q:
    plain: Mapping[str, Q] = {
        "on": Q(enabled=True, blocked=""),
        "off": Q(enabled=False),
        "blocked": ~Q(blocked=""),
        "constant": Q(constant=True),
        "required": Q(required=True),
        "locked": Q(locked=True),
    }
    return plain[state] if state in plain else _never()


_NEEDED = """
SELECT entry.id FROM worldbook_entry AS entry JOIN (
    SELECT book_id, jsonb_array_elements_text(requires) AS key_id
    FROM worldbook_entry WHERE requires <> '[]'
) AS needed USING (book_id, key_id)
"""


def _never() -> Q:
    """Off or blocked, or nothing starts it: no key, no flag, no entry of its book that needs it."""
    keyed = ~Q(keys=[]) & Q(dont_activate=False)
    flagged = Q(constant=True) | Q(required=True) | Q(activate=True)
    needed = Q(pk__in=RawSQL(_NEEDED, ()))  # noqa: S611 - a constant
    return Q(enabled=False) | ~Q(blocked="") | ~(keyed | flagged | needed)


def _words(text: str) -> list[str]:
    return [phrase or word for phrase, word in _WORD.findall(text)]


def _contains(word: str, columns: tuple[str, ...]) -> Q:
    found = Q()
    for name in columns:
        # A list is searched as JSON, in which a backslash and a quotation mark are written \\ and \".
        sought = json.dumps(word, ensure_ascii=False)[1:-1] if name in LISTS else word
        found |= Q(**{f"{name}__icontains": sought})
    return found


def _texts(row: Mapping[str, Any], columns: tuple[str, ...]) -> Iterator[str]:
    for name in columns:
        if name not in LISTS:
            yield row[name]
            continue
        for item in row[name]:
            yield from [item] if isinstance(item, str) else item


def _matching(rows: QuerySet[Entry], wanted: str, columns: tuple[str, ...]) -> Iterator[int]:
    finder = finder_of(Search(wanted, mode="regex"))
    if isinstance(finder, Refusal):
        raise FilterRefused(finder)
    watch = Stopwatch(time.monotonic, SECONDS)
    for row in rows.order_by().values("pk", *columns):
        try:
            if any(finder.found_in(text, watch) for text in _texts(row, columns)):
                yield row["pk"]
        except TooSlow as slow:
            raise FilterRefused(Refusal("slow_pattern", MESSAGES["slow_pattern"])) from slow
