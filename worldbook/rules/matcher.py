"""Looking for many keys in one text at once: an Aho-Corasick automaton and a list of regexes."""

from collections.abc import Iterable, Iterator
from functools import cached_property

import ahocorasick  # type: ignore[import-not-found]

from worldbook.rules import folding
from worldbook.rules.keys import Probe
from worldbook.rules.patterns import Pattern, PatternRun
from worldbook.rules.scripts import stands_alone

_Numbers = tuple[dict[str, int], dict[str, int]]


class ScanText:
    """One text that is searched, in the forms in which keys see it."""

    def __init__(self, written: str) -> None:
        self.written = written

    @cached_property
    def folded(self) -> str:
        """For keys that do not mind case."""
        return folding.folded(self.written)

    @cached_property
    def exact(self) -> str:
        """For keys that mind case."""
        return folding.plain(self.written)

    @cached_property
    def composed(self) -> str:
        """For regexes."""
        return folding.composed(self.written)


class Matcher:
    """Finds which of its probes occur in a text; probes go by their number in the list.

    Built once for all plain probes; regexes are asked one by one, of the asker's choice.
    """

    def __init__(self, probes: Iterable[Probe]) -> None:
        # Numbers of the probes by text, first of those that match anywhere, then of whole words.
        folded: _Numbers = ({}, {})
        exact: _Numbers = ({}, {})
        self.patterns: dict[int, tuple[str, Pattern]] = {}
        for number, probe in enumerate(probes):
            pattern = probe.pattern()
            if pattern is None:
                (exact if probe.exact else folded)[probe.whole][probe.text] = number
            else:
                self.patterns[number] = (probe.text, pattern)
        self._folded = _automaton(*folded)
        self._exact = _automaton(*exact)

    def plain_hits(self, text: ScanText) -> Iterator[int]:
        """Numbers of the plain probes that occur in a text, each as often as it is found."""
        if self._folded is not None:
            yield from _hits(self._folded, text.folded)
        if self._exact is not None:
            yield from _hits(self._exact, text.exact)

    def regex_hit(self, number: int, text: ScanText, run: PatternRun) -> bool:
        """Whether the regex with a number occurs in a text, within the time of the turn."""
        key, pattern = self.patterns[number]
        return run.test(key, pattern, text.composed)


def _automaton(anywhere: dict[str, int], whole: dict[str, int]) -> ahocorasick.Automaton | None:
    if not anywhere and not whole:
        return None
    automaton = ahocorasick.Automaton()
    for text, number in anywhere.items():
        automaton.add_word(text, (number, whole.get(text, -1), len(text)))
    for text, number in whole.items():
        if text not in anywhere:
            automaton.add_word(text, (-1, number, len(text)))
    automaton.make_automaton()
    return automaton


def _hits(automaton: ahocorasick.Automaton, text: str) -> Iterator[int]:
    for end, (anywhere, whole, size) in automaton.iter(text):
        if anywhere >= 0:
            yield anywhere
        if whole >= 0 and stands_alone(text, end + 1 - size, end + 1):
            yield whole
