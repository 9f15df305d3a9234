"""The list of one book's entries: thousands of rows of which a page holds a window (WK-1, WB-38).

The page brings the ids of all rows that match, in order, and the first rows; a script asks for the
others as they come into view. Whatever the list writes is in `entry_list_edits`.
"""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, URLPattern, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from worldbook.admin.workbench import ENTRIES, book_of, book_path, page
from worldbook.models import Entry, Lorebook
from worldbook.queries.entry_filter import STATES, WITHIN, FilterRefused
from worldbook.queries.entry_list import (
    DRAFTS,
    SORTS,
    USES,
    Listed,
    ListWish,
    colors_of,
    entry_rows,
    listed,
    tags_of,
)
from worldbook.rules.numbers import whole_number

FIRST_ROWS = 40
"""Rows that the page brings itself."""
MOST_ROWS = 200
"""Rows that are given for one request."""
BOOK = "book__id__exact"

STATE_WORDS = {
    "on": gettext_lazy("on"),
    "off": gettext_lazy("off"),
    "blocked": gettext_lazy("blocked"),
    "constant": gettext_lazy("always on"),
    "required": gettext_lazy("required"),
    "locked": gettext_lazy("locked"),
    "never": gettext_lazy("can never act"),
}
DRAFT_WORDS = {
    "new": gettext_lazy("not published"),
    "changed": gettext_lazy("changed since published"),
    "same": gettext_lazy("as published"),
}
USE_WORDS = {
    "never": gettext_lazy("not used by any story yet"),
    "used": gettext_lazy("used by a story"),
    "idle": gettext_lazy("switched on, and nothing starts it"),
}
PLACE_WORDS = {
    "names": gettext_lazy("in names"),
    "keys": gettext_lazy("in keys"),
    "text": gettext_lazy("in text and notes"),
}
SORT_WORDS = {
    "place": gettext_lazy("order of the book"),
    "title": gettext_lazy("name"),
    "tokens": gettext_lazy("longest first"),
    "changed": gettext_lazy("last changed first"),
    "priority": gettext_lazy("highest priority first"),
    "order": gettext_lazy("order in the prompt"),
}


def urls(model_admin: Any) -> list[URLPattern]:
    """The address that rows come from; the list itself is the admin's list of entries."""
    return [
        book_path(model_admin, "entries/rows/", rows, "worldbook_lorebook_entry_rows"),
    ]


def _choices(values: Iterable[str], words: dict[str, Any], chosen: str) -> list[dict[str, Any]]:
    return [{"value": name, "label": words[name], "chosen": name == chosen} for name in values]


def _choosers(book: Lorebook, wish: ListWish) -> list[dict[str, Any]]:
    """The fields of the filter beside the search: name, label and choices of each."""
    positions = dict(Entry.Position.choices)
    kept, tags = wish.filter, tags_of(book)
    tag = kept.tags[0] if kept.tags else ""
    found = [
        ("state", _("State"), _choices(STATES, STATE_WORDS, kept.state)),
        ("draft", _("Draft"), _choices(DRAFTS, DRAFT_WORDS, wish.draft)),
        ("use", _("Use"), _choices(USES, USE_WORDS, wish.use)),
        ("tag", _("Tag"), _choices(tags, dict(zip(tags, tags, strict=True)), tag)),
        ("position", _("Position"), _choices(positions, positions, kept.position)),
    ]
    return [
        {"name": name, "label": label, "choices": choices}
        for name, label, choices in found
        if choices
    ]


def page_query(book: Lorebook, wish: ListWish) -> str:
    """The query of the list's own address."""
    return "&".join(filter(None, [urlencode({BOOK: book.pk}), wish.to_query()]))


def rows_html(book: Lorebook, ids: Iterable[int], *, may_edit: bool, query: str) -> str:
    """Rows as the page shows them; `query` is the list's, to which an entry's page leads back."""
    back = urlencode({"_changelist_filters": query})
    address = f"{reverse('admin:worldbook_entry_change', args=[0])}?{back}"
    return render_to_string(
        "admin/worldbook/entries_rows.html",
        {
            "rows": [said_row(row, address) for row in entry_rows(book, ids)],
            "may_edit": may_edit,
            "draft_words": DRAFT_WORDS,
            "grip_help": _("Drag, or press Enter and use the arrow keys"),
        },
    )


