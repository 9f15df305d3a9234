"""Who may use a door at all: an account, and where it comes with a key, one of the right scope."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from worldbook.actions.errors import ActionRefused
from worldbook.models import ApiKey
from worldbook.rules.api_keys import needed_scopes


class SignedInWithinScope(BasePermission):
    """The permission of every door.

    A view says `key_scope` ("play" or "author"), and `key_reading`, the methods besides GET that
    only look. One that says nothing is open to no key.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the request may pass.

        Raises:
            ActionRefused: "key_scope" (403) with `needed` and `scopes`.
        """
        if not request.user or not request.user.is_authenticated:
            return False
        if not isinstance(request.auth, ApiKey):
            return True
        reading: Collection[str] = getattr(view, "key_reading", ())
        needed = needed_scopes(getattr(view, "key_scope", None), str(request.method), reading)
        if needed.isdisjoint(request.auth.scopes):
            raise _out_of_scope(needed, request.auth)
        return True


def _out_of_scope(needed: Collection[str], key: ApiKey) -> ActionRefused:
    detail = {"needed": sorted(needed), "scopes": list(key.scopes)}
    if not needed:
        return ActionRefused("key_scope", _("This is not open to API keys."), 403, detail)
    return ActionRefused(
        "key_scope",
        _("This key may not do that; it needs the scope %(scopes)s.")
        % {"scopes": " / ".join(sorted(needed))},
        403,
        detail,
    )
