"""Where words end: which characters make words, and which scripts are written without spaces."""

import unicodedata
from bisect import bisect_right

# First and last code point of the scripts written without spaces between words (WB-48): Han with
# bopomofo, kana, hangul, Thai, Lao, Khmer and Myanmar. Source: Unicode blocks and Scripts.txt.
UNSPACED = (
    (0x0E01, 0x0E3A),
    (0x0E40, 0x0EFF),
    (0x1000, 0x109F),
    (0x1100, 0x11FF),
    (0x1780, 0x17FF),
    (0x19E0, 0x19FF),
    (0x2E80, 0x2FDF),
    (0x3005, 0x3007),
    (0x3021, 0x302F),
    (0x3031, 0x3035),
    (0x3038, 0x303C),
    (0x3041, 0x318F),
    (0x31A0, 0x31BF),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xA960, 0xA97F),
    (0xA9E0, 0xA9FF),
    (0xAA60, 0xAA7F),
    (0xAC00, 0xD7FF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFFDC),
    (0x116D0, 0x116E3),
    (0x16FE2, 0x16FF6),
    (0x1AFF0, 0x1B16F),
    (0x20000, 0x3FFFF),
)
_FIRSTS = tuple(first for first, _ in UNSPACED)
# Marks that take the script of the letter they stand on (Scripts.txt: Inherited).
_INHERITED = (
    (0x0300, 0x036F),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFE20, 0xFE2F),
)


def is_word(char: str) -> bool:
    """Whether one character belongs to a word: a letter, mark, digit or underscore (WB-22a)."""
    return char == "_" or unicodedata.category(char)[0] in "LMN"


def is_unspaced(char: str) -> bool:
    """Whether a character is of a script written without spaces; decimal digits never are."""
    code = ord(char)
    if code < _FIRSTS[0]:
        return False
    at = bisect_right(_FIRSTS, code) - 1
    return code <= UNSPACED[at][1] and unicodedata.category(char) != "Nd"


def _inherits(char: str) -> bool:
    code = ord(char)
    return code >= 0x0300 and any(first <= code <= last for first, last in _INHERITED)


def kind_is_unspaced(text: str, at: int) -> bool:
    """Whether the character at `at` counts as unspaced; a general mark follows its base letter."""
    while at > 0 and _inherits(text[at]):
        at -= 1
    return is_unspaced(text[at])


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] is a whole word there, by the neighbours of both ends (WB-22a).

    `text` is normalised (WB-22b) and start < end. A neighbour that belongs to a word forbids the
    hit when both sides are of spaced scripts; an end of the hit that is no word character needs
    no boundary.
    """
    return not (_breaks(text, start, start - 1) or _breaks(text, end - 1, end))


def _breaks(text: str, edge: int, neighbour: int) -> bool:
    """Whether the neighbour continues the word that has `edge` as its end."""
    if not 0 <= neighbour < len(text) or not is_word(text[neighbour]) or not is_word(text[edge]):
        return False
    return not (kind_is_unspaced(text, edge) or kind_is_unspaced(text, neighbour))
