"""Keys written as JavaScript regexes: how they are told from plain text, and how they are run."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import corvus_regex_ecma262 as ecma

from worldbook.rules.folding import composed

FLAGS = frozenset("gimsuy")
TIME_LIMIT = 0.05
SLOW_LIMIT = 3

_BACKREFERENCE = re.compile(r"\\(?:[1-9]|k<)")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled regex key. `refers_back`: it can take exponential time (a backreference)."""

    regex: ecma.Regex
    refers_back: bool


def split_regex(key: str) -> tuple[str, str] | None:
    """Body and flags of a key that has the form `/regex/flags`, or None (WB-22).

    The body ends at the first slash that is neither escaped nor inside `[…]`; what follows must
    be flags of g i m s u y, none of them twice.
    """
    if not key.startswith("/"):
        return None
    end = _closing_slash(key)
    if end is None or end == 1:
        return None
    flags = key[end + 1 :]
    if len(set(flags)) != len(flags) or not FLAGS.issuperset(flags):
        return None
    return key[1:end], flags


def _closing_slash(key: str) -> int | None:
    in_class, at = False, 1
    while at < len(key):
        char = key[at]
        if char == "\\":
            at += 1
        elif char == "[":
            in_class = True
        elif char == "]":
            in_class = False
        elif char == "/" and not in_class:
            return at
        at += 1
    return None


@lru_cache(maxsize=65536)
def pattern_of(key: str) -> Pattern | None:
    """The pattern of a key, or None where the key is plain text (also when it does not compile)."""
    parts = split_regex(key)
    if parts is None:
        return None
    body, flags = composed(parts[0]), parts[1]
    try:
        regex = ecma.compile(body, flags.replace("g", ""), timeout=TIME_LIMIT)
    except ecma.error:
        return None
    return Pattern(regex, bool(_BACKREFERENCE.search(body)) and bool(regex.groups))


def escape(text: str) -> str:
    r"""Text as a regex that matches just it, with and without flag u, inside classes too."""
    return "".join(_escaped(char, first=at == 0) for at, char in enumerate(text))


def _escaped(char: str, *, first: bool) -> str:
    if char in "^$\\.*+?()[]{}|/":
        return "\\" + char
    # A digit or letter at the start could continue an escape before it, a hyphen make a range.
    if char == "-" or (first and char.isascii() and char.isalnum()):
        return f"\\x{ord(char):02x}"
    return char


class PatternRun:
    """Runs the patterns of one turn in bounded time (WB-22): what is slow counts as no match.

    A pattern has TIME_LIMIT seconds in the turn, all its texts together where a clock is handed
    in, else for each text. After SLOW_LIMIT slow patterns those with backreferences stay unasked.
    """

    def __init__(self, clock: Callable[[], float] | None = None) -> None:
        self._clock = clock
        self._left: dict[str, float] = {}
        self.slow: dict[str, str] = {}

    def test(self, key: str, pattern: Pattern, text: str) -> bool:
        """Whether the pattern matches somewhere in a text (in NFC)."""
        if key in self.slow:
            return False
        if pattern.refers_back and self._slow_count() >= SLOW_LIMIT:
            self.slow[key] = "not_asked"
            return False
        left = self._left.get(key, TIME_LIMIT)
        began = self._clock() if self._clock else 0.0
        try:
            found = left > 0 and pattern.regex.test(text, timeout=left)
        except ecma.MatchLimitError:
            self.slow[key] = "too_slow"
            return False
        if self._clock:
            self._left[key] = left - (self._clock() - began)
        if left <= 0:
            self.slow[key] = "too_slow"
        return found

    def _slow_count(self) -> int:
        return sum(why == "too_slow" for why in self.slow.values())
