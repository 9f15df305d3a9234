"""Why one entry was or was not given to a turn, as JSON, for those who may edit the world (PG-21)."""

from django.http import Http404, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sessions_app.queries.failures import REASONS
from sessions_app.queries.trace import edits_world_of
from sessions_app.queries.why_not import explain_entry
from sessions_app.views.requests import PlayerRequest, own_story
from worldbook.rules.refusal import Refusal


@require_safe
def why_not(request: PlayerRequest, story_id: int, turn_id: int) -> JsonResponse:
    """Run the rule again for the entry `?entry=` (and `?book=`) and tell what it decided."""
    story = own_story(request, story_id)
    if not edits_world_of(request.user, story):
        raise Http404
    entry, book = request.GET.get("entry", ""), request.GET.get("book", "")
    found = explain_entry(story, turn_id, entry, book)
    if found is None:
        return refused("no_selection", _("Nothing was selected for this turn yet."))
    if isinstance(found, Refusal) and found.code in REASONS:
        return refused(found.code, str(REASONS[found.code]))
    if isinstance(found, Refusal):
        return refused(found.code, _("No pinned book has an entry “%(id)s”.") % {"id": entry})
    return JsonResponse({"explanation": found})


def refused(code: str, message: str) -> JsonResponse:
    """A refusal in the form that the API uses too."""
    return JsonResponse({"error": {"code": code, "message": message}}, status=404)
