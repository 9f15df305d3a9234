import math

import pytest

from worldbook.rules.storable import is_all_storable, storable


@pytest.mark.spec("WB-10")
@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("a\0b", "a\ufffdb"),
        ("\ud800 é", "\ufffd é"),
        ({"\0": [1, ("x", "\udfff")]}, {"\ufffd": [1, ["x", "\ufffd"]]}),
        ([math.inf, math.nan, 1.5], ["inf", "nan", 1.5]),
    ],
)
def test_what_no_database_takes_is_replaced(value, kept):
    assert not is_all_storable(value)
    assert storable(value) == kept
    assert is_all_storable(kept)


@pytest.mark.parametrize(
    "value",
    [None, "", "é 北 😀", r"\u0000", {"a": [True, 1, 1.5, None]}, ["NaN", "Infinity"], {1: 2}],
)
def test_everything_else_stays(value):
    assert is_all_storable(value)
    assert storable(value) == value
