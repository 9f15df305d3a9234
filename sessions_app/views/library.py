"""The library: go on with a story, or choose an opening for a new one (UI-1)."""

from datetime import timedelta

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from sessions_app.queries.library import stories_for
from sessions_app.views.requests import PlayerRequest
from worldbook.queries.library import worlds_for

JUST_NOW = timedelta(minutes=1)

LAST_PAGE = 100_000


def page_of(said: str) -> int:
    """A page's number from an address; the first where it is none."""
    number = int(said) if said.isascii() and said.isdecimal() and len(said) < 9 else 1
    return min(max(number, 1), LAST_PAGE)


@require_safe
def library(request: PlayerRequest) -> HttpResponse:
    """Worlds with their openings, and the player's own stories."""
    page = page_of(request.GET.get("page", ""))
    stories, more = stories_for(request.user, page)
    for story in stories:
        story.just_played = timezone.now() - story.played_at < JUST_NOW  # type: ignore[attr-defined]
    context = {
        "nav": "library",
        "stories": stories,
        "page": page,
        "newer": page - 1,
        "older": page + 1 if more else 0,
        "worlds": worlds_for(request.user),
    }
    return render(request, "pages/library.html", context)
