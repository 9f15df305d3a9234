"""What differs between two texts, word by word; character by character where no spaces are (WB-17).

Words of the spaced scripts are compared as wholes, characters of the others (WB-22a), signs and
line breaks one by one. The work is bounded (`rules.agreement`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from worldbook.rules.agreement import Block, agreement
from worldbook.rules.scripts import UNSPACED

SAME, ADDED, REMOVED = "same", "added", "removed"

_SPANS = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED)
_TOKEN = re.compile(rf"\r\n|[\r\n]|[^\S\r\n]+|[^\W_{_SPANS}]+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text; `op` is "same", "added" or "removed"."""

    op: str
    text: str


@dataclass(slots=True)
class _Change:
    """What was removed and added in one place, and the text after it that stayed."""

    removed: str
    added: str
    same: str

    @property
    def weight(self) -> int:
        return max(len(self.removed), len(self.added))


def tokens(text: str) -> list[str]:
    """The tokens of a text; joined they are the text again."""
    return _TOKEN.findall(text)


def word_diff(before: str, after: str) -> tuple[Piece, ...]:
    """The pieces that lead from one text to the other; two neighbours are never of one kind.

    Same and removed pieces joined are `before`, same and added ones `after`; where something was
    replaced the removed piece stands first. Texts that are equal give one piece, empty ones none.
    """
    old, new = tokens(before), tokens(after)
    blocks = agreement(old, new, ends_line=lambda token: token in ("\n", "\r", "\r\n"))
    return tuple(_pieces(_readable(_changes(old, new, blocks))))


def _changes(old: Sequence[str], new: Sequence[str], blocks: Sequence[Block]) -> list[_Change]:
    """Each change with the text that stayed after it; the first one may change nothing."""
    result = []
    x = y = 0
    for block in [*blocks, Block(len(old), len(new), 0)]:
        same = "".join(old[block.old : block.old + block.size])
        result.append(_Change("".join(old[x : block.old]), "".join(new[y : block.new]), same))
        x, y = block.old + block.size, block.new + block.size
    return result


def _readable(changes: Sequence[_Change]) -> list[_Change]:
    """The changes, those joined between which less stayed than either of them changes.

    Two texts that say different things share many an "of" and "的"; a reader sees one change.
    """
    result: list[_Change] = []
    for change in changes:
        while result and len(result[-1].same) <= min(result[-1].weight, change.weight):
            last = result.pop()
            change = _Change(
                last.removed + last.same + change.removed,
                last.added + last.same + change.added,
                change.same,
            )
        result.append(change)
    return result


def _pieces(changes: Sequence[_Change]) -> Iterator[Piece]:
    for change in changes:
        for op, text in ((REMOVED, change.removed), (ADDED, change.added), (SAME, change.same)):
            if text:
                yield Piece(op, text)
