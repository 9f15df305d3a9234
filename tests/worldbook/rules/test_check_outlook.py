"""How likely a check's results are, as they are drawn (DC-5)."""

import pytest

from worldbook.rules.check_outlook import MOST_BARS, Bar, outlook
from worldbook.rules.checks import Band
from worldbook.rules.dice import law_of, read_dice

FAILS, WORKS = Band(None, -1, "fails", "No."), Band(0, None, "works", "Yes.")


def looked(dice, bands, *given, **named):
    return outlook(law_of(read_dice(dice)), bands, *given, **named)


@pytest.mark.spec("DC-5")
def test_each_result_stands_in_its_band_over_or_under_a_target():
    over = looked("1d4", (FAILS, WORKS), "over", 4, 1)
    assert over.bars == (
        Bar(-2, -2, 0.25, 0),
        Bar(-1, -1, 0.25, 0),
        Bar(0, 0, 0.25, 1),
        Bar(1, 1, 0.25, 1),
    )
    assert (over.shares, over.uncovered, over.mean) == ((0.5, 0.5), 0, 3.5)
    under = looked("1d4", (FAILS, WORKS), "under", 1)
    assert under.shares == (0.75, 0.25)


@pytest.mark.spec("DC-5")
def test_what_no_band_covers_and_what_is_deeper_is_told_apart():
    some = looked("1d6x", (Band(1, 3, "low", "."),), "absolute")
    assert (some.shares, some.mean) == ((0.5,), None)
    assert some.tail == 6**-11
    assert abs(some.uncovered + some.tail - 0.5) < 1e-15
    assert some.bars[-1].band is None


@pytest.mark.spec("DC-5")
def test_very_many_results_are_drawn_as_neighbours_of_one_band():
    bands = (Band(None, 500, "low", "."), Band(501, None, "high", "."))
    many = looked("1d1000", bands, "absolute")
    assert len(many.bars) <= MOST_BARS + 1
    assert abs(sum(bar.share for bar in many.bars) - 1) < 1e-12
    assert all((bar.high <= 500) == (bar.band == 0) for bar in many.bars)
