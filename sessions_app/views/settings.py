"""A story's settings: title, persona, pins, and how its answers are made (SC-2)."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sessions_app.queries.library import books_to_pin, pins_of_story
from sessions_app.views.requests import PlayerRequest, own_story


@require_safe
def story_settings(request: PlayerRequest, story_id: int) -> HttpResponse:
    """Show what the player may change; the page's script sends changes to the API."""
    story = own_story(request, story_id)
    context = {
        "nav": "library",
        "story": story,
        "pins": pins_of_story(story),
        "books": books_to_pin(request.user, story),
    }
    return render(request, "pages/story_settings.html", context)
