"""The play page: a frame that its scripts fill from the API and the socket (UI-2)."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from sessions_app.models import Session
from sessions_app.queries.pins import readable_books
from sessions_app.queries.state_words import has_state
from sessions_app.queries.stories import character_json, characters_of, pins_of
from sessions_app.queries.trace import is_author_of
from sessions_app.views.requests import PlayerRequest, own_story
from sessions_app.views.story_words import words_of_story


@require_safe
def play(request: PlayerRequest, story_id: int) -> HttpResponse:
    """One of the player's own stories."""
    story = own_story(request, story_id)
    readable = readable_books(request.user, story)
    author = is_author_of(request.user, story)
    context = {
        "story": story,
        "page_data": page_data(request, story) | {"author": author},
        "has_state": has_state(story.pk),
        "pins": [pin for pin in pins_of(story) if pin.book_id in readable],
        "author": author,
    }
    return render(request, "pages/play.html", context)


def page_data(request: PlayerRequest, story: Session) -> dict[str, object]:
    """What the scripts need before they ask the API: JSON values."""
    return {
        "story": story.pk,
        "title": story.title,
        "language": get_language(),
        "words": words_of_story(story.language),
        "api": f"/api/sessions/{story.pk}/",
        "socket": f"/ws/sessions/{story.pk}/",
        "page": reverse("story", args=[story.pk]),
        "stateWords": reverse("story_state_words", args=[story.pk]),
        "branches": reverse("story_branches", args=[story.pk]),
        "costs": reverse("story_costs", args=[story.pk]),
        "library": reverse("library"),
        "signIn": f"{reverse('sign_in')}?next={request.path}",
        "enterSends": request.user.enter_sends,
        "persona": story.persona_name,
        "cast": [character_json(one) for one in characters_of(story)],
    }
