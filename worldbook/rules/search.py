"""Finding and replacing in texts: plain, whole word or regex, every hit on its own (WK-2, WK-3).

Positions are those of the text as written. Plain words are compared letter by letter, without
difference of case unless `exact`; whole words end where keys do (WB-22a); regexes are JavaScript's,
`/…/flags` or bare, and run in bounded time.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import corvus_regex_ecma262 as ecma

from worldbook.rules.patterns import split_regex
from worldbook.rules.refusal import Refusal
from worldbook.rules.scripts import stands_alone
from worldbook.rules.words import gettext_noop as _

MODES = ("plain", "word", "regex")

MESSAGES: Mapping[str, str] = {
    "nothing_sought": _("Say what to look for."),
    "bad_pattern": _("This regex cannot be read: %(problem)s"),
    "slow_pattern": _("This regex takes too long on these texts; nothing was changed."),
    "too_long": _("“%(entry)s” would become longer than a text may be; nothing was changed."),
}
"""What is wrong with a search, by code."""


class TooSlow(Exception):  # noqa: N818 - an answer that its caller makes a refusal
    """The time of a search is over."""


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for. `exact`: case matters (in a regex its own flag i decides, if it has any)."""

    text: str
    mode: str = "plain"
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """One place in a text: `text[start:end]`, and what stands there afterwards."""

    start: int
    end: int
    new: str = ""


@dataclass(slots=True)
class Stopwatch:
    """The time that all texts of one search have together."""

    clock: Callable[[], float]
    seconds: float
    _until: float = field(init=False)

    def __post_init__(self) -> None:
        self._until = self.clock() + self.seconds

    def left(self) -> float:
        """What is left of it.

        Raises:
            TooSlow: nothing is.
        """
        left = self._until - self.clock()
        if left <= 0:
            raise TooSlow
        return left


class Finder:
    """A search made ready; `finder_of` makes it."""

    def __init__(self, pattern: "re.Pattern[str] | ecma.Regex", *, whole: bool = False) -> None:
        self._pattern = pattern
        self._whole = whole

    def found_in(self, text: str, watch: Stopwatch) -> bool:
        """Whether the text has a hit.

        Raises:
            TooSlow: the time is over.
        """
        return next(self.hits(text, watch), None) is not None

    def hits(self, text: str, watch: Stopwatch, replacement: str = "") -> Iterator[Hit]:
        """The hits of a text from its beginning, none within another.

        In a regex's replacement `$1`, `$<name>`, `$&` and `$$` are what JavaScript takes them for.

        Raises:
            TooSlow: the time is over.
        """
        if isinstance(self._pattern, re.Pattern):
            yield from self._plain(self._pattern, text, watch, replacement)
        else:
            yield from _pattern_hits(self._pattern, text, watch, replacement)

    def _plain(
        self, pattern: "re.Pattern[str]", text: str, watch: Stopwatch, replacement: str
    ) -> Iterator[Hit]:
        watch.left()
        at = 0
        while found := pattern.search(text, at):
            start, end = found.span()
            if self._whole and not stands_alone(text, start, end):
                at = start + 1
                continue
            yield Hit(start, end, replacement)
            at = end


def _pattern_hits(
    regex: ecma.Regex, text: str, watch: Stopwatch, replacement: str
) -> Iterator[Hit]:
    at = 0
    while at <= len(text):
        try:
            found = regex.search(text, at, timeout=watch.left())
        except ecma.MatchLimitError as error:
            raise TooSlow from error
        if found is None:
            return
        start, end = found.span()
        yield Hit(start, end, _expanded(replacement, found))
        at = end + (start == end)


_REFERENCE = re.compile(r"\$(?:(\$)|(&)|<([^>]*)>|([1-9]\d?))")


def _expanded(replacement: str, found: "ecma.Match[str]") -> str:
    """A replacement with its references filled in; one that names no group stays as it is."""
    groups, names = found.groups(), found.groupdict()

    def said(reference: "re.Match[str]") -> str:
        dollar, whole, name, number = reference.groups()
        if dollar:
            return "$"
        if whole:
            return found[0] or ""
        if name is not None:
            return (names.get(name) or "") if names else reference[0]
        return (groups[int(number) - 1] or "") if int(number) <= len(groups) else reference[0]

    return _REFERENCE.sub(said, replacement) if "$" in replacement else replacement


def finder_of(search: Search) -> Finder | Refusal:
    """A search made ready, or "nothing_sought" or "bad_pattern"."""
    if not search.text:
        return Refusal("nothing_sought", MESSAGES["nothing_sought"])
    if search.mode == "regex":
        return _regex_finder(search)
    flags = 0 if search.exact else re.IGNORECASE
    return Finder(re.compile(re.escape(search.text), flags), whole=search.mode == "word")


def _regex_finder(search: Search) -> Finder | Refusal:
    parts = split_regex(search.text)
    body, flags = parts or (search.text, "" if search.exact else "i")
    kept = "".join(flag for flag in flags if flag not in "gy")
    try:
        return Finder(ecma.compile(body, kept))
    except ecma.error as error:
        detail = {"problem": str(error)}
        return Refusal("bad_pattern", MESSAGES["bad_pattern"] % detail, detail)


def replaced(text: str, hits: "list[Hit] | tuple[Hit, ...]") -> str:
    """The text with each of the hits (of this text, in order) replaced."""
    parts, at = [], 0
    for hit in hits:
        parts += [text[at : hit.start], hit.new]
        at = hit.end
    return "".join([*parts, text[at:]])
