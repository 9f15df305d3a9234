"""What can be a name: one line in which something can be seen."""

from dataclasses import dataclass
from typing import Any
from unicodedata import category

from worldbook.rules.fields import Problem, Text

MOST = 200
_BREAKING = ("Cc", "Zl", "Zp")
"""Control characters, line and paragraph separators."""
_UNSEEN = ("C", "Z")
"""Beside them what formats, and spaces of every kind."""


@dataclass(frozen=True, slots=True)
class Name:
    """The name of something, of at most `most` characters."""

    most: int = MOST

    def problem(self, value: Any) -> Problem | None:
        """What is wrong with a JSON value, or None."""
        wrong = Text(self.most, empty=False).problem(value)
        if wrong:
            return wrong
        kinds = [category(sign) for sign in value]
        if any(kind in _BREAKING for kind in kinds):
            return "not_one_line", {}
        return ("empty", {}) if all(kind[0] in _UNSEEN for kind in kinds) else None


def one_line(text: str, most: int = MOST) -> str:
    """A text as it can stand as a name, its breaks as spaces; "" where nothing could be seen."""
    line = " ".join("".join(" " if category(sign) in _BREAKING else sign for sign in text).split())[
        :most
    ].rstrip()
    return line if Name(most).problem(line) is None else ""
