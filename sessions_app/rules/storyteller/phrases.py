"""Picks a language's phrases, and of each bank one that was not heard lately."""

import random
import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from types import ModuleType

from sessions_app.rules.storyteller import phrases_en, phrases_zh
from sessions_app.rules.storyteller.facts import bare


@dataclass(frozen=True, slots=True)
class Banks:
    """The phrases of one language; `phrases_en` says what its slots mean.

    BEATS and LINES have one bank an action, GESTURES one a tone. SAY_AS maps a wish for the
    answer's size to the words that ask for it.
    """

    BEATS: Mapping[str, Sequence[str]]
    GESTURES: Mapping[str, Sequence[str]]
    LINES: Mapping[str, Sequence[str]]
    SAY_AS: Mapping[str, str]
    SPOKEN_FACTS: Sequence[str]
    FACT_LEADS: Sequence[str]
    SECOND_LEADS: Sequence[str]
    AFTER_FACTS: Sequence[str]
    SAYINGS: Sequence[str]
    TOPIC_HOOKS: Sequence[str]
    CAST_HOOKS: Sequence[str]
    HOOKS: Sequence[str]
    WHAT_I_AM: Sequence[str]
    OUTSIDE: Sequence[str]
    OF_YOU: Sequence[str]
    NAMING: Sequence[str]
    BREAK_OFF: Sequence[str]
    AND_THEN: Sequence[str]
    INTRODUCTION: str
    NO_TOPIC: str
    JOIN: str
    DICE_JOIN: str
    IT: str


def _banks(module: ModuleType) -> Banks:
    """The banks of a phrase file."""
    return Banks(**{field.name: getattr(module, field.name) for field in fields(Banks)})


ENGLISH, CHINESE = _banks(phrases_en), _banks(phrases_zh)


def phrases_for(language: str) -> Banks:
    """The banks of a language; English for any that is not Chinese."""
    return CHINESE if language.startswith("zh") else ENGLISH


def fields_of(template: str) -> frozenset[str]:
    """The names of the slots in a template."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name)


def _core(template: str) -> str:
    """The longest stretch of a template without a slot, bare: what it is recognised by."""
    parts = [literal for literal, _, _, _ in string.Formatter().parse(template)]
    return bare(max(parts, key=len, default=""))


_TELLING = 6
"""The width by which a phrase is known again; a narrower one may come at any time."""


def _width(text: str) -> int:
    """Characters, a Chinese one for two."""
    return sum(2 if character >= "\u2e80" else 1 for character in text)


class Chooser:
    """Chooses by seed and turn; another take moves every choice on, so that the text differs.

    `values` fill the slots; a template with a slot that has no value is never chosen.
    """

    def __init__(self, seed: str, take: int, heard: str, values: Mapping[str, str]) -> None:
        self._rng = random.Random(seed)
        self._take = take
        self._heard = bare(heard)
        self.values = dict(values)

    def index(self, size: int) -> int:
        """A place below `size`, drawn for the turn and moved on by the take."""
        return (self._rng.randrange(size) + self._take - 1) % size

    def chance(self, percent: int) -> bool:
        """A draw for the turn that does not depend on the take."""
        return self._rng.randrange(100) < percent

    def phrase(self, bank: Sequence[str], **more: str) -> str:
        """One phrase of the bank with its slots filled; the ones heard lately come last."""
        values = {key: value for key, value in {**self.values, **more}.items() if value}
        usable = [text for text in bank if fields_of(text) <= values.keys()]
        if not usable:
            return ""
        among = [text for text in usable if not self._last_heard(text)] or self._long_ago(usable)
        return among[self.index(len(among))].format_map(values)

    def _last_heard(self, text: str) -> int:
        """Where a phrase was heard last, the higher the later; 0 where it was not."""
        core = _core(text)
        return 0 if _width(core) < _TELLING else self._heard.rfind(core) + 1

    def _long_ago(self, usable: Sequence[str]) -> Sequence[str]:
        """The half of the phrases that were heard longest ago."""
        return sorted(usable, key=self._last_heard)[: (len(usable) + 1) // 2]


def pieces(text: str) -> list[str]:
    """A text in the pieces it is told in: words, or a few characters of Chinese; they join to it."""
    return re.findall(
        r"[\u3000-\u9fff\uff00-\uffef—…“”]{1,2}|[^\s\u3000-\u9fff\uff00-\uffef—…“”]+\s*|\s+", text
    )
