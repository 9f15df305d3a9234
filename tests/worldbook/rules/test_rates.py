"""Rates as settings name them."""

import pytest

from worldbook.rules.rates import parse_rate


def test_rates():
    assert parse_rate("60/hour") == (60, 3600)
    assert parse_rate("1/s") == (1, 1)
    assert parse_rate("5/day") == (5, 86_400)


@pytest.mark.parametrize("rate", ["", "60", "60/", "60/fortnight", "many/hour"])
def test_what_is_no_rate(rate):
    with pytest.raises(ValueError, match=r"rate|literal"):
        parse_rate(rate)
