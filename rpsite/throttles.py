"""How often a password may be tried (SF-1): counted per name and address, before it is checked.

It is an authentication backend, so every door that asks for a password is behind it: the sign-in
page, the admin's form, the API.
"""

import hashlib
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from worldbook.models import User

log = structlog.get_logger(__name__)


class SignInBackend(ModelBackend):
    """Django's accounts, refused unread after too many wrong passwords."""

    def authenticate(  # type: ignore[override]
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        """Check name and password, unless the limit is reached.

        A refusal sets `request.sign_in_refused = True`, so that the page can say why.

        Raises:
            PermissionDenied: the limit is reached (no other backend is asked).
        """
        if request is None:
            return super().authenticate(request, username, password, **kwargs)
        limits = sign_in_limits(request, username or "")
        if any(count >= most for count, most in zip(counts(limits), limits.values(), strict=True)):
            request.sign_in_refused = True  # type: ignore[attr-defined]
            log.warning("sign-in refused", address=address_of(request))
            raise PermissionDenied
        user = super().authenticate(request, username, password, **kwargs)
        if user is None:
            for key in limits:
                count_one(key)
        else:
            cache.delete(next(iter(limits)))
        return user


def sign_in_limits(request: HttpRequest, username: str) -> dict[str, int]:
    """Return the counters a wrong password adds to, and how much each may hold."""
    address = address_of(request)
    pair = hashlib.sha256(f"{address}\0{username.casefold()}".encode()).hexdigest()[:32]
    return {
        f"sign-in:{pair}": settings.SIGN_IN_ATTEMPTS,
        f"sign-in:address:{address}": settings.SIGN_IN_ATTEMPTS * 5,
    }


def counts(limits: dict[str, int]) -> list[int]:
    """Return what the counters hold, in order."""
    held = cache.get_many(limits)
    return [held.get(key, 0) for key in limits]


def count_one(key: str) -> None:
    """Add one to a counter that empties itself after the window."""
    cache.add(key, 0, timeout=settings.SIGN_IN_WINDOW)
    try:
        cache.incr(key)
    except ValueError:  # It ended between the two calls.
        cache.set(key, 1, timeout=settings.SIGN_IN_WINDOW)


def address_of(request: HttpRequest) -> str:
    """Return the address the request came from.

    Behind proxies it is what the outermost of ours saw: the entry of X-Forwarded-For that many
    from the right. What stands left of it the client may have made up.
    """
    proxies: int = settings.TRUSTED_PROXIES
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    if proxies and len(forwarded) >= proxies and forwarded[-proxies].strip():
        return str(forwarded[-proxies].strip())
    return str(request.META.get("REMOTE_ADDR", "unknown"))
