"""Which of the streamed words are the story: reasoning tags and special tokens taken out (CP-3).

Reading is left to right over one buffer, and every decision depends on the characters alone,
never on how they were cut into pieces: any re-chunking gives the same final text.

- `<think>` opens reasoning before the first word and at the start of a later line; inside a line,
  in backticks or in a code fence it is a literal tag and stays.
- `</think>` without an opening (a template that pre-filled the tag) makes all text so far
  reasoning; streamed words are taken back with a Replace. With `starts_in_reasoning` nothing
  is shown until the tag comes.
- Special tokens of chat templates are removed; where one opens a turn of another speaker the
  answer ends.
"""

import re
from dataclasses import dataclass, field

from sessions_app.rules.calls import ReasoningDelta, Replace, TextDelta

OPEN = ("<think>", "<thinking>")
CLOSE = ("</think>", "</thinking>")
TURN_STARTS = ("<|im_start|>", "<|start_header_id|>", "<start_of_turn>")
BARE_TOKENS = ("<end_of_turn>", "<eos>", "<bos>", "</s>")
SPECIAL = re.compile(r"<\|[A-Za-z0-9_]{1,32}\|>|<｜[^｜<>\s]{1,32}｜>")
SPECIAL_BEGUN = re.compile(r"<(?:\|[A-Za-z0-9_]{0,32}\|?|｜[^｜<>\s]{0,32}｜?)?\Z")
LITERALS = OPEN + CLOSE + TURN_STARTS + BARE_TOKENS
OWN_ROLES = ("assistant", "model", "bot", "ai", "gpt")
OTHER_ROLES = ("user", "human", "system", "tool", "ipython")
ROLE_LENGTH = 40

Event = TextDelta | ReasoningDelta | Replace


@dataclass(slots=True)
class Splitter:
    """Feed it pieces of a model's content, then `finish`; `text` and `reasoning` are the result."""

    starts_in_reasoning: bool = False
    text: str = ""
    reasoning: str = ""
    _buffer: str = ""
    _state: str = "start"
    _lead: str = ""
    _trim: bool = False
    _opened: bool = False
    _back: str = "start"
    _events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.starts_in_reasoning:
            self._state = "reasoning"

    def feed(self, piece: str) -> list[Event]:
        """What the piece adds; a character is held back only while it may begin a tag."""
        self._buffer += piece
        return self._run(final=False)

    def finish(self) -> list[Event]:
        """What was held back, once nothing more comes."""
        events = self._run(final=True)
        if self._state != "reasoning" and self._lead and not self._trim:
            lead, self._lead = self._lead, ""
            self._say(lead)
            events += self._taken_events()
        return events

    def _taken_events(self) -> list[Event]:
        events, self._events = self._events, []
        return events

    def _run(self, *, final: bool) -> list[Event]:
        while self._buffer and self._step(final=final):
            pass
        return self._taken_events()

    def _step(self, *, final: bool) -> bool:
        """Consume the front of the buffer; False: more characters are needed to decide."""
        if self._state == "over":
            self._buffer = ""
            return False
        if self._state == "role":
            return self._read_role(final=final)
        at = self._buffer.find("<")
        if at != 0:
            plain, self._buffer = _cut(self._buffer, at)
            self._plain(plain)
            return True
        mark = mark_at_front(self._buffer)
        if mark:
            self._buffer = self._buffer[len(mark) :]
            self._mark(mark)
            return True
        if not final and may_become_mark(self._buffer):
            return False
        self._buffer = self._buffer[1:]
        self._plain("<")
        return True

    def _read_role(self, *, final: bool) -> bool:
        """The speaker after a turn-start token: up to a line end or the next tag."""
        head = self._buffer[:ROLE_LENGTH]
        found = re.search(r"[\n<]", head)
        if not found and len(head) < ROLE_LENGTH and not final:
            return False
        end = found.start() if found else len(head)
        role = head[:end].strip().lower()
        self._state = self._back
        if role in OTHER_ROLES and self.text.strip():
            self._state = "over"
        elif role in OWN_ROLES + OTHER_ROLES:
            self._buffer = self._buffer[end:].removeprefix("\n")
            self._trim = self._trim or not self.text
        else:
            self._plain(self._buffer[:end])
            self._buffer = self._buffer[end:]
        return True

    def _plain(self, words: str) -> None:
        if self._state == "reasoning":
            self._think(words)
        elif self._state == "start":
            self._lead += words
            if self._lead.strip():
                lead, self._lead = self._lead, ""
                self._state = "answer"
                self._say(lead)
        else:
            self._say(words)

    def _say(self, words: str) -> None:
        if self._trim:
            words = words.lstrip()
            if not words:
                return
            self._trim = False
        self.text += words
        self._events.append(TextDelta(words))

    def _think(self, words: str) -> None:
        self.reasoning += words
        self._events.append(ReasoningDelta(words))

    def _mark(self, mark: str) -> None:
        if mark in OPEN:
            self._open(mark)
        elif mark in CLOSE:
            self._close(mark)
        elif self._state == "reasoning":
            return
        elif mark in TURN_STARTS:
            self._back, self._state = self._state, "role"
        elif mark == "</s>" and "<s>" in self.text:
            self._plain(mark)

    def _open(self, mark: str) -> None:
        if self._state == "reasoning":
            if self.reasoning.strip() or not self.starts_in_reasoning:
                self._think(mark)
        elif self._state == "start" or self._at_line_start():
            self._state, self._opened, self._lead = "reasoning", True, ""
        else:
            self._opened = True
            self._say(mark)

    def _close(self, mark: str) -> None:
        if self._state == "reasoning":
            self._opened = True
            self._answer_begins()
        elif self._opened or self._quoted():
            self._plain(mark)
        else:
            self._opened = True
            self.reasoning += self.text + self._lead
            if self.text:
                self._events.append(Replace(""))
            self.text, self._lead = "", ""
            self._answer_begins()

    def _answer_begins(self) -> None:
        self._trim = True
        self._state = "answer" if self.text else "start"

    def _at_line_start(self) -> bool:
        return self.text.endswith("\n") and self.text.count("```") % 2 == 0

    def _quoted(self) -> bool:
        return self.text.endswith("`") or self.text.count("```") % 2 == 1


def _cut(text: str, at: int) -> tuple[str, str]:
    return (text, "") if at < 0 else (text[:at], text[at:])


def mark_at_front(text: str) -> str:
    """The tag or special token that the text begins with, or nothing."""
    for literal in LITERALS:
        if text.startswith(literal):
            return literal
    found = SPECIAL.match(text)
    return found.group() if found else ""


def may_become_mark(text: str) -> bool:
    """Whether more characters could make the front of the text a tag or special token."""
    return bool(SPECIAL_BEGUN.match(text)) or any(item.startswith(text) for item in LITERALS)
