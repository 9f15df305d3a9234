import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.scripts import is_unspaced
from worldbook.rules.tokens import counter_for, estimate

UNSPACED = st.one_of(
    st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF),
    st.characters(min_codepoint=0x3400, max_codepoint=0x4DBF),
    st.characters(min_codepoint=0x3041, max_codepoint=0x30FF),
    st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3),
    st.characters(min_codepoint=0x0E01, max_codepoint=0x0E3A),
    st.characters(min_codepoint=0x20000, max_codepoint=0x2A6DF),
    st.sampled_from("，。！？；：「」『』（）《》、"),
)
O200K, CL100K = counter_for("gpt-4o"), counter_for("gpt-4")


@pytest.mark.spec("WB-32")
@given(st.lists(UNSPACED, max_size=20).map("".join))
def test_the_estimate_never_undercounts_cjk(text):
    assert estimate(text) >= max(O200K(text), CL100K(text), len(text))


@pytest.mark.spec("WB-32")
def test_no_single_unspaced_or_wide_character_is_undercounted():
    codes = (*range(0x0E01, 0xD7FF), *range(0xF900, 0xFFFD), *range(0x1F000, 0x20100))
    chars = [char for code in codes if unicodedata.category(char := chr(code)) != "Cn"]
    wide = [
        char for char in chars if is_unspaced(char) or unicodedata.east_asian_width(char) in "WF"
    ]
    under = [char for char in wide if estimate(char) < max(O200K(char), CL100K(char))]
    assert len(wide) > 40_000
    assert under == []


@pytest.mark.spec("WB-32")
@pytest.mark.parametrize(
    "text",
    [
        "The guard at the north tower will not open the gate without the written order.",
        "北塔的守卫在夜里不会开门，除非你有摄政王亲笔写的命令。铜钥匙不够。",
        "北塔の番人は夜に門を開けない。",
        "북쪽 탑의 경비병은 밤에 문을 열지 않는다.",
        "Страж северной башни не откроет ворота.",
    ],
)
def test_the_estimate_is_near_the_known_tokenizers(text):
    assert CL100K(text) <= estimate(text) <= 2.2 * max(CL100K(text), O200K(text))


@pytest.mark.spec("WB-32")
@pytest.mark.parametrize(
    ("name", "counter"),
    [
        ("gpt-4o-mini", O200K),
        ("openai/gpt-4.1", O200K),
        ("GPT-5", O200K),
        ("o3-mini", O200K),
        ("storyteller", O200K),
        ("gpt-4-0613", CL100K),
        ("gpt-3.5-turbo", CL100K),
        ("qwen2.5-7b-instruct", estimate),
        ("o1000", estimate),
        ("", estimate),
    ],
)
def test_counters_by_model(name, counter):
    assert counter_for(name) is counter


def test_half_of_a_pair_is_counted():
    assert O200K("\ud800x") > 0
    assert estimate("\ud800x") > 0
    assert estimate("") == O200K("") == 0
