"""Values read by what they say (WB-9a)."""

import pytest

from worldbook.rules.formats.coerce import as_bool, as_int, split_text


@pytest.mark.spec("WB-9a")
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("false", False),
        (" TRUE ", True),
        ("", False),
        ("0", False),
        (1, True),
        (0.0, False),
        (float("nan"), None),
        ("maybe", None),
        (None, None),
        ([], None),
    ],
)
def test_yes_and_no(value, expected):
    assert as_bool(value) is expected


@pytest.mark.spec("WB-9a")
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("4", 4),
        (" -4 ", -4),
        ("4.9", 4),
        ("1e3", 1000),
        (4.0, 4),
        (True, 1),
        ("inf", None),
        ("9" * 5000, None),
        (float("inf"), None),
        (None, None),
        ({}, None),
    ],
)
def test_whole_numbers(value, expected):
    assert as_int(value) == expected


@pytest.mark.spec("WB-9a")
@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a, b ,c", ["a", "b", "c"]),
        ("龙，剑", ["龙", "剑"]),
        ("/a,b/i, c", ["/a,b/i", "c"]),
        ("/home,/usr", ["/home", "/usr"]),
        (",,", []),
        ("", []),
        ("a,", ["a"]),
    ],
)
def test_one_text_with_commas(text, items):
    assert split_text(text) == items
