"""How many tokens a text is, for a known tokenizer or by an estimate (WB-32)."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from worldbook.rules.dear import DEAR
from worldbook.rules.scripts import is_unspaced

Count = Callable[[str], int]

# Names of models, without a provider in front, and the encoding their makers publish. The
# storyteller has no tokenizer of its own and is measured like the current OpenAI models.
_ENCODINGS = (
    (re.compile(r"gpt-(4o|4\.1|4\.5|5|oss)|chatgpt-4o|o[134](-|$)|storyteller"), "o200k_base"),
    (re.compile(r"gpt-(4|3\.5|35)|text-embedding-(3|ada)"), "cl100k_base"),
)

# Shares of a token, in hundredths, that the estimate takes for a byte outside the unspaced scripts.
_ASCII, _OTHER_BYTE = 29, 40


@lru_cache(maxsize=8)
def _counter(encoding: str) -> Count:
    # Its tables take a second and 80 MB: loaded by the process that counts, not by every command.
    from bpe_openai import _bindings  # type: ignore[import-untyped]  # noqa: PLC0415

    native = _bindings.tokenizer_for_encoding(encoding)

    def count(text: str) -> int:
        if not text.isascii():  # half of a surrogate pair has no UTF-8 of its own
            text = text.encode("utf-8", "replace").decode("utf-8")
        return int(native.count(text))

    return count


@lru_cache(maxsize=64)
def counter_for(model_name: str) -> Count:
    """The counter for a model, by its name: of its tokenizer where known, else `estimate`."""
    name = model_name.strip().lower().rsplit("/", 1)[-1]
    for names, encoding in _ENCODINGS:
        if names.match(name):
            return _counter(encoding)
    return estimate


def estimate(text: str) -> int:
    """Tokens of a text for an unknown tokenizer, rather too many than too few.

    A character of the unspaced scripts (Han, kana, hangul, Thai…), and any other wide one, counts
    as many tokens as it has bytes of UTF-8, which no byte-level vocabulary exceeds; common ones
    count 2, where neither of the OpenAI tokenizers takes more. Others count by length: 3.5 ASCII
    characters, or 2.5 bytes of UTF-8, a token.
    """
    return -(-sum(map(_COSTS.__getitem__, text)) // 100)


class _Costs(dict[str, int]):
    """Hundredths of a token a character, worked out when first asked for."""

    def __missing__(self, char: str) -> int:
        size = len(char.encode("utf-8", "surrogatepass"))
        if size == 1:
            cost = _ASCII
        elif is_unspaced(char) or unicodedata.east_asian_width(char) in "WF":
            cost = 100 * (2 if _is_cheap(char) else size)
        else:
            cost = _OTHER_BYTE * size
        self[char] = cost
        return cost


_COSTS = _Costs()
_CHEAP_PUNCTUATION = frozenset("，。！？；：「」『』（）《》、【】\u3000")


def _is_cheap(char: str) -> bool:
    """Whether an unspaced or wide character takes 2 tokens at most."""
    if char in _CHEAP_PUNCTUATION:
        return True
    known = "\u3041" <= char <= "\u30ff" or "\u0e01" <= char <= "\u0e5b" or _is_common(char)
    return known and char not in DEAR


def _is_common(char: str) -> bool:
    """Whether a character is of the first level of GB 2312 or Big5, or of KS X 1001."""
    return any(
        len(code := char.encode(charset, "ignore")) == 2 and low <= code[0] <= high
        for charset, low, high in (
            ("gb2312", 0xB0, 0xD7),
            ("big5", 0xA4, 0xC6),
            ("euc_kr", 0xB0, 0xC8),
        )
    )
