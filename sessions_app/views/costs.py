"""What a story has cost so far, as JSON for the line below the message box (PG-28)."""

from django.http import JsonResponse
from django.views.decorators.http import require_safe

from sessions_app.queries.costs import costs_of
from sessions_app.views.requests import PlayerRequest, own_story


@require_safe
def story_costs(request: PlayerRequest, story_id: int) -> JsonResponse:
    """Tokens and cost of the last turn and of the whole story."""
    return JsonResponse(costs_of(own_story(request, story_id)))
