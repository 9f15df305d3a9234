"""What is thrown: every die and what happened to it (DI-G1, DI-G3, DI-G5)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldbook.rules.dice.test_laws import EXPRESSIONS
from worldbook.rules.dice import Dice, law_of, read_dice, roll, seeded


def thrown(text, *faces):
    """A roll whose throws show given faces of 1…sides (for F: −1, 0, 1)."""
    dice = read_dice(text)
    shown = list(faces)

    def draw(below):
        return shown.pop(0) - 1 if below != 3 or "f" not in dice.canonical else shown.pop(0) + 1

    rolled = roll(dice, draw)
    assert shown == [], "every face is thrown"
    return rolled


def told(rolled):
    return [
        {
            name: value
            for name, value in die.to_json().items()
            if name not in ("sides", "kept") or (name == "kept" and not value)
        }
        for die in rolled.dice
    ]


@pytest.mark.spec("DI-G1", "DI-G5")
def test_the_highest_are_kept_and_the_first_of_equal_ones():
    rolled = thrown("4d6kh2", 3, 5, 3, 1)
    assert [die.kept for die in rolled.dice] == [True, True, False, False]
    assert rolled.total == 8


@pytest.mark.spec("DI-G1", "DI-G5")
def test_rerolls_remember_what_was_shown():
    assert told(thrown("2d6ro<3", 1, 5, 2)) == [{"value": 2, "rerolled": [1]}, {"value": 5}]
    assert told(thrown("1d6rr<3", 1, 2, 2, 4)) == [{"value": 4, "rerolled": [1, 2, 2]}]


@pytest.mark.spec("DI-G1", "DI-G5")
def test_explosions_join_the_pool_and_compounds_stay_one_die():
    rolled = thrown("2d6x", 6, 2, 6, 3)
    assert told(rolled) == [
        {"value": 6, "exploded": [6]},
        {"value": 6, "exploded": [3]},
        {"value": 3},
        {"value": 2},
    ]
    assert rolled.total == 17
    assert told(thrown("2d6xo", 6, 6, 6, 1)) == [
        {"value": 6, "exploded": [6]},
        {"value": 6},
        {"value": 6, "exploded": [1]},
        {"value": 1},
    ]
    compound = thrown("1d6!!", 6, 6, 2)
    assert (told(compound), compound.total) == ([{"value": 14, "exploded": [6, 2]}], 14)
    kept = thrown("2d6xkh2", 6, 2, 5)
    assert (kept.total, told(kept)[-1]) == (11, {"value": 2, "kept": False})


@pytest.mark.spec("DI-G1", "DI-G5")
def test_steps_act_in_the_order_written_on_what_is_still_kept():
    assert thrown("2d6mi3ro<4", 1, 5, 2).total == 7
    assert thrown("2d6ro<4mi3", 1, 5, 2).total == 8
    assert thrown("3d6kh2ro<4", 6, 3, 1, 5).total == 11
    assert thrown("3d6cs>=5cf=1", 6, 5, 1).total == 1
    assert thrown("3d6kh2cs<=2", 6, 2, 1).total == 1


@pytest.mark.spec("DI-G1", "DI-G5")
def test_groups_drop_all_dice_of_a_member_and_labels_fall_on_dice():
    rolled = thrown("{2d6[cold],1d8+1}kh1[hit]", 6, 4, 3)
    assert (rolled.total, [die.kept for die in rolled.dice]) == (10, [True, True, False])
    assert [die.label for die in rolled.dice] == ["cold", "cold", "hit"]
    assert [die.label for die in thrown("(1d6+1d4[b])[a]", 1, 1).dice] == ["a", "b"]
    assert thrown("4dF", -1, 0, 1, 1).dice[0].sides == "F"


@pytest.mark.spec("DI-G1")
@pytest.mark.parametrize(
    ("text", "total"),
    [("7/2", 3), ("-7/2", -4), ("-(7/2)", -3), ("-7%3", 2), ("7%-3", -2), ("20*7/10", 14)],
)
def test_division_rounds_down(text, total):
    assert thrown(text).total == total


@pytest.mark.spec("DI-G3")
def test_after_a_thousand_further_throws_nothing_explodes_or_is_rerolled():
    dice = read_dice("1000d2x")
    rolled = roll(dice, lambda _below: 1)
    assert (len(rolled.dice), rolled.truncated) == (2000, True)
    assert not roll(dice, lambda _below: 0).truncated
    stuck = roll(read_dice("1d6rr<6+1d6"), lambda _below: 0)
    assert (stuck.total, stuck.truncated, len(stuck.dice[0].rerolled)) == (2, True, 1000)


@pytest.mark.spec("DI-G2", "DI-G3")
@pytest.mark.parametrize("divisor", ["1d2rr=1-1", "1d1xo-1", "2d1xo-2", "1d2!!=1-1"])
def test_a_divisor_is_brought_to_its_end_where_no_throws_are_left(divisor):
    dice = read_dice(f"500d10000rr<=9999*0+6/({divisor})")
    for seed in range(5):
        rolled = roll(dice, Random(seed).randrange)
        assert rolled.truncated
        assert dice.low <= rolled.total <= dice.high


@pytest.mark.spec("DI-G4", "DI-G5")
@settings(max_examples=150)
@given(EXPRESSIONS, st.integers(0, 2**32))
def test_a_roll_is_one_of_what_can_come(text, seed):
    dice = read_dice(text)
    if not isinstance(dice, Dice):
        return
    rolled = roll(dice, Random(seed).randrange)
    again = roll(read_dice(dice.canonical), Random(seed).randrange)
    assert (again.total, again.dice) == (rolled.total, rolled.dice)
    assert dice.low is None or dice.low <= rolled.total
    assert dice.high is None or rolled.total <= dice.high
    law = law_of(dice)
    assert rolled.total in law.weights or law.tail


@pytest.mark.spec("DI-G5")
def test_shares_of_rolls_are_near_their_law():
    dice, rolls = read_dice("4d6kh3"), 4000
    law, draw = law_of(dice), seeded("shares")
    counts = dict.fromkeys(law.weights, 0)
    for _ in range(rolls):
        counts[roll(dice, draw).total] += 1
    square = sum(
        (counts[value] - rolls * weight / law.den) ** 2 / (rolls * weight / law.den)
        for value, weight in law.weights.items()
    )
    assert square < 45, "chi-squared of 15 degrees of freedom, beyond one in ten thousand"


@pytest.mark.spec("DC-4", "DI-G5")
def test_the_same_words_give_the_same_rolls():
    dice = read_dice("20d20+1d10000")
    assert roll(dice, seeded("s", 3, 1)) == roll(dice, seeded("s", 3, 1))
    assert roll(dice, seeded("s", 3, 1)) != roll(dice, seeded("s", 3, 2))
    assert roll(dice, seeded("s", 31)) != roll(dice, seeded("s", 3, 1))
    draw = seeded("faces")
    assert {draw(6) for _ in range(200)} == set(range(6))
    assert draw(1) == 0
