import itertools

import pytest

from worldbook.rules.refusal import Refusal
from worldbook.rules.search import (
    Finder,
    Hit,
    Search,
    Stopwatch,
    TooSlow,
    finder_of,
    replaced,
)

pytestmark = pytest.mark.spec("WK-3")


def watch(seconds=5.0):
    return Stopwatch(lambda: 0.0, seconds)


def hits(search, text, new=""):
    finder = finder_of(search)
    assert isinstance(finder, Finder)
    return list(finder.hits(text, watch(), new))


@pytest.mark.parametrize(
    ("search", "text", "new", "result"),
    [
        (Search("gate"), "Gate, agate", "door", "door, adoor"),
        (Search("gate", exact=True), "Gate, agate", "door", "Gate, adoor"),
        (Search("aa"), "aaaaa", "b", "bba"),
        (Search("a.b"), "a.b axb", "$&", "$& axb"),
        (Search("\u00df"), "STRASSE stra\u00dfe", "ss", "STRASSE strasse"),
        (Search("gate", "word"), "Gate, agate, gates gate.", "door", "door, agate, gates door."),
        (
            Search("\u732b", "word"),
            "\u5c0f\u732b\u54aa, A\u732b",
            "\u72d7",
            "\u5c0f\u72d7\u54aa, A\u72d7",
        ),
        (Search("c++", "word"), "c++ c++11 xc++", "C", "C C11 xc++"),
        (Search(r"(\w+) gate", "regex"), "North gate", "$1 door", "North door"),
        (Search(r"/(?<w>N)orth/g", "regex"), "North north", "$<w>$$$&$9", "N$North$9 north"),
        (Search(r"/^/m", "regex"), "a\nb", "- ", "- a\n- b"),
        (Search(r"x*", "regex"), "axb", ".", ".a..b."),
        (Search("A", "regex"), "aA", "b", "bb"),
        (Search("A", "regex", exact=True), "aA", "b", "ab"),
        (Search(r"(a)|b", "regex"), "ab", "[$1]", "[a][]"),
        (Search("\U0001f431", "regex"), "x\U0001f431y", "z", "xzy"),
    ],
)
def test_every_hit_is_found_and_replaced(search, text, new, result):
    assert replaced(text, hits(search, text, new)) == result


def test_single_hits_are_replaced_alone():
    found = hits(Search("a"), "a a a", "b")
    assert found == [Hit(0, 1, "b"), Hit(2, 3, "b"), Hit(4, 5, "b")]
    assert replaced("a a a", [found[0], found[2]]) == "b a b"
    assert replaced("a a a", []) == "a a a"


@pytest.mark.parametrize(
    ("search", "code"),
    [
        (Search(""), "nothing_sought"),
        (Search("(", "regex"), "bad_pattern"),
        (Search("/a(/i", "regex"), "bad_pattern"),
    ],
)
def test_what_cannot_be_searched_is_refused(search, code):
    refused = finder_of(search)
    assert isinstance(refused, Refusal)
    assert (refused.code, bool(refused.reason)) == (code, True)


@pytest.mark.parametrize("pattern", [r"(a+)+\1$", r"/(a+)+$/"])
def test_a_pattern_has_so_much_time_and_no_more(pattern):
    finder = finder_of(Search(pattern, "regex"))
    assert isinstance(finder, Finder)
    short = Stopwatch(lambda: 0.0, 0.05)
    try:
        found = list(finder.hits("a" * 28 + "!", short))
    except TooSlow:
        return
    assert found == []


def test_all_texts_share_the_time_of_a_search():
    ticks = itertools.count()
    spent = Stopwatch(lambda: next(ticks), 3)
    finder = finder_of(Search("a", "regex"))
    assert isinstance(finder, Finder)
    assert finder.found_in("a", spent)
    assert finder.found_in("a", spent)
    with pytest.raises(TooSlow):
        finder.found_in("a", spent)
