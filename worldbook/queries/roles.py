"""Who somebody is to the access rule."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from worldbook.models import User
from worldbook.rules.access import Viewer

_KEPT = "_rpsite_viewer"


def viewer_of(user: User | AnonymousUser) -> Viewer:
    """The access rule's view of an account; one query, kept on the instance for the request.

    An inactive or anonymous account is nobody. A superuser is an administrator.
    """
    if user.is_anonymous or not user.is_active:
        return Viewer(id=None)
    kept: Any = getattr(user, _KEPT, None)
    if kept is None:
        roles = set(user.groups.values_list("name", flat=True))
        if user.is_superuser:
            roles.add("administrator")
        kept = Viewer(id=user.pk, roles=frozenset(roles))
        setattr(user, _KEPT, kept)
    return kept


def signed_in(user: User | AnonymousUser) -> User:
    """The account of a request that permissions have let in.

    Raises:
        PermissionDenied: nobody is signed in.
    """
    if isinstance(user, User):
        return user
    raise PermissionDenied


def forget_viewer(user: User) -> None:
    """Forget what `viewer_of` kept, after an account's roles have changed."""
    if hasattr(user, _KEPT):
        delattr(user, _KEPT)
