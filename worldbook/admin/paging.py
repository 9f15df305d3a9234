"""Long lists of the writing room's own pages, page by page."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

PARAMETER = "page"


def page_of(request: HttpRequest, paginator: "Paginator[Any]") -> "Page[Any]":
    """The page an address asks for, else the nearest there is.

    It has `query`, the rest of the address, for the links of worldbook/pager.html.
    """
    shown = paginator.get_page(request.GET.get(PARAMETER))
    query = request.GET.copy()
    query.pop(PARAMETER, None)
    shown.query = query.urlencode()  # type: ignore[attr-defined]
    return shown
