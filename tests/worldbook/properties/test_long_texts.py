"""Patterns find the same in a long text as in a short one, and no text delays them for long."""

import time
from contextlib import suppress

import corvus_regex_ecma262 as ecma
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from worldbook.rules.patterns import LONG, TIME_LIMIT, PatternRun, pattern_of

ATOMS = st.sampled_from(
    ("a", "b", ".", "[ab]", "[^a]", r"\b", "^", "$", "(?=b)", "(?<!a)", r"\w", "塔", "(?:a|ba)", "")
)
PARTS = st.tuples(ATOMS, st.sampled_from(("", "", "*", "+?", "{2}"))).map("".join)
BODIES = st.lists(PARTS, min_size=1, max_size=4).map("".join)
PATTERNS = st.builds(
    "/{}{}/{}".format,
    BODIES,
    st.sampled_from(("", "|b", "(a)\\1")),
    st.sampled_from(("", "i", "m", "y", "u")),
)
PADDING = " " * LONG


@pytest.mark.spec("WB-22")
@settings(max_examples=150, deadline=None)
@given(PATTERNS, st.text(alphabet="ab 塔\n😀", max_size=8))
@example("/.(a)\\1/", "a😀aa")
@example("/.b/", "a😀ba")
def test_a_long_text_is_read_as_a_short_one_is(key, text):
    pattern = pattern_of(key)
    if pattern is None:
        return
    long = text + PADDING
    with suppress(ecma.MatchLimitError):  # of a slow one both may run out of time
        assert pattern.test(long, 1) == pattern.regex.test(long, timeout=1)
        place = pattern.regex.search(long, 1, timeout=1)
        assert pattern.span(long, 1, 1) == (place and place.span())


@pytest.mark.spec("WB-22")
@pytest.mark.parametrize(
    "key",
    [
        "/(a+)+$/",
        "/a.*c/",
        "/a.*b.*c/",
        "/[^]*a[^]*b[^]*c/i",
        r"/(x)?a[\1]?.*b.*c/",
        "/a.*[(?=]c/u",
        "/(?=a+b)a.*c/",
        r"/(a*)*\1c/",
        "/(?:a?){30}a{30}c/",
        "/a.*c/y",
    ],
)
@pytest.mark.parametrize("text", ["a" * 28, "a" * LONG, "a" * 60_000, "ab" * 30_000])
def test_no_pattern_takes_longer_than_a_turn_allows(key, text):
    run = PatternRun(time.thread_time)
    began = time.thread_time()
    run.test(key, pattern_of(key), text)
    assert time.thread_time() - began < 4 * TIME_LIMIT


@pytest.mark.spec("WB-22")
@pytest.mark.parametrize("key", ["/a.*c/", "/[^]*a[^]*b[^]*c/i", "/a.*[(?=]c/u", r"/(a*)*\1c/"])
def test_places_in_a_long_text_are_looked_for_in_bounded_time(key):
    pattern = pattern_of(key)
    began = time.thread_time()
    with suppress(ecma.MatchLimitError):
        assert pattern.span("ab" * 30_000, 0, TIME_LIMIT) is None
    assert time.thread_time() - began < 4 * TIME_LIMIT
    assert pattern_of("/b+/").span("a" * 5_000 + "bb", 9, 1) == (5_000, 5_002)


def test_a_pattern_as_deep_as_there_can_be_one_is_slow_on_a_long_text():
    deep = ecma.MAX_NESTING - 1
    pattern = pattern_of(f"/{'(?:' * deep}a{')' * deep}/")
    run = PatternRun()
    assert run.test("k", pattern, "a")
    assert run.test("k", pattern, f"{PADDING}a") is False
    assert run.slow == {"k": "too_slow"}
