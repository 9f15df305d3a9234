"""Where a key stands in a text as it was written, for eyes: the rule itself needs no places.

Keys are found in folded text (WB-22b). It is folded here piece by piece, a piece being a character
with the marks on it, so that every place leads back; where that does not give what folding the
whole gives, no places are told rather than wrong ones.
"""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import corvus_regex_ecma262 as ecma

from worldbook.rules import folding
from worldbook.rules.keys import Probe
from worldbook.rules.patterns import TIME_LIMIT, Pattern
from worldbook.rules.scripts import stands_alone

MOST_PLACES = 20
"""Places told of one key in one text."""
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Folded:
    """A text in a form of `folding`, and for each of its characters the piece it comes from."""

    text: str
    begins: tuple[int, ...]
    ends: tuple[int, ...]

    def place(self, start: int, end: int) -> Place:
        """Where a stretch stands in the text as written."""
        if start == end:
            at = self.begins[start] if start < len(self.begins) else (self.ends or (0,))[-1]
            return at, at
        return self.begins[start], self.ends[end - 1]


class WrittenText:
    """One text as written, searched for keys; positions are those of its characters."""

    def __init__(self, written: str) -> None:
        self.written = written

    def places(self, probe: Probe, clock: "Allowance") -> list[Place]:
        """The first places of a key, in order; none where its time is over."""
        pattern = probe.pattern()
        form = self._composed if pattern else self._exact if probe.exact else self._folded
        if form is None:
            return []
        found = _regex(pattern, form.text, clock) if pattern else _plain(probe, form.text)
        return [form.place(*place) for place in found]

    @cached_property
    def _folded(self) -> _Folded | None:
        return _mapped(self.written, folding.folded)

    @cached_property
    def _exact(self) -> _Folded | None:
        return _mapped(self.written, folding.plain)

    @cached_property
    def _composed(self) -> _Folded | None:
        return _mapped(self.written, folding.composed)


class Allowance:
    """How long regexes may be searched for in all; `clock` tells seconds, None lets all pass."""

    def __init__(self, seconds: float, clock: Callable[[], float] | None) -> None:
        self._clock = clock
        self._end = clock() + seconds if clock else 0.0

    def left(self) -> float:
        """Seconds for the next search, at most what a key has in a turn; 0 and less: none."""
        return min(TIME_LIMIT, self._end - self._clock()) if self._clock else TIME_LIMIT


def _pieces(text: str) -> Iterator[Place]:
    """Characters with what leans on them: marks, jamo after the first, what folding leaves out."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not _leans(text[at]):
            yield start, at
            start = at


def _leans(char: str) -> bool:
    if char.isascii():
        return False
    code = ord(char)
    jamo = 0x1160 <= code <= 0x11FF or 0xD7B0 <= code <= 0xD7FF or code in (0xFF9E, 0xFF9F)
    return jamo or unicodedata.category(char)[0] == "M" or not folding.plain(char)


def _mapped(written: str, fold: Callable[[str], str]) -> _Folded | None:
    """A text folded piece by piece; None where the whole folds to something else."""
    whole = fold(written)
    if written.isascii() and len(whole) == len(written):
        return _Folded(whole, tuple(range(len(whole))), tuple(range(1, len(whole) + 1)))
    text: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    for start, end in _pieces(written):
        made = fold(written[start:end])
        if made == " " and text and text[-1] == " " and fold is not folding.composed:
            ends[-1] = end
            continue
        text.extend(made)
        begins.extend([start] * len(made))
        ends.extend([end] * len(made))
    folded = "".join(text)
    return _Folded(folded, tuple(begins), tuple(ends)) if folded == whole else None


def _plain(probe: Probe, text: str) -> list[Place]:
    found: list[Place] = []
    at = text.find(probe.text)
    while at >= 0 and len(found) < MOST_PLACES:
        end = at + len(probe.text)
        alone = not probe.whole or stands_alone(text, at, end)
        if alone:
            found.append((at, end))
        at = text.find(probe.text, end if alone else at + 1)
    return found


def _regex(pattern: Pattern, text: str, clock: Allowance) -> list[Place]:
    found: list[Place] = []
    at = 0
    while at <= len(text) and len(found) < MOST_PLACES and (left := clock.left()) > 0:
        try:
            place = pattern.span(text, at, left)
        except ecma.MatchLimitError:
            break
        if place is None:
            break
        start, end = place
        found.append(place)
        at = end if end > start else end + 1
    return found
