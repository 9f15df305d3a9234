"""Signing in with an API key: `Authorization: Bearer rps_…` (AP-3)."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from worldbook.actions.api_keys import note_key_use
from worldbook.models import ApiKey, User
from worldbook.queries.api_keys import key_of_text

SCHEME = "bearer"


class BearerAuthentication(BaseAuthentication):
    """The account of a key, and the key as `request.auth`.

    It needs no CSRF token: a browser never sends a key by itself. What says Bearer and holds no
    key that lives is refused (401), whatever cookie comes with it.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiKey] | None:
        """Account and key; None for a request that says nothing of a key."""
        scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != SCHEME:
            return None
        key = key_of_text(text.strip())
        if key is None:
            raise AuthenticationFailed(_("This key is unknown, revoked or expired."))
        note_key_use(key=key, now=timezone.now())
        return key.owner, key

    def authenticate_header(self, request: Request) -> str:
        """What a refusal (401) tells the program to send."""
        return 'Bearer realm="api"'


class BearerScheme(OpenApiAuthenticationExtension):
    """How the schema speaks of keys."""

    target_class = "worldbook.api.authentication.BearerAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """An HTTP bearer scheme."""
        return {
            "type": "http",
            "scheme": SCHEME,
            "bearerFormat": "rps_…",
            "description": "An API key, made on the page of preferences.",
        }
