"""The start page: who you are, the title, what is pinned; the page's script sends it to the API."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sessions_app.queries.scenarios import playable_scenarios
from sessions_app.views.requests import PlayerRequest
from worldbook.models import Opening
from worldbook.queries.library import opening_for
from worldbook.queries.personas import own_personas


@require_safe
def start(request: PlayerRequest, opening_id: int) -> HttpResponse:
    """Show what a story from this opening would be, and what may be chosen."""
    opening = opening_for(request.user, opening_id)
    if opening is None:
        raise Http404
    context = {
        "nav": "library",
        "opening": opening,
        "pins": pins_of(opening),
        "personas": own_personas(request.user),
        "scenarios": playable_scenarios(),
    }
    return render(request, "pages/start.html", context)


def pins_of(opening: Opening) -> list[dict[str, object]]:
    """The books a story will read, each with the revision it would get now."""
    return [
        {
            "book": pin.book,
            "number": pin.revision.number if pin.revision else pin.book.latest_revision,
        }
        for pin in opening.pins.all()
    ]
