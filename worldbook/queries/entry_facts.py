"""What a list says of every entry of a draft: its tokens, and whether it is published so (WK-6, WB-38).

Both are worked out once for each version of a row and kept in the process, so that a list of
thousands asks only for what has changed since.
"""

import json
from collections import OrderedDict
from collections.abc import Collection, Mapping
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from django.db import connection

from worldbook.models import Entry, Lorebook, Revision
from worldbook.queries.books import ENTRY_FIELDS
from worldbook.rules import entries as values
from worldbook.rules.tokens import estimate

BOOKS_KEPT = 40
NOT_SAID = ("place", "source")
"""Where an entry stands is no part of what it says; the imported original cannot be edited."""

_COLUMNS_LEFT_OUT = [
    field.column for field in Entry._meta.concrete_fields if field.name not in ENTRY_FIELDS
]


class Fact(NamedTuple):
    """Of a row at a version: a digest of what it says, and the tokens of its text (an estimate)."""

    version: int
    digest: str
    tokens: int


class FactsKept:
    """Facts by book; the least recently used book goes first."""

    def __init__(self, books: int = BOOKS_KEPT) -> None:
        self._most = books
        self._books: OrderedDict[int, dict[int, Fact]] = OrderedDict()
        self._lock = Lock()

    def get(self, book_id: int) -> dict[int, Fact]:
        """What is known of a book, perhaps of rows as they no longer are."""
        with self._lock:
            return self._books.get(book_id, {})

    def keep(self, book_id: int, facts: dict[int, Fact]) -> None:
        """Remember what is known of a book now."""
        with self._lock:
            self._books[book_id] = facts
            self._books.move_to_end(book_id)
            while len(self._books) > self._most:
                self._books.popitem(last=False)


_kept = FactsKept()


def entry_facts(
    book_id: int, only: Collection[int] | None = None, *, kept: FactsKept = _kept
) -> dict[int, Fact]:
    """The facts of a draft's entries, or of `only` some, by row id.

    Two queries, one where nothing is new.
    """
    rows = Entry.objects.filter(book_id=book_id)
    rows = rows if only is None else rows.filter(pk__in=only)
    versions = dict(rows.values_list("pk", "version"))
    known = kept.get(book_id)
    facts = {
        pk: fact
        for pk, version in versions.items()
        if (fact := known.get(pk)) is not None and fact.version == version
    }
    new = [pk for pk in versions if pk not in facts]
    if new:
        facts |= _read(new)
    kept.keep(book_id, facts if only is None else known | facts)
    return facts


_FACTS = """
SELECT id, version, md5((to_jsonb(entry) - %s::text[])::text), content
FROM worldbook_entry AS entry WHERE id = ANY(%s)
"""
_PUBLISHED = """
SELECT said->>'key_id', md5(((%s::jsonb || said) - %s::text[])::text)
FROM worldbook_revision AS revision, jsonb_array_elements(body->'entries') AS said
WHERE revision.id = %s
"""


def _read(ids: list[int]) -> dict[int, Fact]:
    with connection.cursor() as cursor:
        cursor.execute(_FACTS, [[*_COLUMNS_LEFT_OUT, *NOT_SAID], ids])
        return {
            pk: Fact(version, digest, estimate(content))
            for pk, version, digest, content in cursor.fetchall()
        }


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


def draft_states(
    facts: Mapping[int, Fact], key_ids: Mapping[int, str], published: Mapping[str, str]
) -> dict[int, str]:
    """How each entry stands to the latest revision: "new", "changed" or "same" (WB-38)."""
    found = {}
    for pk, key_id in key_ids.items():
        was = published.get(key_id)
        found[pk] = "new" if was is None else "same" if was == facts[pk].digest else "changed"
    return found
