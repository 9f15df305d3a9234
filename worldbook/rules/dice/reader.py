"""Reading a text from the left: where one is, what stands there, and how that is refused."""

import re

from worldbook.rules.dice.refusals import DiceFault

WORD = re.compile(r"[A-Za-z!]+|.", re.DOTALL)


class Reader:
    """A text and a place in it. Blanks, and a comment after `#`, are passed over between tokens."""

    def __init__(self, text: str) -> None:
        """Start at the beginning."""
        self.text = text
        self.at = 0
        self.dice = 0
        self.depth = 0
        self.groups = 0

    def skip(self) -> str:
        """Pass over blanks; the character that then stands here, "" at the end."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.here

    @property
    def here(self) -> str:
        """The character at this place; a comment is the end."""
        found = self.text[self.at : self.at + 1]
        return "" if found == "#" else found

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What matches at this place, passed over."""
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def word(self) -> str:
        """The word or sign that stands here, for a message."""
        found = WORD.match(self.text, self.at)
        return found.group().lower() if found and self.here else ""

    def fault(self, code: str, at: int | None = None, **detail: object) -> DiceFault:
        """A refusal that names this place, or another; the caller raises it."""
        return DiceFault(code, self.at if at is None else at, **detail)
