"""The branches around a story, as JSON for its page (PG-9)."""

from django.http import JsonResponse
from django.views.decorators.http import require_safe

from sessions_app.queries.branches import branch_tree
from sessions_app.views.requests import PlayerRequest, own_story


@require_safe
def story_branches(request: PlayerRequest, story_id: int) -> JsonResponse:
    """The tree of stories that this one stands in."""
    return JsonResponse(branch_tree(request.user, own_story(request, story_id)))
