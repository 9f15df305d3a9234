"""What is reckoned of an expression as it is: explosions ten deep, bounds, lists, how far it goes."""

from fractions import Fraction

import pytest

from worldbook.rules.dice import law_of, read_dice, told
from worldbook.rules.dice.pool_law import pool_law
from worldbook.rules.dice.tree import Pool


@pytest.mark.spec("DI-G4")
def test_explosions_are_followed_ten_deep():
    rows = told(law_of(read_dice("1d6x")))
    assert rows[:7] == [[n, "1/6"] for n in range(1, 6)] + [[7, "1/36"], [8, "1/36"]]
    assert rows[-2] == [65, f"1/{6**11}"]
    assert rows[-1] == ["tail", f"1/{6**11}"]
    assert told(law_of(read_dice("1d6!!"))) == rows
    assert ["tail", f"1/{6**11}"] not in told(law_of(read_dice("1d6xo")))


@pytest.mark.spec("DI-G4")
@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("1d6x", (1, None)),
        ("4d6xkh3", (3, 18)),
        ("1d6xkh20", (1, 120)),
        ("4d6xdl1", (3, None)),
        ("5d10xcs>=8", (0, None)),
        ("4dFx<0", (None, 4)),
        ("1d6x-1d6x", (None, None)),
        ("1d6x*0", (0, 0)),
        ("1d6x/2", (0, None)),
        ("100/1d6x", (0, 100)),
        ("-1/1d6x", (-1, -1)),
        ("{1d6x,1d8}kl1", (1, 8)),
        ("1d6ma4x", (1, 4)),
        ("1d6mi6x", (7, None)),
        ("1d2!!ma1000", (1, 1000)),
        ("1000d10000", (1000, 10**7)),
        ("500d6xkh300", (300, 1800)),
        ("1d10000rr<10000", (10000, 10000)),
    ],
)
def test_an_explosion_without_an_end_has_no_bound(text, bounds):
    dice = read_dice(text)
    assert (dice.low, dice.high) == bounds


@pytest.mark.spec("DI-G4")
def test_totals_are_listed_up_to_ten_thousand():
    assert list(read_dice("2d6*2").support()) == list(range(4, 25, 2))
    assert read_dice("999d11+1d10").support().size == 10_000
    assert read_dice("1000d11").support() is None
    assert read_dice("1d6x").support() is None


@pytest.mark.spec("DI-G4")
@pytest.mark.parametrize(
    "text", ["100d10", "1000d1", "500d2", "333d3", "10d100", "1d1000", "50d10+25d20"]
)
def test_a_thousand_faces_without_keep_are_reckoned(text):
    law = law_of(read_dice(text))
    assert law.mass == law.den
    dice = read_dice(text)
    assert (min(law.weights), max(law.weights)) == (dice.low, dice.high)
    mean = sum(value * weight for value, weight in law.weights.items())
    assert mean * 2 == (dice.low + dice.high) * law.den


@pytest.mark.spec("DI-G4")
@pytest.mark.parametrize(
    "text",
    [
        "20d20kh10",
        "20d6dl5",
        "20d100kh3",
        "20d10x",
        "20d6!!",
        "20d6xkh10",
        "20d10xdl5",
        "20d8dh4dl4",
    ],
)
def test_twenty_dice_with_keep_drop_or_explosion_are_reckoned(text):
    law = law_of(read_dice(text))
    assert 0 <= law.tail < law.den // 10**5
    assert sum(law.weights.values()) + law.tail == law.den


def partial_mean(text):
    """The mean over what is followed to its end, with deeper explosions left out."""
    law = law_of(read_dice(text))
    return sum(Fraction(value * weight, law.den) for value, weight in law.weights.items())


@pytest.mark.spec("DI-G4")
@pytest.mark.parametrize("dice", ["20d6", "20d10x", "20d6xo", "20d4!!", "12d6x>=5", "5d4ro<2x"])
@pytest.mark.parametrize(("keep", "drop"), [("kh5", "dh5"), ("kl4", "dl4")])
def test_what_is_kept_and_what_is_dropped_add_up_to_all(dice, keep, drop):
    parts = partial_mean(dice + keep) + partial_mean(dice + drop)
    assert parts == partial_mean(dice)


@pytest.mark.spec("DI-G4")
def test_what_is_too_large_has_no_law_and_still_bounds():
    dice = read_dice("1000d10000kh500")
    assert law_of(dice) is None
    assert (dice.low, dice.high) == (500, 5_000_000)


def test_one_die_kept_of_many_follows_from_powers():
    pool = read_dice("897d2kh1").root
    assert isinstance(pool, Pool)
    law = pool_law(pool)
    assert Fraction(law.weights[1], law.den) == Fraction(1, 2**897)


@pytest.mark.spec("DI-G1", "DI-G4")
@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("2d2xo>=0kh1", [[1, "1/16"], [2, "15/16"]]),
        ("1d2xo>0cs<2", [[0, "1/4"], [1, "1/2"], [2, "1/4"]]),
        ("1d1xo>=1", [[2, "1/1"]]),
        ("1d3mi4x>3kl1", [[1, "1/3"], [2, "1/3"], [3, "1/3"]]),
        ("1d3mi4x>3dh1", [[1, "1/3"], [2, "1/3"], [3, "1/3"]]),
        ("1d10000ro<5000ro<500", None),
    ],
)
def test_dice_that_always_explode_and_those_that_do_so_only_once(text, rows):
    dice = read_dice(text)
    law = law_of(dice)
    assert rows is None or told(law) == rows
    assert list(dice.support()) == sorted(law.weights)
    assert (dice.low, dice.high) == (min(law.weights), max(law.weights))


@pytest.mark.spec("DI-G4")
def test_a_remainder_of_an_explosion_is_known_where_every_remainder_comes():
    for text, values in (("1d6x%4", range(4)), ("1d6x%-3", range(-2, 1)), ("1d6x%1", range(1))):
        dice = read_dice(text)
        assert list(dice.support()) == list(values)
        assert law_of(dice).tail
    for text in ("1d6x%1000", "10%1d6x"):
        assert read_dice(text).code == "too_large"


@pytest.mark.spec("DI-G4")
@pytest.mark.parametrize(
    "text", ["20d6xkh5kl2", "20d6xkl5kh2", "20d6kh5mi2kl3", "20d12xkh10kl3dh1"]
)
def test_keeps_after_each_other_of_twenty_dice(text):
    assert law_of(read_dice(text)).mass
