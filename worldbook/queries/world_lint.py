"""What lint finds in a world, in the reader's language (TB-19, IT-9, DI-G6)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from worldbook.models import OpeningPin, Revision, User, World
from worldbook.queries.compiled import compiled_books
from worldbook.queries.visible import visible_books
from worldbook.queries.world_document import read_world_document
from worldbook.rules.entries import Book
from worldbook.rules.known_keys import book_findings, known_keys
from worldbook.rules.world_findings import ERROR
from worldbook.rules.world_lint import lint_world


def world_findings(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All findings, errors first, as `{code, level, part, key, detail, text}`."""
    return [finding.to_json(gettext) for finding in lint_world(document)]


def findings_of_world(user: User, world: World) -> list[dict[str, Any]]:
    """Those of a saved world, and of what the books that its openings pin ask for (CO-3).

    Only books that the account may read are looked into.
    """
    document = read_world_document(world).document
    books = book_findings(known_keys(document), _pinned(user, world))
    return [*world_findings(document), *(finding.to_json(gettext) for finding in books)]


def _pinned(user: User, world: World) -> Iterator[tuple[str, Book]]:
    """An opening's key and a published book that it pins, at the revision its stories get."""
    pins = OpeningPin.objects.filter(opening__world=world, book__in=visible_books(user))
    rows = pins.order_by("opening__place", "opening", "place", "id").values_list(
        "opening__key", "book_id", "revision_id"
    )
    pinned = list(rows)
    latest = _latest({book for _key, book, revision in pinned if revision is None})
    found = [(key, revision or latest.get(book)) for key, book, revision in pinned]
    known = [(key, revision) for key, revision in found if revision is not None]
    compiled = compiled_books([revision for _key, revision in known])
    for (key, _revision), book in zip(known, compiled, strict=True):
        yield key, book.book


def _latest(books: Collection[int]) -> dict[int, int]:
    """The latest revisions of books that have any, by book."""
    rows = (
        Revision.objects.filter(book__in=books).order_by("book_id", "-number").distinct("book_id")
    )
    return dict(rows.values_list("book_id", "pk"))


def lint_counts(findings: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """How many findings are errors and warnings."""
    errors = sum(finding["level"] == ERROR for finding in findings)
    return {"error_count": errors, "warning_count": len(findings) - errors}
