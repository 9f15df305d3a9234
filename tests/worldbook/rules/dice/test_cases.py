"""The vectors of the dice language (../../vectors/README.md) and what else must be so for each."""

import json
import time
from pathlib import Path

import pytest

from worldbook.rules.dice import Dice, read_dice
from worldbook.rules.refusal import Refusal

CASES = json.loads((Path(__file__).parents[2] / "vectors" / "dice_cases.json").read_text("utf-8"))


@pytest.mark.spec("DI-G1", "DI-G4")
@pytest.mark.parametrize("case", CASES["accept"], ids=lambda case: case["expr"])
def test_what_is_to_be_accepted_has_these_bounds(case):
    dice = read_dice(case["expr"])
    assert isinstance(dice, Dice)
    assert (dice.low, dice.high) == (case["min"], case["max"])
    again = read_dice(dice.canonical)
    assert (again.canonical, again.low, again.high) == (dice.canonical, dice.low, dice.high)


@pytest.mark.spec("DI-G2", "DI-G3")
@pytest.mark.parametrize("text", CASES["refuse"], ids=lambda text: text[:20])
def test_what_is_to_be_refused_is_refused_fast_and_with_its_place(text):
    began = time.thread_time()
    refusal = read_dice(text)
    assert time.thread_time() - began < 0.1
    assert isinstance(refusal, Refusal)
    assert 0 <= refusal.detail["at"] <= len(text)
    assert refusal.reason


REFUSED = {
    "": ("empty", 0),
    "# only a comment": ("empty", 0),
    "1d6r": ("reroll_how", 3),
    "1d6r<2": ("reroll_how", 3),
    "4d6>7": ("count_how", 3),
    "5d10 >= 7": ("count_how", 5),
    "-1d6x": ("bracket_term", 1),
    "5 - -4d6kh3": ("bracket_term", 5),
    "-{1d6,1d8}kh1": ("bracket_term", 1),
    "4d6kh-1": ("negative_count", 5),
    "4d6kh - 1": ("negative_count", 6),
    "4d6kh 3": ("count_missing", 6),
    "2d20khmin10": ("count_missing", 6),
    "4d6kh0": ("zero_count", 5),
    "4d6d4": ("drop_count", 3),
    "1d6d4": ("drop_count", 3),
    "4d6d": ("count_missing", 4),
    "2d6dF": ("dice_of_dice", 4),
    "4d6z": ("unknown_suffix", 3),
    "4d6cf<=1": ("cf_alone", 3),
    "4d6cs>=5kh1": ("after_count", 8),
    "4d6cs>=5cf<=1cf=2": ("after_count", 13),
    "4d6cs8": ("compare_missing", 5),
    "4d6mi": ("number_missing", 5),
    "4d6ro==2": ("bad_compare", 5),
    "4d6x!!": ("explode_twice", 4),
    "{4d6}x": ("only_keep", 5),
    "(4d6)kh3": ("only_dice", 5),
    "kh3": ("only_dice", 0),
    "d": ("no_sides", 0),
    "1d-6": ("no_sides", 0),
    "6d0": ("zero_sides", 2),
    "0d6": ("zero_dice", 0),
    "1d10001": ("too_many_sides", 2),
    "1001d6": ("too_many_dice", 0),
    "600d6+{401d6,1d4}kh1": ("too_many_dice", 7),
    "4 d6": ("broken_term", 2),
    "4d6 2": ("operator_missing", 4),
    "2(3)": ("operator_missing", 1),
    "1,000d6": ("thousands", 0),
    "1_000": ("thousands", 0),
    "2d6,5": ("thousands", 3),
    "1.5": ("fraction", 0),
    "1e3": ("exponent", 0),
    "2^3": ("exponent", 0),
    "2**3": ("exponent", 2),
    "0xFF": ("hexadecimal", 0),
    "+5": ("unary_plus", 0),
    "1d6++": ("unary_plus", 4),
    "1+": ("value_missing", 2),
    "()": ("value_missing", 1),
    "{1,}": ("value_missing", 3),
    "(1": ("not_closed", 0),
    "{1": ("not_closed", 0),
    "1[x": ("not_closed", 1),
    "1)": ("not_opened", 1),
    "1[ ]": ("label_empty", 1),
    "1[a][b]": ("label_twice", 4),
    "4d6[fire]kh3": ("label_first", 9),
    "1$": ("unexpected", 1),
    "fire": ("unexpected", 0),
    "d1!": ("endless", 0),
    "1+d6x>=1": ("endless", 2),
    "1d6rr<=6": ("endless", 0),
    "1d6!!<9": ("endless", 0),
    "1d6mi3rr<=6": ("endless", 0),
    "1/0": ("division_by_zero", 1),
    "5%(1d3-2)": ("division_by_zero", 1),
    "2*1d6/(1d2-1)": ("division_by_zero", 5),
    "1/(1d6x-7)": ("division_by_zero", 1),
    "1/(1d6x-100)": ("division_by_zero", 1),
    "1000d10000/2": ("too_large", 10),
    "1d1000%(1d1001)": ("too_large", 6),
    "1d2x%1000": ("too_large", 4),
    "(" * 21 + "1" + ")" * 21: ("too_deep", 20),
    "1" * 201: ("too_long", 200),
    "ﷺ" * 12: ("too_long", 11),
}


