import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules import folding
from worldbook.rules.keys import Probe, occurs, probe_of
from worldbook.rules.matcher import Matcher, ScanText

ALPHABET = "ab_ 1é猫다กー\u0301\u200b\ufe0fßﬁİ.#+"


def hits(key, text, *, exact=False, whole=True):
    probe = probe_of(key, exact=exact, whole=whole)
    if probe is None:
        return False
    return bool(list(Matcher([probe]).plain_hits(ScanText(text))))


@pytest.mark.spec("WB-22a", "WB-48")
@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        ("king", "liking", False),
        ("king", "the king.", True),
        ("king", "kings king", True),
        ("aa", "aaa aa", True),
        ("кот", "который", False),
        ("кот", "кот, пёс", True),
        ("café", "un café.", True),
        ("cafe", "café", False),
        ("#hello", "say#hello", True),
        ("c++", "c++11", True),
        ("++c", "1++c", True),
        ("cat", "my_cat", False),
        ("cat", "cat5", False),
        ("cat", "cat's", True),
        ("猫", "小猫咪", True),
        ("猫", "A猫", True),
        ("年", "2024年", True),
        ("24", "2024", False),
        ("24", "24年", True),
        ("cat", "cat猫", True),
        ("cat", "猫cat猫", True),
        ("고양이", "고양이가", True),
        ("양이", "고양이", True),
        ("cat", "고cat", True),
        ("แมว", "แมวดำ", True),
        ("ມາ", "ມາແລ້ວ", True),
        ("ឆ្មា", "ឆ្មាខ្មៅ", True),
        ("ကြောင်", "ကြောင်မည်း", True),
        ("ネコ", "ネコー", True),
        ("x", "x́", False),
        ("x", "\u0301x", False),
        ("猫", "猫\u0301", True),
        ("बिल्ली", "बिल्ली", True),
        ("बिल्ल", "बिल्ली", False),
        ("קט", "קטן", False),
        ("the king", "hail the kings", False),
        ("the king", "bathe king", False),
        ("😀", "a😀b", True),
        ("𠀀", "a𠀀b", True),
        ("๑", "๑๒", False),
        ("cat", "cat\u200ddog", True),
        ("می", "می\u200cخواهم", True),
        ("ㄅ", "ㄅㄆ", True),
        ("bar", "foo\u00adbar", False),
        ("foobar", "foo\u00adbar", True),
        ("١", "١٢", False),
    ],
)
def test_whole_words(key, text, found):
    assert hits(key, text) == found


@pytest.mark.spec("WB-22b", "WB-48")
@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        ("fi", "ﬁre", True),
        ("ﬁ", "fire", True),
        ("kg", "5㎏", True),
        ("㎏", "5 kg", True),
        ("STRASSE", "straße", True),
        ("ΣΑΣ", "σας", True),
        ("two words", "two \t\n words", True),
        ("two\u3000words", "two words", True),
        (" king ", "liking", True),
        ("\u200b king\u00a0", "liking", True),
        ("cas\u00adtle", "castle", True),
        ("cas\u2060tle", "cas\ufefftle", True),
        ("❤", "❤\ufe0f", True),
        ("❤\ufe0f", "❤", True),
        ("👨\u200d👩", "👨👩", False),
        ("e", "é", False),
        ("e", "e\u0301", False),
        ("é", "e\u0301", True),
        ("e\u200b\u0301", "é", True),
        ("", "anything", False),
        (" \t\u3000", "any thing", False),
        ("\u200b\ufe0f", "anything", False),
        ("´", "a´", True),
        ("ＫＩＮＧ", "king", True),
        ("ｶﾞ", "ガ", True),
        ("ι", "ΐ", False),
    ],
)
def test_plain_keys_in_their_normal_form(key, text, found):
    assert hits(key, text, whole=False) == found


@pytest.mark.spec("WB-22b")
@pytest.mark.parametrize(
    ("key", "text", "found"),
    [("King", "King", True), ("King", "king", False), ("Ｋing", "King", True), ("ß", "ss", False)],
)
def test_case_sensitive_keys(key, text, found):
    assert hits(key, text, exact=True, whole=False) == found


@pytest.mark.spec("WB-22a", "WB-22b")
@given(
    st.lists(st.text(ALPHABET, min_size=1, max_size=4), min_size=1, max_size=6),
    st.text(ALPHABET, max_size=30),
    st.booleans(),
)
def test_the_matcher_finds_what_a_plain_search_finds(keys, text, exact):
    found = [probe_of(key, exact=exact, whole=whole) for key in keys for whole in (True, False)]
    probes = list(dict.fromkeys(filter(None, found)))
    scanned = set(Matcher(probes).plain_hits(ScanText(text)))
    form = folding.plain(text) if exact else folding.folded(text)
    assert scanned == {n for n, probe in enumerate(probes) if occurs(probe, form)}


@given(st.text(ALPHABET, max_size=20))
def test_normal_forms_are_final(text):
    assert folding.plain(folding.plain(text)) == folding.plain(text)
    assert folding.folded(folding.folded(text)) == folding.folded(text)
    assert folding.trim(folding.trim(text)) == folding.trim(text)


def test_a_matcher_without_probes_finds_nothing():
    assert list(Matcher([]).plain_hits(ScanText("anything"))) == []


def test_a_probe_that_is_no_regex_has_no_pattern():
    assert Probe("a").pattern() is None
