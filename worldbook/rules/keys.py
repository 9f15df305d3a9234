"""Keys of entries: what a key as written looks for in a text (WB-22, WB-22b, WB-33, WB-48)."""

from typing import NamedTuple

from worldbook.rules import folding
from worldbook.rules.macros import MacroContext, expand, has_macros
from worldbook.rules.patterns import Pattern, escape, pattern_of, split_regex
from worldbook.rules.scripts import stands_alone


class Probe(NamedTuple):
    """What one key looks for: plain text in a normal form, or a regex.

    `text` is the plain text (folded unless `exact`) or the whole regex key.
    """

    text: str
    exact: bool = False
    whole: bool = False
    regex: bool = False

    def pattern(self) -> Pattern | None:
        """The compiled regex of a regex probe, else None."""
        return pattern_of(self.text) if self.regex else None


def probe_of(key: str, *, exact: bool, whole: bool) -> Probe | None:
    """The probe of a key without macros; None for a key that is empty and never matches."""
    key = folding.trim(key)
    if key[:1] == "/" and pattern_of(key) is not None:
        return Probe(key, regex=True)
    text = folding.plain(key) if exact else folding.folded(key)
    return Probe(text, exact, whole) if text else None


def expand_key(key: str, context: MacroContext) -> str:
    """A key after macros; inside a regex the values are escaped, so they match as text."""
    if not has_macros(key):
        return key
    in_regex = split_regex(folding.trim(key)) is not None
    return expand(key, context, escape=escape if in_regex else None).text


def occurs(probe: Probe, text: str) -> bool:
    """Whether a plain probe occurs in a text of its own normal form, one place at a time."""
    at = text.find(probe.text)
    while at >= 0:
        if not probe.whole or stands_alone(text, at, at + len(probe.text)):
            return True
        at = text.find(probe.text, at + 1)
    return False
