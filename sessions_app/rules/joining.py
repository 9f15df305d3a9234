"""How the words that follow a kept beginning are joined to it (resume and continue)."""

import re
from dataclasses import dataclass

SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’»」』）)*_]*\s*\Z")
WORD = re.compile(r"[^\W\d_]")
WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
SHORTEST_REPEAT = 8


def ends_a_sentence(text: str) -> bool:
    """Whether a text could be complete: nothing is left open in its last sentence."""
    return bool(SENTENCE_END.search(text))


@dataclass(slots=True)
class Joiner:
    """Feed it the words after `kept`; gives them without a repetition of the end of `kept`.

    Words are held back only while they repeat it. Where `kept` ends a sentence and neither side
    has a space, one is put between them, unless a wide character (Chinese…) stands there.
    """

    kept: str
    _held: str = ""
    _joined: bool = False

    def __post_init__(self) -> None:
        self._joined = not self.kept

    def feed(self, words: str) -> str:
        """What can be shown now."""
        if self._joined:
            return words
        self._held += words
        if self._may_repeat():
            return ""
        return self.finish()

    def finish(self) -> str:
        """What was held back."""
        if self._joined:
            return ""
        self._joined = True
        words, self._held = self._held, ""
        repeated = self._repeated(words)
        if repeated:
            return words[repeated:]
        return self._space(words) + words

    def restart(self) -> None:
        """Forget what came: a Replace follows."""
        self._held, self._joined = "", not self.kept

    def _may_repeat(self) -> bool:
        """Whether all that came so far is the beginning of some end of `kept`."""
        words = self._held.lstrip()
        return not words or self.kept.rstrip().find(words) >= 0

    def _repeated(self, words: str) -> int:
        """How many characters at the front of `words` are the end of `kept`."""
        kept, front = self.kept.rstrip(), words.lstrip()
        skipped = len(words) - len(front)
        shortest = min(SHORTEST_REPEAT, max(len(kept), 3))
        for length in range(min(len(kept), len(front)), shortest - 1, -1):
            if kept.endswith(front[:length]):
                return skipped + length
        return 0

    def _space(self, words: str) -> str:
        if not words or words[0].isspace() or self.kept[-1].isspace():
            return ""
        if WIDE.match(self.kept[-1]) or WIDE.match(words[0]):
            return ""
        return " " if ends_a_sentence(self.kept) and WORD.match(words[0]) else ""
