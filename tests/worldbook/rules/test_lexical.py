from math import isclose, log1p

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.entries import Book, Entry
from worldbook.rules.lexical import K1, STOP_WORDS, B, WordIndex, best
from worldbook.rules.scripts import is_unspaced, is_word

LETTERS = "ab猫塔 の.éЖ"


def index(*bodies):
    return WordIndex(Book(entries=tuple(Entry(f"e{at}", content=b) for at, b in enumerate(bodies))))


def terms(text):
    """The plain way: words of spaced scripts, pairs of the others."""
    found, run = [], ""
    for char in [*text, " "]:
        joins = bool(run) and is_unspaced(run[-1]) == is_unspaced(char)
        if run and not (is_word(char) and joins):
            if is_unspaced(run[0]):
                found += [run[at : at + 2] for at in range(len(run) - 1)] or [run]
            elif run not in STOP_WORDS:
                found.append(run)
            run = ""
        if is_word(char):
            run += char
    return found


def bm25(bodies, query):
    """Scores by the formula, one entry and one word at a time."""
    texts = [terms(body.casefold()) for body in bodies]
    average = max(sum(map(len, texts)) / max(len(texts), 1), 1)
    result = []
    for text in texts:
        score = 0.0
        for term in set(terms(query.casefold())):
            having = sum(term in other for other in texts)
            rare = log1p((len(texts) - having + 0.5) / (having + 0.5))
            count = text.count(term)
            score += rare * count * (K1 + 1) / (count + K1 * (1 - B + B * len(text) / average))
        result.append(score)
    return result


@pytest.mark.spec("WB-24")
@given(st.lists(st.text(LETTERS, max_size=12), max_size=6), st.text(LETTERS, max_size=12))
def test_scores_are_those_of_the_formula(bodies, query):
    found = index(*bodies).scores(query)
    wanted = bm25(bodies, query)
    assert all(
        isclose(a, b, rel_tol=1e-5, abs_tol=1e-6) for a, b in zip(found, wanted, strict=True)
    )


@pytest.mark.spec("WB-24")
def test_words_and_pairs_of_characters_are_found_whatever_their_form():
    made = index("The Lighthouse keeper waits.", "灯塔看守人在等待。", "Cafés by the sea", "年の猫")
    assert made.scores("LIGHTHOUSE").argmax() == 0
    assert made.scores("谁是看守人？").argmax() == 1
    assert made.scores("cafe\u0301s").argmax() == 2
    assert made.scores("猫の").tolist() == [0, 0, 0, 0]
    assert made.scores("the of and").tolist() == [0, 0, 0, 0]


def test_titles_are_searched_and_keys_are_not():
    entry = Entry("a", title="Bell tower", keys=("gull",), content="{{// gull }}{{char}} rings.")
    made = WordIndex(Book(entries=(entry,)))
    assert made.scores("bell")[0] > 0
    assert made.scores("gull")[0] == 0
    assert made.scores("char")[0] == 0


def test_a_rarer_word_weighs_more_and_a_barred_entry_takes_no_place():
    made = index("stone wall", "stone gate", "stone wall gate copper")
    scores = made.scores("stone copper")
    ranked = [at for at, _ in best(scores, (), 9)]
    assert ranked == [2, 0, 1]
    assert [at for at, _ in best(scores, {2}, 1)] == [0]
    assert best(scores, (), 0) == []


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0, 2.0]), max_size=12), st.integers(0, 12))
def test_the_best_are_those_of_a_full_sort(values, limit):
    scores = np.array(values, dtype=np.float32)
    wanted = sorted((at for at, v in enumerate(values) if v), key=lambda at: (-values[at], at))
    assert [at for at, _ in best(scores, (), limit)] == wanted[:limit]
