"""Making, revoking and using API keys (AP-3)."""

import secrets
import string
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import not_found
from worldbook.models import ApiKey, User
from worldbook.queries.roles import viewer_of
from worldbook.rules.api_keys import PREFIX_LENGTH, SCOPES, key_text, secret_hash
from worldbook.rules.storable import is_storable

MOST_KEYS = 50
NAME_LENGTH = 100
USE_NOTED_EVERY = timedelta(minutes=1)
_ALPHABET = string.digits + string.ascii_lowercase


def _invalid(field: str, message: str) -> ActionRefused:
    return ActionRefused("invalid", message, status=400, detail={"fields": {field: [message]}})


def _checked_name(name: str) -> str:
    name = name.strip()
    if not name or len(name) > NAME_LENGTH or not is_storable(name):
        raise _invalid("name", _("A key needs a name of at most 100 characters."))
    return name


def _checked_scopes(scopes: Collection[str]) -> list[str]:
    wanted = [scope for scope in SCOPES if scope in scopes]
    if not wanted or set(scopes) - set(SCOPES):
        raise _invalid("scopes", _("Choose at least one of play, author and read."))
    return wanted


def _must_have_room(by: User, name: str) -> None:
    """Refuse a second key of a name, and one more than an account may have."""
    names = list(ApiKey.objects.filter(owner=by, revoked_at=None).values_list("name", flat=True))
    if name in names:
        raise ActionRefused("name_taken", _("You have a key of that name already."))
    if len(names) >= MOST_KEYS:
        raise ActionRefused(
            "too_many_keys",
            _("You have %(count)d keys; revoke one first.") % {"count": len(names)},
        )


@transaction.atomic
def create_api_key(
    *,
    by: User,
    name: str,
    scopes: Collection[str],
    now: datetime,
    expires_at: datetime | None = None,
) -> tuple[ApiKey, str]:
    """Make a key for the account itself.

    Returns:
        The row, and the key's whole text, which is nowhere kept and cannot be had again.

    Raises:
        ActionRefused: "invalid" (400) with `fields`, "name_taken" (409), "too_many_keys" (409).
    """
    User.objects.select_for_update().get(pk=by.pk)
    wanted_name, wanted_scopes = _checked_name(name), _checked_scopes(scopes)
    if expires_at is not None and expires_at <= now:
        raise _invalid("expires_at", _("A key cannot expire before it is made."))
    _must_have_room(by, wanted_name)
    prefix = "".join(secrets.choice(_ALPHABET) for _n in range(PREFIX_LENGTH))
    secret = secrets.token_urlsafe(32)
    key = ApiKey.objects.create(
        owner=by,
        name=wanted_name,
        prefix=prefix,
        secret_hash=secret_hash(secret),
        scopes=wanted_scopes,
        expires_at=expires_at,
    )
    return key, key_text(prefix, secret)


@transaction.atomic
def revoke_api_key(*, by: User, key_id: int, now: datetime) -> ApiKey:
    """End a key at once: one's own, or as an administrator anybody's. Twice is as once.

    Raises:
        ActionRefused: "not_found" (404).
    """
    keys = ApiKey.objects.select_for_update(of=("self",))
    mine = keys if viewer_of(by).administrator else keys.filter(owner=by)
    key = mine.filter(pk=key_id).first()
    if key is None:
        raise not_found()
    if key.revoked_at is None:
        key.revoked_at = now
        key.save(update_fields=["revoked_at"])
    return key


def forget_revoked_keys(*, now: datetime) -> int:
    """Delete keys that were revoked longer ago than records of them are kept; how many.

    One that has expired stays: its owner's page shows it until it is revoked.
    """
    before = now - timedelta(days=settings.API_KEYS_KEPT_DAYS)
    removed, _by_model = ApiKey.objects.filter(revoked_at__lt=before).delete()
    return removed


def note_key_use(*, key: ApiKey, now: datetime) -> None:
    """Remember that a key was used; written at most once a minute."""
    if key.last_used_at is not None and now - key.last_used_at < USE_NOTED_EVERY:
        return
    ApiKey.objects.filter(pk=key.pk).update(last_used_at=now)
