"""How the tables of a story's state are called and edited, as JSON for the state panel (PG-22)."""

from django.http import Http404, JsonResponse
from django.views.decorators.http import require_safe

from sessions_app.queries.state_words import described_tables
from sessions_app.queries.trace import is_author_of
from sessions_app.views.requests import PlayerRequest, own_story


@require_safe
def state_words(request: PlayerRequest, story_id: int) -> JsonResponse:
    """Tables and fields, for who may edit the world of the story."""
    if not is_author_of(request.user, own_story(request, story_id)):
        raise Http404
    return JsonResponse({"tables": described_tables()})
