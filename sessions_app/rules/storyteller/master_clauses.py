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
        for at, name in enumerate(self.names):
            text = text.replace(chr(_NAME + at), name)
        for at, quote in enumerate(self.quotes):
            text = text.replace(chr(_QUOTE + at), f"“{quote}”")
        return text.strip()


_NAME, _QUOTE, _MANY = 0xE000, 0xF000, 0x0F00
_QUOTED = re.compile(r"[\"“「『]([^\"“”「」『』]*)[\"”」』]")
QUOTES = f"{chr(_QUOTE)}-{chr(_QUOTE + 0x8FF)}"
"""The characters that stand for quoted speech, as a range for a pattern."""


def masked(message: str, names: Iterable[str]) -> Masked:
    """The message with quoted speech and these names put away, the longest names first."""
    quotes: list[str] = []

    def keep(hit: re.Match[str]) -> str:
        quotes.append(hit[1].strip())
        return f" {chr(_QUOTE + len(quotes) - 1)} "

    text = _QUOTED.sub(keep, _without_masks(message))
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
    return Masked(text, tuple(kept), tuple(quotes[:0x8FF]))


def _without_masks(message: str) -> str:
    """No character of the message itself may look like a mask; nor is more read than can be meant."""
    return re.sub(r"[\ue000-\uf8ff]", " ", message[:4000])


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
    return names | {
        _ARTICLE.sub("", name) for name in names if len(_ARTICLE.sub("", name).split()) > 1
    }
