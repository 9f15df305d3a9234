"""A name is one line in which something can be seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.one_line import MOST, Name, one_line
from worldbook.rules.storable import is_storable


@pytest.mark.parametrize("name", ["Mira", "米拉", "🗝", "A. B. O\u2019Neil", "ก้", "\u200bx", "-"])
def test_these_are_names(name: str) -> None:
    assert Name().problem(name) is None
    assert one_line(name) == name


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "empty"),
        (" \u3000", "empty"),
        ("\u200b\u2060", "empty"),
        ("a\nb", "not_one_line"),
        ("a\u2028b", "not_one_line"),
        ("a\x1b[31m", "not_one_line"),
        ("a\x00", "unstorable"),
        ("x" * (MOST + 1), "too_long"),
        (None, "not_text"),
    ],
)
def test_these_are_none(name: object, problem: str) -> None:
    found = Name().problem(name)
    assert found is not None
    assert found[0] == problem


@given(st.text(max_size=300).filter(is_storable))
def test_any_text_is_made_a_name_or_nothing(text: str) -> None:
    line = one_line(text)
    assert not line or Name().problem(line) is None
    assert one_line(line) == line
