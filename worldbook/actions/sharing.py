"""Sharing a lorebook or a world with another account (AD-2)."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import book_to_edit, must_own, world_to_edit
from worldbook.models import Share, User, Visibility


def _target(by: User, lorebook_id: int | None, world_id: int | None) -> dict[str, Any]:
    """The one thing that is meant, locked, for its owner, under its column's name."""
    target: dict[str, Any] = {}
    if lorebook_id is not None:
        target["lorebook"] = book_to_edit(by, lorebook_id)
    if world_id is not None:
        target["world"] = world_to_edit(by, world_id)
    if len(target) != 1:
        raise ValueError("exactly one of lorebook_id and world_id is needed")
    must_own(by, *target.values())
    return target


@transaction.atomic
def share(
    *,
    by: User,
    user: User,
    access: str,
    lorebook_id: int | None = None,
    world_id: int | None = None,
) -> Share:
    """Let an account read or edit a thing; a private one becomes shared. Once more: the new access.

    Raises:
        ActionRefused: "not_found", "not_yours", "not_owner", "share_with_owner" (400),
            "bad_access" (400).
    """
    where = _target(by, lorebook_id, world_id)
    (target,) = where.values()
    if access not in Share.Access.values:
        raise ActionRefused("bad_access", _("A share allows reading or editing."), status=400)
    if user.pk == target.owner_id:
        raise ActionRefused("share_with_owner", _("It is theirs already."), status=400)
    if target.visibility == Visibility.PRIVATE:
        target.visibility = Visibility.SHARED
        target.save(update_fields=["visibility"])
    given, _created = Share.objects.update_or_create(
        user=user, **where, defaults={"access": access}
    )
    return given


@transaction.atomic
def unshare(
    *, by: User, user: User, lorebook_id: int | None = None, world_id: int | None = None
) -> None:
    """Take a share back; where there is none, nothing happens.

    Raises:
        ActionRefused: "not_found", "not_yours", "not_owner".
    """
    Share.objects.filter(user=user, **_target(by, lorebook_id, world_id)).delete()
