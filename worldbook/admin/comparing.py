"""The page that compares two states of a book, and makes an old one the draft again (WB-17, WK-9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
    QueryDict,
)
from django.urls import URLPattern, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.actions.restoring import restore_revision
from worldbook.admin.differences import (
    SAID,
    book_fields_said,
    changes_said,
    counts_said,
    label_of,
)
from worldbook.admin.paging import page_of
from worldbook.admin.workbench import book_of, book_path, page
from worldbook.models import Entry, Lorebook
from worldbook.queries.exports import DRAFT, state_of
from worldbook.queries.roles import signed_in
from worldbook.rules.diff import BookDiff, EntryChange, diff_books
from worldbook.rules.entries import Book
from worldbook.rules.numbers import whole_number

CHANGES_A_PAGE = 20
NOTHING = "0"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of the changes are shown; "" is all."""

    kind: str = ""
    field: str = ""
    words: str = ""

    @classmethod
    def of(cls, query: QueryDict) -> "Wanted":
        """What an address asks for."""
        return cls(query.get("kind", ""), query.get("field", ""), query.get("q", "").strip())

    def keeps(self, change: EntryChange) -> bool:
        """Whether a change is among them."""
        named = f"{change.title}\n{change.key_id}".casefold()
        return (
            self.kind in ("", change.change)
            and (not self.field or self.field in change.fields)
            and self.words.casefold() in named
        )


def _sides(book: Lorebook, query: QueryDict) -> tuple[str, str]:
    """What is compared: by default the latest revision with the draft."""
    return query.get("before") or str(book.latest_revision or DRAFT), query.get("after") or DRAFT


def _side_said(side: str) -> str:
    return _("the draft") if side == DRAFT else _("revision %(number)s") % {"number": side}


def _state(book: Lorebook, side: str) -> Book:
    """A side as a value; NOTHING is the empty book before the first revision."""
    said = Book() if side == NOTHING else state_of(book, side)
    if said is None:
        raise Http404
    return said


def _fields(changes: Sequence[EntryChange]) -> list[tuple[str, str]]:
    """The fields that some change is about, with what a person calls them."""
    names = dict.fromkeys(name for change in changes for name in change.fields)
    return sorted(((name, label_of(name, Entry)) for name in names), key=lambda item: item[1])


def compared(request: HttpRequest, before: Book, after: Book) -> dict[str, Any]:
    """What worldbook/compared.html shows of two states: counts, filters, one page of changes."""
    diff = diff_books(before, after)
    if before == Book():
        diff = BookDiff((), diff.entries)
    wanted = Wanted.of(request.GET)
    kept = [change for change in diff.entries if wanted.keeps(change)]
    shown = page_of(request, Paginator(kept, CHANGES_A_PAGE))
    return {
        "counts": counts_said(diff),
        "book_fields": book_fields_said(before, after) if diff.fields else [],
        "wanted": wanted,
        "kinds": list(SAID.items()),
        "fields": _fields(diff.entries),
        "page": shown,
        "changes": changes_said(list(shown), before, after),
        "all": len(diff.entries),
        "same": not diff,
    }


def compare(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """Two states of a book, entry by entry; where the second is a revision, the way back to it."""
    book = book_of(model_admin, request, book_id)
    before, after = _sides(book, request.GET)
    said = compared(request, _state(book, before), _state(book, after))
    restores = before == DRAFT and after != DRAFT
    return page(
        model_admin,
        request,
        book,
        title=_("%(book)s: from %(before)s to %(after)s")
        % {"book": book.name, "before": _side_said(before), "after": _side_said(after)},
        template="compare",
        current="revisions",
        context={
            **said,
            "before": before,
            "after": after,
            "numbers": [str(number) for number in range(book.latest_revision, 0, -1)],
            "restores": restores and not said["same"],
            "unpublished": book.draft_version != book.published_version,
        },
    )


def restore(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """Make a revision the draft again, if the draft is as it was seen; then back to the list."""
    book = book_of(model_admin, request, book_id, edit=True)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    number = whole_number(request.POST.get("number", ""))
    seen = whole_number(request.POST.get("expected_draft", ""))
    if number is None or seen is None:
        raise Http404
    try:
        restore_revision(
            by=signed_in(request.user), book_id=book.pk, number=number, expected_draft=seen
        )
    except ActionRefused as refused:
        messages.error(request, refused.message)
        url = reverse("admin:worldbook_lorebook_compare", args=[book.pk])
        return HttpResponseRedirect(f"{url}?before={DRAFT}&after={number}")
    messages.success(
        request,
        format_html(
            '{} <a href="{}" class="underline">{}</a>',
            _("The draft says what revision %(number)s says.") % {"number": number},
            reverse("admin:worldbook_lorebook_undo", args=[book.pk]),
            _("Undo"),
        ),
    )
    return HttpResponseRedirect(reverse("admin:worldbook_lorebook_revisions", args=[book.pk]))


def urls(model_admin: Any) -> list[URLPattern]:
    """The addresses of the page and of its button."""
    return [
        book_path(model_admin, "compare/", compare, "worldbook_lorebook_compare"),
        book_path(model_admin, "restore/", restore, "worldbook_lorebook_restore"),
    ]
