"""The pages of what was published of a book: one revision as it is (WB-12)."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils.translation import gettext as _

from worldbook.admin.indexes import index_said
from worldbook.admin.publishing import diff_said
from worldbook.admin.workbench import book_of, book_path, page
from worldbook.models import Revision
from worldbook.queries.books import published_book, revision_book
from worldbook.rules.diff import BookDiff, diff_books


def revision(model_admin: Any, request: HttpRequest, book_id: int, number: int) -> HttpResponse:
    """Show what a revision said, and what it changed."""
    book = book_of(model_admin, request, book_id)
    row = Revision.objects.filter(book=book, number=number).select_related("published_by").first()
    if row is None:
        raise Http404
    said = revision_book(row)
    diff = diff_books(published_book(book.pk, number - 1), said)
    return page(
        model_admin,
        request,
        book,
        title=_("%(book)s, revision %(number)d") % {"book": book.name, "number": number},
        template="revision",
        current="revisions",
        context={
            "revision": row,
            "entries": said.entries,
            "index": index_said(row),
            "diff": diff_said(BookDiff((), diff.entries) if number == 1 else diff),
        },
    )


def urls(model_admin: Any) -> list[URLPattern]:
    """The addresses of the pages."""
    return [
        book_path(model_admin, "revisions/<int:number>/", revision, "worldbook_lorebook_revision"),
    ]
