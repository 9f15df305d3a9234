"""The text of a dice expression as it is read: NFKC, signs that look like operators, bounds."""

import unicodedata

from worldbook.rules.dice.refusals import DiceFault

MOST_CHARACTERS = 200
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "÷": "/"})


def readable(raw: str) -> str:
    """The text that is parsed; raises where it is too long, before and after normalising."""
    for text in (raw, unicodedata.normalize("NFKC", raw) if len(raw) <= MOST_CHARACTERS else ""):
        if len(text) > MOST_CHARACTERS:
            raise DiceFault("too_long", MOST_CHARACTERS, length=len(text), most=MOST_CHARACTERS)
    return unicodedata.normalize("NFKC", raw).translate(_SIGNS)


def place_in(raw: str, at: int) -> int:
    """Where a place of the readable text is in the text as it was written."""
    if len(raw) > MOST_CHARACTERS or unicodedata.is_normalized("NFKC", raw):
        return at
    whole = range(len(raw) + 1)
    return next(
        (n - 1 for n in whole if len(unicodedata.normalize("NFKC", raw[:n])) > at), len(raw)
    )