@pytest.mark.spec("DI-G2", "DI-G3", "DI-G4")
@pytest.mark.parametrize(("text", "expected"), REFUSED.items(), ids=lambda v: str(v)[:24])
def test_each_mistake_has_its_name_and_place(text, expected):
    refusal = read_dice(text)
    assert isinstance(refusal, Refusal), refusal
    assert (refusal.code, refusal.detail["at"]) == expected


@pytest.mark.spec("DI-G2")
def test_hints_say_what_to_write():
    for text, hint in {
        "1d6r<2": "ro<2 or rr<2",
        "5d10>7": "cs>7",
        "-1d6x": "-(1d6x)",
        "4d6kh-1": "kh1",
        "4d6cs8": "cs>=8",
        "4d6ro=>2": ">=2",
        "2d20khmin10": "kh1",
    }.items():
        assert hint in read_dice(text).reason


@pytest.mark.spec("DI-G3")
@pytest.mark.parametrize(
    "text",
    [
        "-" * 199 + "1",
        "(" * 20 + "1" + ")" * 20,
        "{" * 20 + "1d6" + "}" * 20,
        "1" + "+1" * 99,
        "9" * 99 + "*" + "9" * 99,
        "1d6" + "mi2" * 65,
        "1d2ro<2" + "ro<2" * 48,
    ],
)
def test_whatever_is_within_the_bounds_is_read(text):
    assert isinstance(read_dice(text), Dice)


@pytest.mark.spec("DI-G3")
@pytest.mark.parametrize(
    "text",
    [
        "(" * 200,
        "-" * 200,
        "{" * 100 + "}" * 100,
        "1d6[" * 50,
        "d" * 200,
        "1/" * 100,
        "1d6rr<2" * 28,
        "(1d1000*1d1000)/(1d1000*2)",
        "1d1000*1d1000*1d1000/1d6",
        "1000d10000/1",
        "999d10000x/2",
        "d10000x/(d10000x-d10000)",
        "\x00",
        "1d6\x00",
        "🎲" * 200,
        "½",
    ],
)
def test_whatever_is_beyond_them_is_refused_in_a_tenth_of_a_second(text):
    began = time.thread_time()
    refusal = read_dice(text)
    assert isinstance(refusal, Refusal)
    assert time.thread_time() - began < 0.1


def test_only_texts_are_read():
    for value in (None, 6, ["1d6"], {"a": 1}, True):
        assert read_dice(value).code == "not_text"
