"""What the doors of this room share: refusals as JSON, the idempotency key, the reader's story."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from sessions_app.actions.refusals import refused
from sessions_app.api.throttles import MessageThrottle
from sessions_app.models import Session
from sessions_app.queries.stories import own_stories
from worldbook.actions.errors import ActionRefused
from worldbook.models import User

KEY_LENGTH = 80


class StoryView(APIView):
    """A door to stories; a story that is somebody else's does not exist here."""

    def handle_exception(self, exc: Exception) -> Response:
        """Every refusal as `{"error": {"code", "message", ...}}`."""
        if isinstance(exc, ActionRefused):
            body = {**exc.detail, "code": exc.code, "message": exc.message}
            return Response({"error": body}, status=exc.status)
        response = super().handle_exception(exc)
        if isinstance(exc, exceptions.APIException):
            response.data = {"error": _body(exc)}
        return response

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
    """A door that asks for a model's work: counted (SF-1)."""

    throttle_scope = "messages"

    def get_throttles(self) -> list[BaseThrottle]:
        """Looking is free; only what a model may have to answer is counted."""
        return [MessageThrottle()] if self.request.method == "POST" else []


def _body(exc: exceptions.APIException) -> dict[str, Any]:
    if isinstance(exc, exceptions.ValidationError):
        message = _("Some of what was sent cannot be used.")
        return {"code": "invalid", "message": message, "fields": exc.detail}
    code = exc.get_codes()
    body: dict[str, Any] = {"code": code if isinstance(code, str) else "error"}
    body["message"] = str(exc.detail)
    wait = getattr(exc, "wait", None)
    return body if wait is None else {**body, "retry_after": wait}


def key_of(request: Request) -> str:
    """The idempotency key of a command: the header, else `key` in the body; refused if absent."""
    body = request.data
    sent = body.get("key") if isinstance(body, dict) else None
    given = request.headers.get("Idempotency-Key") or sent
    if not isinstance(given, str) or not 1 <= len(given) <= KEY_LENGTH:
        raise refused("no_key")
    return given
