"""The forms in which texts and keys are compared (WB-22b, WB-47, WB-48)."""

import re
import unicodedata
from functools import lru_cache

# Unicode White_Space, without the information separators that Python's \s adds.
WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_RUN = re.compile(f"[{WHITE_SPACE}]+")
_ENDS = re.compile(f"^[{WHITE_SPACE}]+|[{WHITE_SPACE}]+$")
# Zero width space, word joiner, byte order mark, soft hyphen and the variation selectors.
_IGNORED = re.compile(
    "[\u00ad\u180b-\u180d\u180f\u200b\u2060\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]+"
)


def trim(text: str) -> str:
    """A key without white space and ignored characters at its ends (WB-48)."""
    if text.isascii() and text.isprintable():
        return text.strip(" ")
    return _ENDS.sub("", text) if _IGNORED.search(text) is None else _trim_hard(text)


def _trim_hard(text: str) -> str:
    """Like `trim`, where ignored characters stand between the white space at the ends."""
    ends = f"[{WHITE_SPACE}{_IGNORED.pattern[1:-2]}]+"
    return re.sub(f"^{ends}|{ends}$", "", text)


def plain(text: str) -> str:
    """Text after NFKC, without ignored characters, each run of white space one space."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _IGNORED.sub("", text))
    if text.isprintable() and "  " not in text:  # no white space but single spaces
        return text
    return _RUN.sub(" ", text)


def folded(text: str) -> str:
    """`plain` text without difference of case; composed again, for folding takes letters apart."""
    text = plain(text)
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text.casefold())


@lru_cache(maxsize=1024)
def name(text: str) -> str:
    """The form in which names of characters are compared (WB-54)."""
    return trim(folded(text))


def composed(text: str) -> str:
    """Text in NFC, what regexes see (WB-47); everything else stays as written."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)
