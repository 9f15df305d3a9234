"""Where keys stand in a text as written (WB-39): the same keys as the rule finds, at their places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import make_entry
from worldbook.rules import folding
from worldbook.rules.entries import Book
from worldbook.rules.keys import occurs, probe_of
from worldbook.rules.places import MOST_PLACES, Allowance, WrittenText
from worldbook.rules.selection import Message, SelectionRequest, compile_book
from worldbook.rules.selection.matched import marks

pytestmark = pytest.mark.spec("WB-39")

ALWAYS = Allowance(1.0, None)


def found(text: str, key: str, *, exact: bool = False, whole: bool = False) -> list[str]:
    probe = probe_of(key, exact=exact, whole=whole)
    assert probe is not None
    return [text[start:end] for start, end in WrittenText(text).places(probe, ALWAYS)]


@pytest.mark.parametrize(
    ("text", "key", "pieces"),
    [
        ("The  COPPER\u200b Key! copper key", "copper key", ["COPPER\u200b Key", "copper key"]),
        ("a \t\n b", "a b", ["a \t\n b"]),
        ("Ｃafe\u0301 CAFÉ", "café", ["Ｃafe\u0301", "CAFÉ"]),
        ("straße STRASSE", "strasse", ["straße", "STRASSE"]),
        ("小猫咪和猫", "猫", ["猫", "猫"]),
        ("\N{FIRE} the Key KEY", "/k(e)y/i", ["Key", "KEY"]),
        ("e\u0301t\u00e9", "/é/", ["e\u0301", "\u00e9"]),
        ("a\nb", "/^/m", ["", ""]),
        ("한국어", "한국", ["한국"]),
        ("nothing", "copper", []),
    ],
)
def test_places(text, key, pieces):
    assert found(text, key) == pieces


def test_case_and_words_are_minded_where_the_entry_minds_them():
    assert found("Key key", "Key", exact=True) == ["Key"]
    assert found("monkey key.", "key", whole=True) == ["key"]
    assert found("aa", "a") == ["a", "a"]


def test_places_are_bounded():
    assert len(found("a" * 99, "a")) == MOST_PLACES
    assert len(found("a" * 99, "/a/")) == MOST_PLACES


def test_regexes_stop_when_their_time_is_over():
    now = iter([0.0, 0.01, 5.0])
    probe = probe_of("/a/", exact=False, whole=False)
    assert probe is not None
    places = WrittenText("aaa").places(probe, Allowance(0.2, lambda: next(now)))
    assert places == [(0, 1)]


LETTERS = st.text(alphabet="aB é\u0301ß\u200bｱﾞ猫각ᆨİ\t", max_size=12)


@given(LETTERS, st.text(alphabet="aBé\u0301ßｱ猫각", min_size=1, max_size=3))
def test_a_key_has_a_place_only_where_the_rule_finds_it(text, key):
    probe = probe_of(key, exact=False, whole=False)
    if probe is None:
        return
    places = WrittenText(text).places(probe, ALWAYS)
    assert bool(places) <= occurs(probe, folding.folded(text))
    assert all(0 <= start < end <= len(text) for start, end in places)


def test_marks_are_in_what_each_entry_looks_at():
    entries = (
        make_entry("near", keys=("key",), scan_depth=1, exclude_keys=("gate",)),
        make_entry("far", keys=("{{char}}",), secondary_keys=("key",), scan_depth=2),
    )
    book = compile_book(Book(key="b", entries=entries))
    request = SelectionRequest(
        query="A key.", messages=(Message("user", "key"), Message("assistant", "Mira: a gate")),
        char="Mira", scene="The key lies here.",
    )  # fmt: skip
    told = [
        (mark.source, mark.start, mark.who[1], mark.key, mark.primary)
        for mark in marks(request, [book], [(0, 0), (0, 1)], ALWAYS)
    ]
    assert told == [
        (0, 2, 0, "key", True),
        (1, 4, 0, "key", True),
        (2, 0, 1, "{{char}}", True),
        (0, 2, 1, "key", False),
        (1, 4, 1, "key", False),
    ]