def said_row(row: dict[str, Any], address: str) -> dict[str, Any]:
    """A row of `queries.entry_list` with its `name`, `url` and the `words` for those who hear it.

    `address` is that of an entry's page, with 0 for its row. A template would translate each of
    these words anew for every row.
    """
    name = {"name": row["title"] or row["key_id"]}
    length = ngettext("%(n)s character", "%(n)s characters", row["length"]) % {"n": row["length"]}
    words = {
        "move": _("Move %(name)s") % name,
        "choose": _("Choose %(name)s") % name,
        "order": _("Order of %(name)s") % name,
        "on": _("%(name)s is on") % name,
        "length": length,
    }
    url = address.replace("/0/", f"/{row['pk']}/", 1)
    return {**row, **name, "url": url, "words": words}


def _address(name: str, book: Lorebook) -> str:
    """A page's address; "" where the site has no such page."""
    try:
        return reverse(f"admin:worldbook_lorebook_{name}", args=[book.pk])
    except NoReverseMatch:
        return ""


def _for_script(book: Lorebook, wish: ListWish, found: Listed, *, may_edit: bool) -> dict[str, Any]:
    """What the script of the page is told."""
    names = ("entry_rows", "entry_move", "entry_set", "entry_switch", "bulk", "undo")
    return {
        "ids": found.ids,
        "order": found.order,
        "sortable": may_edit and wish.sort == "place",
        "mayEdit": may_edit,
        "query": page_query(book, wish),
        "filter": wish.to_query(),
        "urls": {name: _address(name, book) for name in names},
        "all": found.all_count,
    }


def entries_page(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """The list of a book's entries; `model_admin` is the admin of lorebooks.

    A search that cannot be run is said above the list, which is then empty (400).
    """
    book = book_of(model_admin, request, book_id)
    wish = ListWish.from_query(request.GET)
    may_edit = model_admin.has_change_permission(request, book)
    refused = ""
    try:
        found = listed(book, wish)
    except FilterRefused as error:
        refused, found = str(error), listed(book, ListWish())
        found = Listed((), 0, found.all_count, found.all_tokens, found.order)
    first = rows_html(book, found.ids[:FIRST_ROWS], may_edit=may_edit, query=page_query(book, wish))
    return page(
        model_admin,
        request,
        book,
        title=_("%(book)s: entries") % {"book": book.name},
        template="entries",
        current=ENTRIES,
        status=400 if refused else 200,
        context={
            "wish": wish,
            "found": found,
            "refused": refused,
            "first_rows": first,
            "choosers": _choosers(book, wish),
            "book_colors": colors_of(book),
            "places": _choices(WITHIN, PLACE_WORDS, wish.filter.within),
            "sorts": _choices(SORTS, SORT_WORDS, wish.sort),
            "add_query": urlencode(
                {"book": book.pk, "_changelist_filters": page_query(book, wish)}
            ),
            "script": _for_script(book, wish, found, may_edit=may_edit),
            "bulk_url": _address("bulk", book),
            "is_fullwidth": "1",
        },
    )


def rows(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """`{html}` of the rows whose ids are in `ids` (with commas), at most MOST_ROWS of them."""
    book = book_of(model_admin, request, book_id)
    return JsonResponse({"html": asked_rows(model_admin, request, book, request.GET)})


def _words(query: QueryDict) -> list[str]:
    return query.get("ids", "").split(",", MOST_ROWS)[:MOST_ROWS]


def asked_rows(model_admin: Any, request: HttpRequest, book: Lorebook, query: QueryDict) -> str:
    """The rows that a query asks for by `ids`, leading back to the list that `list` says."""
    ids = [number for number in map(whole_number, _words(query)) if number is not None]
    may_edit = model_admin.has_change_permission(request, book)
    return rows_html(book, ids, may_edit=may_edit, query=query.get("list", ""))
