"""The frame of the pages of one book: its navigation strip, its addresses, and who may open them.

A page module (`bench`, `revisions`, …) has `urls(model_admin)`, which lists its addresses made by
`book_path`, and is named once in `book_pages.PAGE_MODULES`. Its views get `(model_admin, request,
book_id, …)`, find the book by `book_of`, and answer by `page`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from worldbook.admin.pages import admin_page
from worldbook.models import Lorebook

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Tab:
    """One entry of the strip; `edits`: only for those who may change the book."""

    name: str
    label: str | Promise
    url_name: str
    edits: bool = False


ENTRIES = "entries"
TABS = (
    Tab("book", _("Book"), "worldbook_lorebook_change"),
    Tab(ENTRIES, _("Entries"), "worldbook_entry_changelist"),
    Tab("bench", _("Test bench"), "worldbook_lorebook_bench"),
    Tab("lint", _("Check"), "worldbook_lorebook_lint"),
    Tab("revisions", _("Revisions"), "worldbook_lorebook_revisions"),
    Tab("undo", _("Undo"), "worldbook_lorebook_undo", edits=True),
    Tab("import", _("Import"), "worldbook_lorebook_import_into", edits=True),
    Tab("export", _("Export"), "worldbook_lorebook_export"),
    Tab("used_by", _("Used by"), "worldbook_lorebook_used_by"),
    Tab("publish", _("Publish"), "worldbook_lorebook_publish", edits=True),
)


def entries_url(book_id: int) -> str:
    """The list of a book's entries."""
    return f"{reverse('admin:worldbook_entry_changelist')}?book__id__exact={book_id}"


def _address(tab: Tab, book_id: int) -> str:
    if tab.name == ENTRIES:
        return entries_url(book_id)
    return reverse(f"admin:{tab.url_name}", args=[book_id])


def strip(
    model_admin: Any, request: HttpRequest, book: Lorebook, current: str = ""
) -> list[dict[str, Any]]:
    """The strip for a template (worldbook/strip.html): `{label, url, current}` of each tab.

    `model_admin` is the admin of lorebooks; a tab that the account may not use is left out.
    """
    may_edit = model_admin.has_change_permission(request, book)
    return [
        {"label": tab.label, "url": _address(tab, book.pk), "current": tab.name == current}
        for tab in TABS
        if may_edit or not tab.edits
    ]


def book_of(
    model_admin: Any, request: HttpRequest, book_id: int, *, edit: bool = False
) -> Lorebook:
    """The book, for whoever may work with it; with `edit` only for those who may change it.

    Raises:
        Http404: there is no such book for the account.
    """
    book: Lorebook | None = model_admin.get_object(request, str(book_id))
    allowed = model_admin.has_change_permission if edit else model_admin.has_view_permission
    if book is None or not allowed(request, book):
        raise Http404
    return book


def book_path(model_admin: Any, route: str, view: View, name: str) -> URLPattern:
    """The address of a page of a book: `<int:book_id>/` and `route`."""
    inner = model_admin.admin_site.admin_view(partial(view, model_admin))
    return path(f"<int:book_id>/{route}", inner, name=name)


def page(
    model_admin: Any,
    request: HttpRequest,
    book: Lorebook,
    *,
    title: str,
    template: str,
    current: str,
    context: Mapping[str, Any],
    status: int = 200,
) -> TemplateResponse:
    """A page of a book in its frame.

    `template` is a file of templates/admin/worldbook without its ending, which extends
    admin/worldbook/page.html; `current` names its tab. The template has `book`, `may_edit`,
    `title`, `strip` and the context.
    """
    return admin_page(
        model_admin,
        request,
        template,
        status,
        **{
            "title": title,
            "book": book,
            "may_edit": model_admin.has_change_permission(request, book),
            "strip": strip(model_admin, request, book, current),
            **context,
        },
    )
