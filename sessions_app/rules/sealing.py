"""API keys at rest: sealed under the site's secret, opened only to make a call (CP-1)."""

import base64
from collections.abc import Sequence
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sessions_app.rules.calls import Secret
from worldbook.rules.refusal import Refusal

PURPOSE = b"rpsite provider keys 1"


@lru_cache(maxsize=8)
def _box(secrets: tuple[str | bytes, ...]) -> MultiFernet:
    """Sealed with the first secret, opened with any."""
    return MultiFernet([Fernet(_key(secret)) for secret in secrets])


def _key(secret: str | bytes) -> bytes:
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE)
    return base64.urlsafe_b64encode(
        derive.derive(secret.encode() if isinstance(secret, str) else secret)
    )


def seal(value: str, secrets: Sequence[str | bytes]) -> str:
    """A sealed form of the value; empty stays empty. `secrets`: the newest first."""
    return _box(tuple(secrets)).encrypt(value.encode()).decode() if value else ""


def unseal(sealed: str, secrets: Sequence[str | bytes]) -> Secret | Refusal:
    """The value, or a refusal where the site's secret has changed since."""
    if not sealed:
        return Secret()
    try:
        return Secret(_box(tuple(secrets)).decrypt(sealed.encode()).decode())
    except InvalidToken:
        return Refusal(
            "key_unreadable",
            "The stored API key cannot be read any more, since the site's secret has changed."
            " Enter it again.",
        )
