"""Whole characters from a stream of JSON texts: surrogate pairs joined, nothing unstorable."""

from dataclasses import dataclass

from worldbook.rules.storable import storable

FIRST_HALVES = ("\ud800", "\udbff")


@dataclass(slots=True)
class Characters:
    """Feed it pieces as JSON gave them, then `finish`.

    A server may escape a character outside the basic plane as two halves in two chunks; the first
    half is held back until the second comes. What cannot be stored (half a pair, NUL) becomes
    U+FFFD.
    """

    _half: str = ""

    def feed(self, piece: str) -> str:
        """The whole characters."""
        text = self._half + piece
        self._half = ""
        if text and FIRST_HALVES[0] <= text[-1] <= FIRST_HALVES[1]:
            text, self._half = text[:-1], text[-1]
        return whole(text)

    def finish(self) -> str:
        """What was held back."""
        text, self._half = self._half, ""
        return whole(text)


def whole(text: str) -> str:
    """The text with its pairs joined and what cannot be stored replaced."""
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return str(storable(joined))
