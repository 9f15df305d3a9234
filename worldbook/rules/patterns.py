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
LONG = 2_000
"""Texts longer than this are read in one pass (`Pattern.test`)."""

_ESCAPE = re.compile(r"\\(?:([1-9]\d*)|(k<)|.)", re.DOTALL)
_HALF = re.compile(r"[\ud800-\udbff]\Z")
"""A text that ends with the first half of a character."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled regex key. `refers_back`: it can take exponential time (a backreference)."""

    regex: ecma.Regex
    refers_back: bool

    def test(self, text: str, timeout: float) -> bool:
        """Whether it matches somewhere in a text; MatchLimitError where `timeout` seconds are too few.

        Without references back the machine runs an automaton from every place of the text anew, in
        a time that grows with the square of the length and that it does not limit. So a long text
        is read from its start alone, by a pattern that first passes over what is before a match.
        """
        regex = _from_start(self.regex) if len(text) > LONG else self.regex
        return bool(regex.test(text, timeout=timeout))

    def span(self, text: str, at: int, timeout: float) -> tuple[int, int] | None:
        """Where it matches first from a place on; MatchLimitError as in `test`.

        In a long text the place is looked for with a lookahead, which the machine keeps within its
        time, and the pattern is then asked there alone. Without flag u a match may begin in the
        middle of a character beyond U+FFFF, a place that has no number: there the pattern is asked
        from that character on, where nothing but this match is left to be found.
        """
        regex, start = self.regex, at
        if len(text) - at > LONG and "y" not in regex.flags:
            before = _before(regex).search(text, at, timeout=timeout)
            if before is None:
                return None
            regex, start = _there(regex), before.end()
            if _HALF.search(before[0] or ""):
                regex, start = self.regex, start - 1
        match = regex.search(text, start, timeout=timeout)
        return match.span() if match else None


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
    return Pattern(regex, _refers_back(body, regex))


@lru_cache(maxsize=4096)
def _from_start(regex: ecma.Regex) -> ecma.Regex:
    """A regex that matches at the start of a text where the given one matches anywhere in it."""
    if "y" in regex.flags:
        return regex
    return _more(f"[^]*?(?:{regex.pattern})", f"{regex.flags}y")


@lru_cache(maxsize=4096)
def _before(regex: ecma.Regex) -> ecma.Regex:
    """A regex that matches at a place all that stands before the first match from there on."""
    return _more(f"[^]*?(?={regex.pattern})", f"{regex.flags}y")


@lru_cache(maxsize=4096)
def _there(regex: ecma.Regex) -> ecma.Regex:
    """The same regex, asked at one place alone."""
    return _more(regex.pattern, f"{regex.flags}y")


def _more(body: str, flags: str) -> ecma.Regex:
    """A regex with something added; one that has no room for that is as good as slow."""
    try:
        return ecma.compile(body, flags, timeout=TIME_LIMIT)
    except ecma.error as error:
        raise ecma.MatchLimitError(str(error)) from error


def _refers_back(body: str, regex: ecma.Regex) -> bool:
    """Whether a pattern has a backreference; a number above its groups is an octal escape."""
    return any(
        (number and int(number[:6]) <= regex.groups) or (name and regex.group_names)
        for number, name in _ESCAPE.findall(body)
    )


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

    A pattern has TIME_LIMIT seconds for each text, or, where a clock of this thread's work is
    handed in, for all texts of the turn; with it a pattern that only waited for a busy machine is
    tried once more. After SLOW_LIMIT slow patterns those with backreferences stay unasked; where
    `most` seconds are given for all patterns together, so do all that come after them.
    """

    def __init__(
        self, clock: Callable[[], float] | None = None, *, most: float | None = None
    ) -> None:
        self._clock, self._most, self._whole = clock, most, 0.0
        self._spent: dict[str, float] = {}
        self.slow: dict[str, str] = {}

    def test(self, key: str, pattern: Pattern, text: str) -> bool:
        """Whether the pattern matches somewhere in a text (in NFC)."""
        if key in self.slow:
            return False
        if self._is_over() or (pattern.refers_back and self._slow_count() >= SLOW_LIMIT):
            self.slow[key] = "not_asked"
            return False
        found = self._timed(key, pattern, text)
        if found is None and self._left(key) > TIME_LIMIT / 2 and self._clock is not None:
            found = self._timed(key, pattern, text)
        if found is None or self._left(key) <= 0:
            self.slow[key] = "too_slow"
        return bool(found)

    def _timed(self, key: str, pattern: Pattern, text: str) -> bool | None:
        """Whether it matches; None where its time ran out."""
        began = self._clock() if self._clock else 0.0
        try:
            return pattern.test(text, timeout=self._left(key))
        except ecma.MatchLimitError:
            return None
        finally:
            if self._clock:
                took = self._clock() - began
                self._spent[key] = self._spent.get(key, 0.0) + took
                self._whole += took

    def _is_over(self) -> bool:
        return self._most is not None and self._whole >= self._most

    def _left(self, key: str) -> float:
        return TIME_LIMIT - self._spent.get(key, 0.0)

    def _slow_count(self) -> int:
        return sum(why == "too_slow" for why in self.slow.values())
