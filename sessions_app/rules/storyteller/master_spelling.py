"""Words that are one slip of the finger away from a word that is known."""

import re
from collections.abc import Iterable

_SHORTEST = 4
"""Shorter words have too many neighbours to be guessed."""


def is_slip(word: str, known: str) -> bool:
    """Whether two words differ by one letter added, left out, changed, or changed places."""
    if abs(len(word) - len(known)) > 1 or word == known:
        return False
    at = next(
        (n for n, pair in enumerate(zip(word, known, strict=False)) if pair[0] != pair[1]), None
    )
    if at is None:
        return True
    if len(word) == len(known):
        swapped = word[at : at + 2][::-1] == known[at : at + 2]
        return word[at + 1 :] == known[at + 1 :] or (swapped and word[at + 2 :] == known[at + 2 :])
    longer, shorter = (word, known) if len(word) > len(known) else (known, word)
    return longer[at + 1 :] == shorter[at:]


def spelled(phrase: str, names: Iterable[str]) -> str:
    """The phrase with each unknown word replaced by the one word of the names that it slips from."""
    known = {word for name in names for word in re.findall(r"[a-z]+", name.lower())}

    def meant(hit: re.Match[str]) -> str:
        word = hit[0].lower()
        if len(word) < _SHORTEST or word in known:
            return hit[0]
        near = [name for name in known if len(name) >= _SHORTEST and is_slip(word, name)]
        return near[0] if len(near) == 1 else hit[0]

    return re.sub(r"[A-Za-z]+", meant, phrase)
