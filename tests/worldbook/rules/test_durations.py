import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.durations import UNITS, format_duration, parse_duration
from worldbook.rules.refusal import Refusal


@pytest.mark.spec("CO-2")
@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("2d 6h", 194_400_000),
        ("2d6h", 194_400_000),
        ("1w", 604_800_000),
        ("90m", 5_400_000),
        ("1w 1d 1h 1m 1s", 694_861_000),
        ("0s", 0),
    ],
)
def test_durations(text, milliseconds):
    assert parse_duration(text) == milliseconds


@pytest.mark.spec("CO-2")
@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "6h 2d", "1d 1d", "-1d", "1.5h", "2 d", "2", "d", "2y", "2D", "٣d", "1d,1h"),
        *("9" * 70 + "s", 5, None, True, ["1d"]),
    ],
)
def test_what_is_no_duration(text):
    found = parse_duration(text)
    assert isinstance(found, Refusal)
    assert found.code == "not_duration"


@given(st.integers(0, 10**12))
def test_what_is_written_is_read_back(seconds):
    milliseconds = seconds * 1000
    text = format_duration(milliseconds)
    assert parse_duration(text) == milliseconds
    parts = text.split()
    assert [part[-1] for part in parts] == [unit for unit in UNITS if unit in text]
