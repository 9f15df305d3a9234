"""Key ids: unicode slugs, each once (WB-3, WB-6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.formats.ids import KeyIds, slug


@pytest.mark.spec("WB-3")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The North Tower", "the-north-tower"),
        ("北塔 / 铜钥匙", "北塔-铜钥匙"),
        ("Ёлка é", "ёлка-é"),
        ("  --a__b--  ", "a-b"),
        ("हिन्दी", "हिन्दी"),
        ("<b>&\"'", "b"),
        ("!!!", ""),
        ("x" * 200, "x" * 80),
    ],
)
def test_slugs(text, expected):
    assert slug(text) == expected


@pytest.mark.spec("WB-6")
def test_ids_are_given_once():
    ids = KeyIds()
    assert [ids.take("gate") for _time in range(3)] == ["gate", "gate-2", "gate-3"]
    assert [ids.take("e7", numbered=True) for _time in range(3)] == ["e7", "f7", "g7"]
    assert [ids.take("a1") for _time in range(2)] == ["a1", "a1-2"]


@pytest.mark.spec("WB-6")
@settings(deadline=None)
@given(st.lists(st.sampled_from(["a", "a-2", "e1", "y1", "x" * 120]), max_size=30), st.booleans())
def test_no_two_are_equal_and_all_fit_their_column(wanted, numbered):
    ids = KeyIds()
    given_out = [ids.take(text, numbered=numbered) for text in wanted]
    assert len(set(given_out)) == len(wanted)
    assert all(len(text) <= 120 for text in given_out)
