"""Bounds, totals and laws against the plain way of reckoning (brute.py), with shallow explosions."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.worldbook.rules.dice import brute
from worldbook.rules.dice import Dice, hands, law_of, pool_law, pool_reach, read_dice, worth

SIMPLE = ["", "mi2", "ma3", "ro<2", "ro=4", "rr=1", "rr>=4", "mi2ro<3"]
KEEPS = ["kh2", "kl1", "dh1", "dl1", "kh2dl1", "dh1dl1", "kh5", "dl5", "kl2kh1"]
BURSTS = ["xo", "xo>=3", "!!", "x", "x<2", "!!=3"]
COUNTS = ["cs>=3", "cs=4cf<=1", "cs<3cf>1"]


@pytest.fixture(scope="module", autouse=True)
def _shallow():
    """The plain way cannot follow explosions ten deep."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (worth, pool_law, hands, pool_reach):
            patch.setattr(module, "DEEPEST", brute.DEEP)
        yield


def shares(law):
    return {value: Fraction(weight, law.den) for value, weight in law.weights.items()}


def same(text):
    dice = read_dice(text)
    assert isinstance(dice, Dice), dice
    law, plain = law_of(dice), brute.law(dice.root)
    assert shares(law) == plain, text
    assert Fraction(law.tail, law.den) == 1 - sum(plain.values())
    return dice, law


def holds_for(dice, law):
    """What must be so of bounds and totals beside a law."""
    support = dice.support()
    if support is not None:
        assert set(support) == set(law.weights), dice.canonical
    if dice.low is not None and not law.tail:
        assert dice.low == min(law.weights), dice.canonical
    if dice.high is not None and not law.tail:
        assert dice.high == max(law.weights), dice.canonical


@pytest.mark.spec("DI-G1", "DI-G4")
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("burst", ["", *BURSTS[:2], "x>=4"])
def test_keeps_and_explosions_after_each_other(count, burst):
    for keep in ("", *KEEPS):
        dice, law = same(f"{count}d4{burst}{keep}")
        holds_for(dice, law)


@pytest.mark.spec("DI-G1", "DI-G4")
@pytest.mark.parametrize("before", SIMPLE)
@pytest.mark.parametrize("between", [*BURSTS, "kh2", "dl1"])
def test_steps_in_any_order(before, between):
    for after in ("ro<2", "mi3", "cs>=3cf=1", "kh1", "dh1", "kl2ro<2"):
        dice, law = same(f"2d4{before}{between}{after}")
        holds_for(dice, law)


@pytest.mark.spec("DI-G1", "DI-G4")
@pytest.mark.parametrize(
    "text",
    [
        "1d6",
        "3d6",
        "4dF",
        "2dFx",
        "2dFx<0",
        "2dFrr<0kh1",
        "d%",
        "adv",
        "dis+3",
        "4d6kh3",
        "4d6d1",
        "5d4cs>=3",
        "3d4kh2ro<3kh1",
        "3d4kh2x",
        "3d4xo kl2 cs>=3",
        "{2d4,1d6}kh1",
        "{2d4,1d6,1d8}kl2",
        "{1d4,1d4,1d6,2}dh1dl1",
        "{1d4x,1d6}kh1",
        "{2d4}",
        "{2d4,3}kh5",
        "2d4*1d6",
        "(2d4-3)*(1d6-2)",
        "2d6/1d4",
        "(1d6-4)/(1d3-4)",
        "(2d6-7)%3",
        "1d6%(1d3+1)-2*1d4",
        "7/-2+1d4",
        "-(1d6/4)",
        "-3d4",
        "5--1d4",
        "2d4[a]+(1d6[b]+1)[c]",
        "12345678901234567890*1d3",
    ],
)
def test_whole_expressions(text):
    dice, law = same(text)
    holds_for(dice, law)


POOLS = st.builds(
    "{}d{}{}".format,
    st.integers(1, 3),
    st.sampled_from(["2", "3", "4", "f"]),
    st.lists(st.sampled_from([*SIMPLE, *KEEPS, "xo", "!!=2", "x=2"]), max_size=3).map("".join),
)
TERMS = st.one_of(
    POOLS,
    st.integers(0, 12).map(str),
    st.lists(POOLS, min_size=1, max_size=3).map(lambda p: "{" + ",".join(p) + "}kh1"),
)
EXPRESSIONS = st.recursive(
    TERMS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/%"), inner).map("".join),
        inner.map("({})".format),
        inner.map("-({})".format),
    ),
    max_leaves=3,
)


@pytest.mark.spec("DI-G1", "DI-G4", "DI-G5")
@settings(max_examples=120)
@given(EXPRESSIONS)
def test_any_expression_has_the_law_of_the_plain_way(text):
    dice = read_dice(text)
    assume(isinstance(dice, Dice))
    law = law_of(dice)
    plain = brute.law(dice.root)
    assert shares(law) == plain
    holds_for(dice, law)
    again = read_dice(dice.canonical)
    assert again.canonical == dice.canonical
    assert shares(law_of(again)) == plain


@pytest.mark.spec("DI-G4")
@pytest.mark.parametrize("keep", ["kh1", "kh2", "kl1", "kl2"])
@pytest.mark.parametrize("burst", ["x<=2", "x=2", "x>=3", "xo<=2", "xo>=2", "xo"])
def test_what_can_be_kept_of_dice_that_explode_on_any_faces(burst, keep):
    for text in (f"2d4{burst}{keep}", f"2d4{burst}mi2{keep}", f"3d4{burst}{keep}"):
        dice, law = same(text)
        assert list(dice.support()) == sorted(law.weights), text
        assert (dice.low, dice.high) == (min(law.weights), max(law.weights)), text
