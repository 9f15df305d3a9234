"""What the doors of this room share: the scope of keys, the idempotency key, the reader's story."""

from rest_framework.request import Request
from rest_framework.views import APIView

from sessions_app.actions.refusals import refused
from sessions_app.models import Session
from sessions_app.queries.stories import own_stories
from worldbook.models import User
from worldbook.rules.storable import is_storable

KEY_LENGTH = 80


class StoryView(APIView):
    """A door to stories; a story that is somebody else's does not exist here."""

    key_scope = "play"

    @property
    def player(self) -> User:
        """Who asks; permissions have let only accounts in."""
        user = self.request.user
        assert isinstance(user, User)
        return user

    def own_story(self, session_id: int) -> Session:
        """The player's story, or a refusal as if there were none."""
        story = own_stories(self.player).filter(pk=session_id).first()
        if story is None:
            raise refused("not_found")
        return story


class MessageView(StoryView):
    """A door that asks for a model's work: what is posted is counted (SF-1); looking is free."""

    throttle_scope = "messages"
    throttle_methods = ("POST",)


def key_of(request: Request) -> str:
    """The idempotency key of a command: the header, else `key` in the body; refused if absent."""
    body = request.data
    sent = body.get("key") if isinstance(body, dict) else None
    given = request.headers.get("Idempotency-Key") or sent
    if not isinstance(given, str) or not 1 <= len(given) <= KEY_LENGTH or not is_storable(given):
        raise refused("no_key")
    return given
