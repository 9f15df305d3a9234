"""Accounts, their roles and their preferences (AD-2, UI-4)."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.models import User
from worldbook.queries.roles import forget_viewer, viewer_of
from worldbook.rules.access import ROLES, STAFF_ROLES

PREFERENCES = ("language", "theme", "enter_sends", "text_size")


def _must_be_roles(roles: Iterable[str]) -> set[str]:
    wanted = set(roles)
    unknown = wanted - set(ROLES)
    if unknown:
        raise ActionRefused(
            "unknown_role",
            _("There is no role %(roles)s.") % {"roles": ", ".join(sorted(unknown))},
            status=400,
        )
    return wanted


def _give_roles(user: User, roles: set[str]) -> None:
    """Groups, and what follows from them: staff may enter the admin, administrators do all."""
    user.groups.set(Group.objects.filter(name__in=roles))
    user.is_staff = bool(roles & set(STAFF_ROLES))
    user.is_superuser = "administrator" in roles
    user.save(update_fields=["is_staff", "is_superuser"])
    forget_viewer(user)


@transaction.atomic
def create_account(
    *,
    username: str,
    password: str | None,
    roles: Iterable[str] = ("player",),
    language: str = "",
    **names: str,
) -> User:
    """Make an account; without a password nobody can sign in to it until one is set.

    Raises:
        ActionRefused: "unknown_role" (400), "name_taken" (409).
    """
    wanted = _must_be_roles(roles)
    if User.objects.filter(username=username).exists():
        raise ActionRefused("name_taken", _("There is an account of that name."))
    user = User.objects.create_user(
        username=username, password=password, language=language, **names
    )
    _give_roles(user, wanted)
    return user


@transaction.atomic
def set_roles(*, by: User, user_id: int, roles: Iterable[str]) -> User:
    """Give an account exactly these roles; nobody takes the role from the last administrator.

    Raises:
        ActionRefused: "not_administrator" (403), "unknown_role" (400), "last_administrator" (409).
    """
    if not viewer_of(by).administrator:
        raise ActionRefused("not_administrator", _("Only administrators give roles."), status=403)
    wanted = _must_be_roles(roles)
    administrators = User.objects.select_for_update().filter(is_superuser=True, is_active=True)
    others = [row for row in administrators if row.pk != user_id]
    user = User.objects.select_for_update().get(pk=user_id)
    if user.is_superuser and "administrator" not in wanted and not others:
        raise ActionRefused(
            "last_administrator", _("This is the last administrator; the role stays.")
        )
    _give_roles(user, wanted)
    return user


@transaction.atomic
def set_preferences(*, by: User, **values: Any) -> User:
    """Change how pages look and behave for the account itself.

    Args:
        by: the account.
        **values: some of `language`, `theme`, `enter_sends`, `text_size`.

    Raises:
        ActionRefused: "invalid" (400), with detail `fields`: name to what is wrong.
    """
    return _save_checked(by, {name: values[name] for name in PREFERENCES if name in values})


def _save_checked(user: User, values: Mapping[str, Any]) -> User:
    for name, value in values.items():
        setattr(user, name, value)
    others = {field.name for field in User._meta.fields} - set(values)
    try:
        user.clean_fields(exclude=others)
    except ValidationError as error:
        user.refresh_from_db(fields=list(values))
        raise ActionRefused(
            "invalid", " ".join(error.messages), status=400, detail={"fields": error.message_dict}
        ) from error
    user.save(update_fields=list(values))
    return user
