from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.instants import parse_instant
from worldbook.rules.times_of_day import in_window, next_time_of_day, read_time
from worldbook.rules.zones import DAY, HOUR, MINUTE, show, zone_of

BERLIN = zone_of("Europe/Berlin")


def ask(time, at, days_later=0, tz="Europe/Berlin"):
    zone = zone_of(tz)
    now = parse_instant(at, zone)
    return show(next_time_of_day(read_time(time), now, zone, days_later=days_later), zone)


@pytest.mark.spec("TM-7")
@pytest.mark.parametrize(
    ("text", "minutes"),
    [("00:00", 0), ("07:30", 450), ("23:59", 1439)]
    + [(it, None) for it in ("24:00", "7:30", "07:60", "07:30:00", "", None, 7, "０７:30")],
)
def test_a_time_of_the_day_is_two_digits_each(text, minutes):
    assert read_time(text) == (None if minutes is None else minutes * MINUTE)


@pytest.mark.spec("TM-7", "TM-3")
def test_the_next_time_of_the_day_is_strictly_after_now():
    assert ask("07:30", "2026-11-30T07:29") == "2026-11-30T07:30:00+01:00"
    assert ask("07:30", "2026-11-30T07:30") == "2026-12-01T07:30:00+01:00"
    assert ask("07:30", "2026-11-30T07:30", days_later=2) == "2026-12-03T07:30:00+01:00"
    assert ask("00:00", "2026-12-31T23:59:59") == "2027-01-01T00:00:00+01:00"


@pytest.mark.spec("TM-7", "TM-10")
def test_in_a_gap_it_is_the_next_instant_that_exists():
    assert ask("02:30", "2026-03-29T01:00") == "2026-03-29T03:00:00+02:00"
    assert ask("02:30", "2026-03-28T02:30") == "2026-03-29T03:00:00+02:00"
    assert ask("02:30", "2026-03-29T03:00") == "2026-03-30T02:30:00+02:00"
    assert ask("02:30", "2026-03-27T12:00", days_later=1) == "2026-03-29T03:00:00+02:00"


@pytest.mark.spec("TM-7", "TM-10")
def test_in_a_fold_it_is_the_first_or_the_second_where_the_first_is_past():
    assert ask("02:30", "2026-10-25T01:00") == "2026-10-25T02:30:00+02:00"
    assert ask("02:30", "2026-10-25T02:30+02:00") == "2026-10-25T02:30:00+01:00"
    assert ask("02:30", "2026-10-25T02:30+01:00") == "2026-10-26T02:30:00+01:00"
    assert ask("02:30", "2026-10-23T12:00", days_later=1) == "2026-10-25T02:30:00+02:00"


@pytest.mark.spec("TM-7")
def test_clocks_that_go_back_over_midnight_show_yesterdays_evening_again():
    at = "1990-10-28T00:00:30-02:30"
    assert ask("23:30", at, tz="America/St_Johns") == "1990-10-27T23:30:00-03:30"


@pytest.mark.spec("TM-7")
def test_the_time_stays_over_days_whatever_clocks_do():
    assert ask("08:00", "2026-03-27T12:00", days_later=3) == "2026-03-31T08:00:00+02:00"


@pytest.mark.spec("TM-7")
def test_in_window_also_over_midnight():
    night = {"from": "22:00", "to": "06:00", "days": ["fri"]}
    inside = [in_window(night, parse_instant(at, BERLIN), BERLIN) for at in (
        "2026-11-27T21:59", "2026-11-27T22:00", "2026-11-28T05:59", "2026-11-28T06:00",
        "2026-11-29T00:30",
    )]  # fmt: skip
    assert inside == [False, True, True, False, False]


ZONES = ("Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "UTC", "Asia/Kathmandu")
MOMENTS = st.integers(0, 2 * 366 * 24 * 60).map(
    lambda minutes: int(datetime(1989, 6, 1, tzinfo=UTC).timestamp()) * 1000 + minutes * MINUTE
)


@pytest.mark.spec("TM-7")
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(ZONES), MOMENTS, st.integers(0, 1439))
def test_it_is_the_first_instant_at_which_the_wall_shows_it_or_that_follows_a_gap(
    name, now, minutes
):
    zone = zone_of(name)
    found = next_time_of_day(minutes * MINUTE, now, zone)
    assert now < found <= now + DAY + 2 * HOUR
    first = now - now % MINUTE + MINUTE
    shown = [at for at in range(first, found + 1, MINUTE) if _shows(at, name, minutes)]
    if shown:
        assert shown == [found]
    else:
        before, after = (_local(at, name) for at in (found - MINUTE, found))
        assert after - before > timedelta(minutes=1)
        assert before < after.replace(hour=minutes // 60, minute=minutes % 60) < after


def _local(at, name):
    moment = datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=at)
    return moment.astimezone(ZoneInfo(name)).replace(tzinfo=None)


def _shows(at, name, minutes):
    local = _local(at, name)
    return (local.hour, local.minute) == divmod(minutes, 60)
