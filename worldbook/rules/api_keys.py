"""What an API key looks like, and what its scopes allow (AP-3).

A key is `rps_<prefix>_<secret>`: the prefix finds it and may be shown, the secret is known to its
holder only; kept is the secret's SHA-256. The secret has 256 bits of chance, so nothing slower
than one hash is needed against guessing.
"""

import hashlib
import hmac
import re
from collections.abc import Collection

BRAND = "rps"
PREFIX_LENGTH = 10
PLAY, AUTHOR, READ = "play", "author", "read"
SCOPES = (PLAY, AUTHOR, READ)
READING = frozenset({"GET", "HEAD", "OPTIONS"})

_KEY = re.compile(rf"{BRAND}_([0-9a-z]{{{PREFIX_LENGTH}}})_([0-9A-Za-z_-]{{20,100}})")


def key_text(prefix: str, secret: str) -> str:
    """The key as its holder keeps it."""
    return f"{BRAND}_{prefix}_{secret}"


def split_key(text: str) -> tuple[str, str] | None:
    """Prefix and secret of a key; None for what is no key of ours."""
    found = _KEY.fullmatch(text)
    return (found[1], found[2]) if found else None


def secret_hash(secret: str) -> str:
    """What is kept of a secret: 64 hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_secret(secret: str, kept: str) -> bool:
    """Whether a secret is the one that was kept; takes the same time for every wrong one."""
    return hmac.compare_digest(secret_hash(secret), kept)


def needed_scopes(scope: str | None, method: str, reading: Collection[str] = ()) -> frozenset[str]:
    """The scopes of which a key must have one for a method of a door; empty: open to no key.

    `scope` is what the door belongs to, None where keys have no business. Looking needs `read` or
    that scope, and so do the methods in `reading`, which ask in a body and change nothing.
    """
    if scope is None:
        return frozenset()
    looks = method in READING or method in reading
    return frozenset({scope, READ}) if looks else frozenset({scope})
