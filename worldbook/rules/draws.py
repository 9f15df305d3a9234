"""Chance without a generator: every draw is a hash of who draws, so no draw moves another."""

from hashlib import blake2b


def draw(*who: str | int) -> float:
    """A number in [0, 1) that depends on the given words alone, evenly spread over them."""
    text = "\x1f".join(str(part).replace("\x1f", "\x1f\x1f") for part in who)
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64
