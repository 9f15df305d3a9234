"""Ranking by words: BM25 over a book's titles and bodies, pairs of characters for Chinese (WB-24).

Texts are compared in the form of keys (WB-22b). Scripts with spaces give words, those without give
every pair of neighbouring characters, and a character that stands alone gives itself. Everything
is counted in arrays, so that a book of 20,000 entries is ready in about a second.
Score: Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), eq. 3.15, with the
inverse document frequency ln(1 + (N - n + 0.5) / (n + 0.5)), which is never negative.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from worldbook.rules.entries import Book
from worldbook.rules.folding import folded
from worldbook.rules.passages import searched_body
from worldbook.rules.scripts import UNSPACED

K1, B = 1.2, 0.75

# Words that say nothing of what is looked for.
_STOP_WORDS = """
a about am an and are as at be been but by can could did do does for from had has have he her him his
how i if in into is it its me my no not of on or our she so some than that the their them then there
they this to up us was we were what when where which who why will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())

Codes = NDArray[np.int64]
Numbers = NDArray[np.int32]
Scores = NDArray[np.float32]

_SPANS = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED)
_WORD = re.compile(rf"[^\W_{_SPANS}]+")
_FIRSTS = np.array([first for first, _ in UNSPACED], dtype=np.uint32)
_LASTS = np.array([last for _, last in UNSPACED], dtype=np.uint32)

# A code is a character, a pair of characters, or the number of a word; the spans do not meet.
_CHARACTER = 21
_WORDS_FROM = 1 << (2 * _CHARACTER)


class WordIndex:
    """One book's words, by entry; made once for a revision."""

    def __init__(self, book: Book) -> None:
        texts = [folded(f"{entry.title}\n{searched_body(entry)}") for entry in book.entries]
        self.size = len(texts)
        self._vocabulary: dict[str, int] = {}
        codes, entries = _join(self._words(texts), _characters(texts))
        self._terms, self._begins, self._entries, self._weights = _weigh(codes, entries, self.size)

    def scores(self, query: str) -> Scores:
        """How well each entry answers the query; 0 where no word is shared."""
        result = np.zeros(self.size, dtype=np.float32)
        if not self._terms.size:
            return result
        asked = np.unique(self._asked(folded(query)))
        places = np.searchsorted(self._terms, asked)
        places[places == self._terms.size] = 0
        for place in places[self._terms[places] == asked]:
            span = slice(self._begins[place], self._begins[place + 1])
            result[self._entries[span]] += self._weights[span]
        return result

    def _words(self, texts: Sequence[str]) -> tuple[Codes, Numbers]:
        """The numbers of all words, and the entry each stands in; new words get numbers."""
        found = [[word for word in _WORD.findall(text) if word not in STOP_WORDS] for text in texts]
        for word in chain.from_iterable(found):
            self._vocabulary.setdefault(word, _WORDS_FROM + len(self._vocabulary))
        numbers = map(self._vocabulary.__getitem__, chain.from_iterable(found))
        codes = np.fromiter(numbers, dtype=np.int64)
        return codes, np.repeat(np.arange(len(texts), dtype=np.int32), [len(w) for w in found])

    def _asked(self, query: str) -> Codes:
        known = (self._vocabulary.get(word) for word in _WORD.findall(query))
        words = np.array([code for code in known if code is not None], dtype=np.int64)
        return np.concatenate((words, _characters([query])[0]))


def _characters(texts: Sequence[str]) -> tuple[Codes, Numbers]:
    """Codes of pairs of neighbours without spaces and of characters alone, with their entries."""
    sizes = [len(text) + 1 for text in texts]
    joined = "".join(f"{text}\n" for text in texts)
    points = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    at = np.searchsorted(_FIRSTS, points, side="right").astype(np.int64) - 1
    unspaced = (at >= 0) & (points <= _LASTS[at])
    wide = points.astype(np.int64)
    entries = np.repeat(np.arange(len(texts), dtype=np.int32), sizes)
    pairs = unspaced[:-1] & unspaced[1:]
    after, before = np.append(pairs, [False]), np.insert(pairs, 0, False)
    alone = unspaced & ~after[: unspaced.size] & ~before[: unspaced.size]
    coded = (wide[:-1][pairs] << _CHARACTER) | wide[1:][pairs]
    return (
        np.concatenate((coded, wide[alone])),
        np.concatenate((entries[:-1][pairs], entries[alone])),
    )


def _join(*parts: tuple[Codes, Numbers]) -> tuple[Codes, Numbers]:
    codes, entries = zip(*parts, strict=True)
    return np.concatenate(codes), np.concatenate(entries)


def _weigh(
    codes: Codes, entries: Numbers, size: int
) -> tuple[Codes, NDArray[np.int64], Numbers, Scores]:
    """Terms in order, where each one's entries begin, those entries, and the weight in each."""
    lengths = np.bincount(entries, minlength=size).astype(np.float32)
    terms, which = np.unique(codes, return_inverse=True)
    cells, counts = np.unique(which.astype(np.int64) * max(size, 1) + entries, return_counts=True)
    owners = (cells % max(size, 1)).astype(np.int32)
    begins = np.searchsorted(cells, np.arange(terms.size + 1, dtype=np.int64) * max(size, 1))
    spread = np.diff(begins)
    rare = np.log1p((size - spread + 0.5) / (spread + 0.5))
    average = max(float(lengths.mean()), 1.0) if size else 1.0
    norm = K1 * (1 - B + B * lengths[owners] / average)
    weights = np.repeat(rare, spread) * counts * (K1 + 1) / (counts + norm)
    return terms, begins, owners, weights.astype(np.float32)


def best(scores: Scores, barred: Iterable[int], limit: int) -> list[tuple[int, float]]:
    """The entries with the highest scores above 0, without the barred ones; ties in book order."""
    if limit <= 0:
        return []
    left = scores.copy()
    left[list(barred)] = 0
    found = np.flatnonzero(left)
    if found.size > limit:
        least = np.partition(left[found], found.size - limit)[found.size - limit]
        found = found[left[found] >= least]
    order = found[np.argsort(-left[found], kind="stable")][:limit]
    return [(int(at), float(left[at])) for at in order]
