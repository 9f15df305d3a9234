"""Stable names of entries: slugs of the title, of the first key, else e<uid>; each once (WB-3, WB-6)."""

import re
import unicodedata

LONGEST = 80
KEPT = 120
"""Characters of a slug made here, and of an id that a native file may bring."""

_GAPS = re.compile(r"[\s_-]+")
# An id that may stay as the file has it: it fits into BOOK:REV:KEY_ID and into a column.
_FIT = re.compile(rf"[^\s:<>&\"']{{1,{KEPT}}}")
_SERIES = re.compile(r"[e-y]\d+\Z")


def slug(text: str, longest: int = LONGEST) -> str:
    """A unicode slug: NFKC, lower case, words joined by hyphens, at most `longest` characters.

    Marks (vowel signs of Indic scripts, accents) belong to words and stay.
    """
    folded = unicodedata.normalize("NFKC", text[:400]).lower()
    kept = "".join(
        sign if sign.isalnum() or unicodedata.category(sign).startswith("M") else " "
        for sign in folded
    )
    return _GAPS.sub("-", kept).strip("-")[:longest].strip("-")


def fits(key_id: str) -> bool:
    """Whether an id from a file can stay as it is."""
    return _FIT.fullmatch(key_id) is not None


class KeyIds:
    """Hands out each key id once; who comes later gets a number, and nobody is lost."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def take(self, wanted: str, *, numbered: bool = False) -> str:
        """`wanted`, or the first free variant of it.

        A slug gets a counter (tower-2). A `numbered` id (e7) keeps its number, by which authors
        know the entry, and moves to the next free letter (f7).
        """
        free = wanted
        series = _SERIES.match(wanted) if numbered else None
        while free in self._taken and series:
            free = chr(ord(free[0]) + 1) + free[1:]
            series = _SERIES.match(free)
        if free in self._taken:
            stem = wanted[: KEPT - 10]
            count = self._next.get(stem, 2)
            while f"{stem}-{count}" in self._taken:
                count += 1
            self._next[stem] = count + 1
            free = f"{stem}-{count}"
        self._taken.add(free)
        return free
