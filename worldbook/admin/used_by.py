"""The page that says which stories, openings and characters use a book (WK-10)."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, reverse
from django.utils.translation import gettext as _

from worldbook.admin.paging import page_of
from worldbook.admin.workbench import book_of, book_path, page
from worldbook.models import Lorebook
from worldbook.queries.exports import characters_with
from worldbook.queries.roles import signed_in
from worldbook.queries.used_by import (
    openings_pinning,
    revision_uses,
    stories_reading,
)

STORIES_A_PAGE = 50
# A page of the hall, which this floor knows by its name alone.
UPGRADE = "admin:sessions_app_session_repin"


def _story_said(request: HttpRequest, book: Lorebook, row: dict[str, Any]) -> dict[str, Any]:
    """One story; the way to another revision only for its owner."""
    own = row["owner"] == request.user.pk
    return {
        **row,
        "own": own,
        "behind": row["number"] < book.latest_revision,
        "url": reverse(UPGRADE, args=[row["story"], book.pk]) if own else "",
    }


def used_by(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """Stories by revision, one's own by name; openings; characters."""
    book = book_of(model_admin, request, book_id)
    user = signed_in(request.user)
    stories = page_of(request, Paginator(stories_reading(user, book), STORIES_A_PAGE))
    uses = revision_uses(user, book)
    return page(
        model_admin,
        request,
        book,
        title=_("What uses %(book)s") % {"book": book.name},
        template="used_by",
        current="used_by",
        context={
            "uses": uses,
            "all": sum(use.stories for use in uses),
            "others": sum(use.stories - use.own for use in uses),
            "page": stories,
            "stories": [_story_said(request, book, row) for row in stories],
            "openings": openings_pinning(user, book),
            "characters": characters_with(user, book),
        },
    )


def urls(model_admin: Any) -> list[URLPattern]:
    """The address of the page."""
    return [book_path(model_admin, "used-by/", used_by, "worldbook_lorebook_used_by")]
