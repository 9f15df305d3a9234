"""What of an entry is searched: its title and body, cut into passages for vectors (WB-15)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

from worldbook.rules.entries import Book, Entry

SIZE, OVERLAP = 500, 80
"""Characters of a passage, and how many of them the next one says again."""

HASH_BYTES = 16

_MACRO = re.compile(r"\{\{[^{}]*\}\}")


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of an entry: the entry's number in the book, the piece's number in the entry.

    `text` is what is embedded; two passages of the same text have the same vector.
    """

    entry: int
    number: int
    text: str

    @property
    def hash(self) -> bytes:
        """What makes the text what it is."""
        return blake2b(self.text.encode("utf-8", "replace"), digest_size=HASH_BYTES).digest()


def searched_body(entry: Entry) -> str:
    """An entry's body without its macros, whose words are known only when it is chosen."""
    body = entry.content
    while "{{" in body and (less := _MACRO.sub(" ", body)) != body:
        body = less
    return body.strip()


def cut(text: str, size: int = SIZE, overlap: int = OVERLAP) -> list[str]:
    """The text in pieces of `size` characters, each beginning with the last `overlap` of the one before.

    The last piece is never a mere repetition; an empty text has no piece.
    """
    step = size - overlap
    last = max(len(text) - overlap, 1)
    return [text[at : at + size] for at in range(0, last, step)] if text else []


def passages_of(book: Book) -> Iterator[Passage]:
    """The passages of a book's entries in order; each begins with the entry's title.

    Entries that are switched off or blocked are never chosen and need no vectors.
    """
    for at, entry in enumerate(book.entries):
        if not entry.enabled or entry.blocked:
            continue
        title = entry.title.strip()
        for number, piece in enumerate(cut(searched_body(entry))):
            yield Passage(at, number, f"{title}\n{piece}" if title else piece)
