"""A message as clauses, each a verb with the phrases around it; what they name is not looked up yet."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sessions_app.rules.master_view import MasterView, Named

TALKS = ("ask", "tell", "say", "greet", "thank", "show")


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing a message does.

    `verb` is a word of `master_acts.ACTIONS` (or "leave", "use", "question" and "bare", which what
    is there decides); `objects` the phrases it is done to, `to` where it goes or who gets it, `tool`
    what it is done with, `source` where it is taken from. `text` is the clause as written, of
    speech what is said.
    """

    verb: str
    objects: tuple[str, ...] = ()
    to: str = ""
    tool: str = ""
    source: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Masked:
    """A text in which names that a reader could mistake for words stand as single characters."""

    text: str
    names: tuple[str, ...]
    quotes: tuple[str, ...]

    def back(self, text: str) -> str:
        """A part of the text with its names and quotes."""
        return _MASK.sub(self._meant, text).strip()

    def _meant(self, hit: re.Match[str]) -> str:
        at = ord(hit[0])
        return self.names[at - _NAME] if at < _QUOTE else f"“{self.quotes[at - _QUOTE]}”"


_NAME, _QUOTE, _MANY = 0xE000, 0xF000, 0x0F00
_MOST_QUOTES = 0x8FF
_MASK = re.compile(r"[\ue000-\uf8ff]")
QUOTED = re.compile(r"[\"“「『]([^\"“”「」『』]*)[\"”」』]")
MOST_CLAUSES = 24
"""More than that is no message of one round; what is over is not read."""
QUOTES = f"{chr(_QUOTE)}-{chr(_QUOTE + _MOST_QUOTES - 1)}"
"""The characters that stand for quoted speech, as a range for a pattern."""


def masked(message: str, names: Iterable[str]) -> Masked:
    """The message with quoted speech and these names put away, the longest names first."""
    quotes: list[str] = []

    def keep(hit: re.Match[str]) -> str:
        if len(quotes) >= _MOST_QUOTES:
            return " "
        quotes.append(hit[1].strip())
        return f" {chr(_QUOTE + len(quotes) - 1)} "

    text = QUOTED.sub(keep, _without_masks(message))
    kept: list[str] = []

    def put_away(hit: re.Match[str]) -> str:
        if hit[0] not in kept:
            kept.append(hit[0])
        return chr(_NAME + kept.index(hit[0]))

    lower = text.lower()
    there = {name for name in names if name.lower() in lower}
    for name in sorted(there, key=lambda item: (-len(item), item)):
        if len(kept) < _MANY:
            text = _pattern(name).sub(put_away, text)
    return Masked(text, tuple(kept), tuple(quotes))


def _without_masks(message: str) -> str:
    """No character of the message itself may look like a mask; nor is more read than can be meant."""
    return _MASK.sub(" ", _UNSEEN.sub("", message[:4000]).translate(_WIDE))


_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Signs that nobody sees: controls, marks of direction, spaces of no width."""
_WIDE = {
    at: at - 0xFEE0
    for begin, end in ((0xFF10, 0xFF1A), (0xFF21, 0xFF3B), (0xFF41, 0xFF5B))
    for at in range(begin, end)
} | {0x3000: " "}
"""Figures and letters of a Chinese keyboard as the plain ones."""


def _pattern(name: str) -> re.Pattern[str]:
    if name.isascii():
        return re.compile(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", re.IGNORECASE)
    return re.compile(re.escape(name))


_ARTICLE = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)


def names_of(view: MasterView) -> set[str]:
    """Every name and alias that the view knows, people's and places' too."""
    groups: tuple[Iterable[Named], ...] = (
        view.things, view.people, view.places, view.spots, view.ways, view.checks,
    )  # fmt: skip
    names = {name for group in groups for item in group for name in (item.name, *item.aliases)}
    plain = (_ARTICLE.sub("", name) for name in names if name[:1] in "aAtT")
    return names | {name for name in plain if " " in name}
