"""Checks: what is refused at save, how a roll is read, what bands cover (DC-1, DC-3, DI-G6)."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.checks import Check, check_faults, check_warnings, look_up, read_check
from worldbook.rules.dice import law_of, read_dice


def band(low, high, label="some", outcome="It happens."):
    ends = {"from": low, "to": high}
    told = {name: end for name, end in ends.items() if end is not None}
    return {**told, "label": label, "outcome": outcome}


def row(dice, *bands, reading="total", comparison="absolute", variable=""):
    return {
        "key": "luck",
        "dice": dice,
        "reading": reading,
        "comparison": comparison,
        "variable": variable,
        "bands": list(bands),
    }


def codes(check):
    return [(fault.path, fault.code) for fault in check_faults(check)]


@pytest.mark.spec("DC-3", "DI-G6")
@pytest.mark.parametrize(
    ("check", "expected"),
    [
        (row("2d6", band(2, 6), band(7, 12)), []),
        (row("2d6", band(None, 6), band(7, None)), []),
        (row("2d6*2", band(4, 12), band(14, 24)), []),
        (row("2d6kx", band(2, 12)), [("dice", "bad_dice")]),
        (row("2d6"), [("bands", "no_bands")]),
        (row("2d6", band(2, 12, label=" ")), [("bands[0].label", "empty")]),
        (row("2d6", band(2, 12, outcome="")), [("bands[0].outcome", "empty")]),
        (row("2d6", {"from": 2, "to": 12}), [("bands[0].label", "missing")]),
        (row("2d6", band(2, 6.5)), [("bands[0].to", "not_whole")]),
        (row("2d6", band(12, 2)), [("bands[0]", "ends_before")]),
        (row("2d6", {**band(2, 12), "odds": 1}), [("bands[0].odds", "unknown_field")]),
        (row("2d6", band(2, 7), band(7, 12)), [("bands[1]", "overlap")]),
        (row("2d6", band(None, 7), band(None, 12)), [("bands[1]", "overlap")]),
        (row("2d6", band(2, 6), band(8, 12)), [("bands", "uncovered")]),
        (row("1d6x", band(1, 100)), [("bands", "uncovered")]),
        (row("1d6x", band(1, None)), []),
        (row("1d6x", band(1, 5), band(7, None)), []),
        (row("4dFx<0", band(-100, 4)), [("bands", "uncovered")]),
        (row("5d6", band(5, 30), reading="successes"), [("dice", "counts_nothing")]),
        (row("5d6cs>=5", band(0, 1), band(2, 5), reading="successes"), []),
        (row("2d6", band(2, 12), comparison="near"), [("comparison", "unknown_value")]),
        (row("2d6", band(20, 30), comparison="over"), []),
        (row("2d6", band(20, 30), variable="luck"), []),
        ({**row("2d6"), "bands": {}}, [("bands", "not_list")]),
        ({**row("2d6"), "bands": [7]}, [("bands[0]", "not_object")]),
        ({**row("2d6", band(2, 12)), "dice": 7}, [("dice", "bad_dice")]),
    ],
)
def test_what_is_wrong_with_a_check_is_said_at_its_place(check, expected):
    assert codes(check) == expected
    assert all(fault.refusal("check").reason for fault in check_faults(check))


@pytest.mark.spec("DC-3")
def test_values_that_no_band_covers_are_named():
    (fault,) = check_faults(row("2d6", band(3, 5), band(9, 10)))
    assert fault.values["values"] == "2, 6–8, 11–12"
    (endless,) = check_faults(row("1d6x", band(2, 20)))
    assert endless.values["values"].startswith("1, 21–23, 25–29")


@pytest.mark.spec("DI-G6")
def test_bands_that_nothing_reaches_are_warned_of():
    check = row("2d6*2", band(None, 3), band(4, 24), band(25, 25), band(26, None))
    assert [fault.path for fault in check_warnings(check)] == ["bands[0]", "bands[2]", "bands[3]"]
    assert codes(check) == []
    odd = row("2d6*2", band(4, 4), band(5, 5), band(6, 24))
    assert [fault.path for fault in check_warnings(odd)] == ["bands[1]"]
    assert check_warnings(row("2d6", band(50, 60), comparison="over")) == ()


@pytest.mark.spec("DC-1")
def test_a_roll_is_read_absolute_over_or_under():
    bands = (band(None, -1, "no"), band(0, 4, "yes"), band(5, None, "well"))

    def read(comparison, total, **given):
        check = read_check(row("2d6", *bands, comparison=comparison))
        return look_up(check, total, **given)

    assert read("absolute", 4).band.label == "yes"
    over = read("over", 9, target=7, added=[Decimal("2.9"), -1])
    assert (over.value, over.looked_up, over.band.label) == (10, 3, "yes")
    under = read("under", 9, target=7)
    assert (under.value, under.looked_up, under.band.label) == (9, -2, "no")
    assert read("over", 9, target=3).band.label == "well"
    assert read("absolute", 4, added=[Decimal("-0.5")]).value == 3
    assert read("over", 9).code == "needs_target"
    assert read("absolute", 9, target=7).code == "no_target"


@pytest.mark.spec("DC-3")
def test_a_value_that_no_band_covers_is_an_error_when_rolled():
    check = read_check(row("1d20", band(0, 5), comparison="over"))
    assert isinstance(check, Check)
    refusal = look_up(check, 20, target=10)
    assert (refusal.code, refusal.detail) == ("no_band", {"value": 10})


EXPRESSIONS = st.sampled_from(["2d6", "1d20+3", "4dF", "3d4kh2", "2d4*3", "5d6cs>=5", "(1d6-3)*2"])
CUTS = st.lists(st.integers(-8, 26), max_size=4, unique=True).map(sorted)


@pytest.mark.spec("DC-3", "DI-G6")
@settings(max_examples=150)
@given(EXPRESSIONS, CUTS, st.integers(0, 3))
def test_a_check_is_whole_just_when_every_value_has_one_band(dice, cuts, left_out):
    edges = [None, *cuts, None]
    bands = [
        band(low, None if high is None else high - 1, str(n))
        for n, (low, high) in enumerate(pairwise(edges))
        if n != left_out or not cuts
    ]
    check = row(dice, *bands)
    values = law_of(read_dice(dice)).weights
    covered = [
        [b for b in bands if b.get("from", -99) <= value <= b.get("to", 99)] for value in values
    ]
    assert codes(check) == ([] if all(covered) else [("bands", "uncovered")])
    unreached = [n for n, b in enumerate(bands) if not any(b in found for found in covered)]
    assert [fault.path for fault in check_warnings(check)] == [f"bands[{n}]" for n in unreached]
