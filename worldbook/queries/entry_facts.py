"""What a list says of every entry of a draft: its tokens, and whether it is published so (WK-6, WB-38).

Both are worked out once for each version of a row and kept in the process, so that a list of
thousands asks only for what has changed since.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from threading import Lock
from typing import Generic, TypeVar

from django.db import connection

from worldbook.models import Entry, Lorebook, Revision
from worldbook.queries.books import ENTRY_FIELDS
from worldbook.rules import entries as values
from worldbook.rules.tokens import estimate

BOOKS_KEPT = 40
FEW = 500
"""More rows than these are not asked for by name: the whole book is read sooner."""
NOT_SAID = ("place", "source")
"""Where an entry stands is no part of what it says; the imported original cannot be edited."""

_COLUMNS_LEFT_OUT = [
    field.column for field in Entry._meta.concrete_fields if field.name not in ENTRY_FIELDS
]


Value = TypeVar("Value")


class Kept(Generic[Value]):
    """Something of every row of a draft, worked out by `read` once for each version of the row.

    Books are kept in the process; the least recently used goes first.
    """

    def __init__(
        self, read: Callable[[list[int]], dict[int, Value]], books: int = BOOKS_KEPT
    ) -> None:
        self._read = read
        self._most = books
        self._books: OrderedDict[int, dict[int, tuple[int, Value]]] = OrderedDict()
        self._lock = Lock()

    def of(self, book_id: int, only: Collection[int] | None = None) -> dict[int, Value]:
        """The values of a draft's rows, or at least of `only` some, by row id.

        Two queries, one where nothing is new.
        """
        rows = Entry.objects.filter(book_id=book_id)
        if only is not None and len(only) > FEW:
            only = None
        rows = rows if only is None else rows.filter(pk__in=only)
        versions = dict(rows.values_list("pk", "version"))
        known = self._books.get(book_id, {})
        found = {
            pk: kept
            for pk, version in versions.items()
            if (kept := known.get(pk)) is not None and kept[0] == version
        }
        new = [pk for pk in versions if pk not in found]
        if new:
            read = self._read(new)
            found |= {pk: (versions[pk], value) for pk, value in read.items()}
        self._keep(book_id, found if only is None else known | found)
        return {pk: value for pk, (_version, value) in found.items()}

    def _keep(self, book_id: int, values: dict[int, tuple[int, Value]]) -> None:
        with self._lock:
            self._books[book_id] = values
            self._books.move_to_end(book_id)
            while len(self._books) > self._most:
                self._books.popitem(last=False)


_SAID = """
SELECT id, md5((to_jsonb(entry) - %s::text[])::text)
FROM worldbook_entry AS entry WHERE id = ANY(%s)
"""
_PUBLISHED = """
SELECT said->>'key_id', md5(((%s::jsonb || said) - %s::text[])::text)
FROM worldbook_revision AS revision, jsonb_array_elements(body->'entries') AS said
WHERE revision.id = %s
"""


def count_tokens(ids: list[int]) -> dict[int, int]:
    """The tokens of the text of each row, an estimate."""
    rows = Entry.objects.filter(pk__in=ids).values_list("pk", "content")
    return {pk: estimate(content) for pk, content in rows}


def digest_rows(ids: list[int]) -> dict[int, str]:
    """A digest of what each row says."""
    with connection.cursor() as cursor:
        cursor.execute(_SAID, [[*_COLUMNS_LEFT_OUT, *NOT_SAID], ids])
        return dict(cursor.fetchall())


entry_tokens = Kept(count_tokens)
entry_digests = Kept(digest_rows)


@lru_cache(maxsize=BOOKS_KEPT)
def _digests(revision_id: int) -> Mapping[str, str]:
    """The digest of what each entry of a revision says, by key id; a revision never changes."""
    with connection.cursor() as cursor:
        cursor.execute(_PUBLISHED, [_defaults(), list(NOT_SAID), revision_id])
        return dict(cursor.fetchall())


def _defaults() -> str:
    return json.dumps(values.entry_to_json(values.Entry(key_id="")))


def published_digests(book: Lorebook) -> Mapping[str, str]:
    """The digests of the latest revision's entries, by key id; empty where nothing is published."""
    latest = Revision.objects.filter(book_id=book.pk, number=book.latest_revision)
    pk = latest.values_list("pk", flat=True).first()
    return {} if pk is None else _digests(pk)


def draft_states(book: Lorebook, key_ids: Mapping[int, str]) -> dict[int, str]:
    """How each of some rows stands to the latest revision: "new", "changed" or "same" (WB-38)."""
    published, found = published_digests(book), {}
    digests = entry_digests.of(book.pk, key_ids.keys())
    for pk, key_id in key_ids.items():
        was = published.get(key_id)
        found[pk] = "new" if was is None else "same" if was == digests.get(pk) else "changed"
    return found
