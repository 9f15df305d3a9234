"""Chance as a function of who draws: the same words give the same rolls (DC-4)."""

from hashlib import blake2b
from itertools import count

from worldbook.rules.dice.rolling import Draw


def seeded(*who: str | int) -> Draw:
    """Draws that follow from the given words alone, evenly spread: a hash for each attempt.

    A hash beyond the last whole multiple of the range is passed over, so that no face is favoured.
    """
    text = "\x1f".join(str(part).replace("\x1f", "\x1f\x1f") for part in who)
    stem = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=32).digest()
    numbers = count()

    def draw(below: int) -> int:
        limit = (1 << 64) - (1 << 64) % below
        while True:
            block = stem + next(numbers).to_bytes(8, "big")
            value = int.from_bytes(blake2b(block, digest_size=8).digest(), "big")
            if value < limit:
                return value % below

    return draw
