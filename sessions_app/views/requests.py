"""What the page views ask of a request: the account behind it, and a story that is its own."""

from django.http import Http404, HttpRequest

from sessions_app.models import Session
from sessions_app.queries.stories import own_stories
from worldbook.models import User


class PlayerRequest(HttpRequest):
    """A request behind LoginRequiredMiddleware: somebody is signed in."""

    user: User


def own_story(request: PlayerRequest, story_id: int) -> Session:
    """The player's own story; somebody else's is as absent as one that does not exist."""
    story = own_stories(request.user).filter(pk=story_id).first()
    if story is None:
        raise Http404
    return story
