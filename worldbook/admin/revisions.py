"""The pages of what was published of a book: the list, and one revision as it is (WB-12, WB-17)."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils.translation import gettext as _

from worldbook.admin import indexes
from worldbook.admin.paging import page_of
from worldbook.admin.workbench import book_of, book_path, page
from worldbook.models import Revision
from worldbook.queries.books import revision_book
from worldbook.rules.entries import Entry

REVISIONS_A_PAGE, ENTRIES_A_PAGE = 20, 50


def revisions(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """All that was published, newest first, with the ways to compare and to restore."""
    book = book_of(model_admin, request, book_id)
    rows = indexes.with_indexes(
        Revision.objects.filter(book=book)
        .defer("body")
        .select_related("published_by")
        .annotate(story_count=Count("session_pins"))
        .order_by("-number")
    )
    shown = page_of(request, Paginator(rows, REVISIONS_A_PAGE))
    for row in shown:
        state, row.index_said = indexes.shown_state(row)
        row.index_colour = indexes.LABELS[state]
    return page(
        model_admin,
        request,
        book,
        title=_("Revisions of %(book)s") % {"book": book.name},
        template="revisions",
        current="revisions",
        context={
            "page": shown,
            "numbers": range(book.latest_revision, 0, -1),
            "changed": book.draft_version != book.published_version,
        },
    )


def _holds(entry: Entry, words: str) -> bool:
    """Whether an entry's title, id, keys or text has what is searched for."""
    found = "\n".join((entry.title, entry.key_id, *entry.keys, entry.content))
    return words.casefold() in found.casefold()


def revision(model_admin: Any, request: HttpRequest, book_id: int, number: int) -> HttpResponse:
    """Show what a revision said: its entries, searched and page by page, and its index."""
    book = book_of(model_admin, request, book_id)
    row = Revision.objects.filter(book=book, number=number).select_related("published_by").first()
    if row is None:
        raise Http404
    words = request.GET.get("q", "").strip()
    entries = [entry for entry in revision_book(row).entries if _holds(entry, words)]
    return page(
        model_admin,
        request,
        book,
        title=_("%(book)s, revision %(number)d") % {"book": book.name, "number": number},
        template="revision",
        current="revisions",
        context={
            "revision": row,
            "page": page_of(request, Paginator(entries, ENTRIES_A_PAGE)),
            "q": words,
            "index": indexes.index_said(row),
            "before": number - 1,
        },
    )


def urls(model_admin: Any) -> list[URLPattern]:
    """The addresses of the pages."""
    return [
        book_path(model_admin, "revisions/", revisions, "worldbook_lorebook_revisions"),
        book_path(model_admin, "revisions/<int:number>/", revision, "worldbook_lorebook_revision"),
    ]
