import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.entries import Book, Entry
from worldbook.rules.folding import composed
from worldbook.rules.patterns import SLOW_LIMIT, PatternRun, escape, pattern_of, split_regex
from worldbook.rules.selection import SelectionRequest, compile_book, select

KEYS = json.loads((Path(__file__).parent.parent / "vectors" / "regex_keys.json").read_text("utf-8"))
HARD = "a" * 60 + "!"


def matches(key, text, **request):
    book = Book(entries=(Entry("e0", keys=(key,), content="Lore."),))
    return bool(select(SelectionRequest(query=text, **request), [compile_book(book)], len).selected)


@pytest.mark.spec("WB-22")
@pytest.mark.parametrize("case", KEYS, ids=[case["key"] for case in KEYS])
def test_keys_do_what_javascript_does(case):
    assert (pattern_of(case["key"]) is not None) == (case["kind"] == "regex"), case["why"]
    assert matches(case["key"], case["text"]) == case["match"], case["why"]


@pytest.mark.spec("WB-22")
@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("/a/", ("a", "")),
        ("/a/gimsuy", ("a", "gimsuy")),
        ("/[/]a/i", ("[/]a", "i")),
        (r"/[\]/]a/", (r"[\]/]a", "")),
        (r"/a\/b/", (r"a\/b", "")),
        ("/a/ii", None),
        ("/a/v", None),
        ("/a/ i", None),
        ("/home/user", None),
        ("AC/DC", None),
        ("/", None),
        ("//", None),
        ("//i", None),
        ("/[a/", None),
        ("/a\\/", None),
    ],
)
def test_what_looks_like_a_regex(key, parts):
    assert split_regex(key) == parts


@pytest.mark.spec("WB-22", "WB-47")
@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        (" /dragon/i ", "A DRAGON", True),
        ("/DRAGON/", "dragon", False),
        ("/e\u0301/", "caf\u00e9", True),
        ("/a  b/", "a b", False),
        ("/a\\sb/", "a\u3000b", True),
        ("/ﬁ/", "fi", False),
        ("/^a/", "b\na", False),
        ("/^a/m", "b\na", True),
        ("/^a/y", "a", True),
        ("/a/y", "ba", False),
        ("/^\\p{Script=Han}+$/u", "北塔", True),
        ("/(?<!un)locked/", "unlocked", False),
        ("/(?<year>\\d{4})-\\k<year>/", "1999-1999", True),
        ("/😀/", "😀", True),
        ("/^..$/", "😀", True),
    ],
)
def test_regexes_see_the_message_as_written(key, text, found):
    assert matches(key, text) == found


@pytest.mark.spec("WB-47")
def test_whole_words_and_case_never_touch_a_regex():
    entry = Entry("e0", keys=("/ING/i",), content="Lore.", whole_words=True, case_sensitive=True)
    request = SelectionRequest(query="liking")
    assert select(request, [compile_book(Book(entries=(entry,)))], len).selected


@pytest.mark.spec("WB-22")
def test_a_slow_pattern_is_no_match_and_its_author_is_told_once():
    entries = tuple(
        Entry(key, keys=keys, content="Lore.")
        for key, keys in (
            ("slow", (r"/(a+)+\1b/", r"/(a+)+\1b/")),
            ("good", ("aaa",)),
        )
    )
    book = compile_book(Book(key="book", revision=3, entries=entries))
    selection = select(SelectionRequest(query=HARD), [book], len)
    assert [entry.key_id for entry in selection.selected] == ["good"]
    assert selection.notices == (("book", 3, "slow"),)
    assert {d["code"] for d in selection.trace["degradations"]} == {"too_slow"}


@pytest.mark.spec("WB-22")
def test_after_three_slow_patterns_others_with_backreferences_stay_unasked():
    slow = [
        Entry(f"slow{n}", keys=(rf"/(a+)+\1[{n}]/",), content="Lore.") for n in range(SLOW_LIMIT)
    ]
    others = [
        Entry("refers-back", keys=(r"/(a)\1/",), content="Lore."),
        Entry("named", keys=(r"/(?<x>a)\k<x>/",), content="Lore."),
        Entry("octal", keys=(r"/(a)\\1|\41/",), content="Lore."),
    ]
    book = compile_book(Book(entries=(*slow, *others)))
    selection = select(SelectionRequest(query=HARD), [book], len)
    assert [entry.key_id for entry in selection.selected] == ["octal"]
    codes = {d["key_id"]: d["code"] for d in selection.degradations}
    assert codes == {
        "slow0": "too_slow",
        "slow1": "too_slow",
        "slow2": "too_slow",
        "refers-back": "not_asked",
        "named": "not_asked",
    }
    assert {notice[2] for notice in selection.notices} == {"slow0", "slow1", "slow2"}


@pytest.mark.spec("WB-22")
def test_with_a_clock_all_texts_of_a_turn_share_a_patterns_time():
    now = iter([0.0, 0.03, 0.03, 0.06])
    run = PatternRun(clock=lambda: next(now))
    pattern = pattern_of("/x/")
    assert [run.test("/x/", pattern, "y") for _ in range(3)] == [False, False, False]
    assert run.slow == {"/x/": "too_slow"}


@pytest.mark.spec("WB-42")
def test_a_bound_for_all_patterns_leaves_the_later_ones_unasked():
    now = iter([0.0, 0.03, 0.03, 0.06])
    run = PatternRun(clock=lambda: next(now), most=0.05)
    pattern = pattern_of("/x/")
    assert run.test("/x/", pattern, "x")
    assert run.test("/y/", pattern, "x")
    assert not run.test("/z/", pattern, "x")
    assert run.slow == {"/z/": "not_asked"}


@pytest.mark.spec("WB-33")
@given(st.text(max_size=12), st.sampled_from(["", "u"]))
def test_an_escaped_value_matches_itself_alone(value, flags):
    if re.search("[\ud800-\udfff]", value):
        return
    pattern = pattern_of(f"/^x{escape(value)}y$/{flags}")
    assert pattern is not None
    run = PatternRun()
    assert run.test("k", pattern, composed(f"x{value}y"))
    assert not run.test("k", pattern, composed(f"x{value}zy"))


@pytest.mark.spec("WB-33")
def test_names_in_regexes_are_text():
    assert matches("/{{user}} waves$/", "then A.B waves", user="A.B")
    assert not matches("/{{user}} waves$/", "then AxB waves", user="A.B")
    assert matches("/[{{char}}]/u", "-", char="a-c")
    assert matches("/^{{char}}$/", "AC/DC", char="AC/DC")
