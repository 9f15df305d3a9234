"""Whole numbers as addresses bring them."""

import pytest

from worldbook.rules.numbers import LARGEST, whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        (str(LARGEST), LARGEST),
        ("0" * 9_000 + "12", 12),
        (str(LARGEST + 1), None),
        ("1" * 9_000, None),
        *((text, None) for text in ("", "-1", "1.5", " 1", "²", "٣", "1\n")),
    ],
)
def test_digits_are_a_number_up_to_the_largest(text, number) -> None:
    assert whole_number(text) == number


def test_a_caller_may_want_less() -> None:
    assert (whole_number("5", 5), whole_number("6", 5)) == (5, None)
