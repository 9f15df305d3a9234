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


@require_safe
def library(request: PlayerRequest) -> HttpResponse:
    """Worlds with their openings, and the player's own stories."""
    stories = stories_for(request.user)
    for story in stories:
        story.just_played = timezone.now() - story.played_at < JUST_NOW  # type: ignore[attr-defined]
    context = {
        "nav": "library",
        "stories": stories,
        "worlds": worlds_for(request.user),
    }
    return render(request, "pages/library.html", context)
