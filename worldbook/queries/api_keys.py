"""Finding API keys: by what a request sends, and those of an account (AP-3)."""

from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from worldbook.models import ApiKey, User
from worldbook.rules.api_keys import is_secret, split_key

_LIVE = Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=Now()))


def own_keys(user: User) -> QuerySet[ApiKey]:
    """The account's keys that were not revoked, the newest first; expired ones are among them."""
    return ApiKey.objects.filter(owner=user, revoked_at=None)


def key_of_text(text: str) -> ApiKey | None:
    """The key with its account, if the text is one that still opens something; one query."""
    parts = split_key(text)
    if parts is None:
        return None
    prefix, secret = parts
    rows = ApiKey.objects.filter(_LIVE, prefix=prefix, owner__is_active=True)
    key = rows.select_related("owner").first()
    return key if key is not None and is_secret(secret, key.secret_hash) else None
