from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.calendar_validate import WEEKDAYS
from worldbook.rules.instants import parse_instant
from worldbook.rules.windows import day_inside, occurrence, window_fault
from worldbook.rules.zones import DAY, MINUTE, SECOND, day_of, show, zone_of


def ask(begin, end, at, tz="Europe/Berlin", days=None):
    window = {"from": begin, "to": end} | ({"days": days} if days else {})
    assert window_fault(window) is None
    zone = zone_of(tz)
    found = occurrence(window, parse_instant(at, zone), zone)
    told = [None if it is None else show(it, zone) for it in (found.begins, found.ends)]
    return found.inside, *told


@pytest.mark.spec("CA-4")
def test_a_window_over_midnight_belongs_to_the_day_on_which_it_begins():
    friday = ("2026-11-27T22:00:00+01:00", "2026-11-28T06:00:00+01:00")
    assert ask("22:00", "06:00", "2026-11-28T00:30", days=["fri"]) == (True, *friday)
    assert ask("22:00", "06:00", "2026-11-27T22:00", days=["fri"]) == (True, *friday)
    assert ask("22:00", "06:00", "2026-11-27T12:00", days=["fri"]) == (False, *friday)
    following = ("2026-12-04T22:00:00+01:00", "2026-12-05T06:00:00+01:00")
    for at in ("2026-11-28T06:00", "2026-11-28T22:30", "2026-11-29T00:30"):
        assert ask("22:00", "06:00", at, days=["fri"]) == (False, *following)


@pytest.mark.spec("CA-4")
def test_ends_are_exclusive_and_midnight_may_be_said_as_an_end():
    evening = ("2026-11-30T18:00:00+01:00", "2026-12-01T00:00:00+01:00")
    for end in ("24:00", "00:00"):
        assert ask("18:00", end, "2026-11-30T23:59:59.999") == (True, *evening)
        assert ask("18:00", end, "2026-12-01")[0] is False
    assert ask("00:00", "24:00", "2026-11-30")[1:] == (
        "2026-11-30T00:00:00+01:00",
        "2026-12-01T00:00:00+01:00",
    )


@pytest.mark.spec("CA-4")
def test_equal_times_are_the_24_wall_hours_that_begin_then():
    assert ask("12:00", "12:00", "2026-11-30T09:00") == (
        True,
        "2026-11-29T12:00:00+01:00",
        "2026-11-30T12:00:00+01:00",
    )
    assert ask("12:00", "12:00", "2026-10-24T13:00")[1:] == (
        "2026-10-24T12:00:00+02:00",
        "2026-10-25T12:00:00+01:00",
    )
    assert ask("12:00", "12:00", "2026-11-30T11:59", days=["mon"])[0] is False
    assert ask("12:00", "12:00", "2026-12-01T11:59", days=["mon"])[0] is True


@pytest.mark.spec("CA-4")
def test_in_a_fold_both_passes_count():
    first = ("2026-10-25T01:00:00+02:00", "2026-10-25T02:30:00+02:00")
    second = ("2026-10-25T02:00:00+01:00", "2026-10-25T02:30:00+01:00")
    assert ask("01:00", "02:30", "2026-10-25T00:00") == (False, *first)
    assert ask("01:00", "02:30", "2026-10-25T02:15+02:00") == (True, *first)
    assert ask("01:00", "02:30", "2026-10-25T02:45+02:00") == (False, *second)
    assert ask("01:00", "02:30", "2026-10-25T02:15+01:00") == (True, *second)
    whole = ("2026-10-25T01:00:00+02:00", "2026-10-25T04:00:00+01:00")
    assert ask("01:00", "04:00", "2026-10-25T02:15+01:00") == (True, *whole)


@pytest.mark.spec("CA-4")
def test_a_window_in_a_gap_has_no_occurrence_that_day():
    following = ("2026-03-30T02:15:00+02:00", "2026-03-30T02:45:00+02:00")
    assert ask("02:15", "02:45", "2026-03-29T01:00") == (False, *following)
    sunday = ("2026-04-05T02:15:00+02:00", "2026-04-05T02:45:00+02:00")
    assert ask("02:15", "02:45", "2026-03-28T12:00", days=["sun"]) == (False, *sunday)
    cut = ("2026-03-29T01:30:00+01:00", "2026-03-29T03:00:00+02:00")
    assert ask("01:30", "02:30", "2026-03-29T01:45") == (True, *cut)
    late = ("2026-03-29T03:00:00+02:00", "2026-03-29T04:00:00+02:00")
    assert ask("02:30", "04:00", "2026-03-29T01:59") == (False, *late)


@pytest.mark.spec("CA-4")
def test_a_day_that_a_zone_left_out():
    night = ("2011-12-31T00:00:00+14:00", "2011-12-31T06:00:00+14:00")
    at = "2011-12-31T00:30"
    assert ask("22:00", "06:00", at, "Pacific/Apia", days=["fri"]) == (True, *night)
    assert ask("08:00", "12:00", at, "Pacific/Apia", days=["fri"])[1] == "2012-01-06T08:00:00+14:00"


@pytest.mark.spec("CA-4")
def test_clocks_that_go_back_over_midnight():
    zone, night = "America/St_Johns", "1990-10-28"
    first = (f"{night}T00:00:00-02:30", "1990-10-27T23:01:00-03:30")
    again = ("1990-10-27T23:01:00-03:30", f"{night}T00:00:00-03:30")
    assert ask("00:00", "24:00", f"{night}T00:00:30-02:30", zone) == (True, *first)
    assert ask("00:00", "24:00", "1990-10-27T23:30-03:30", zone) == (True, *again)
    assert ask("00:00", "00:01", "1990-10-27T12:00", zone) == (False, *first)


@pytest.mark.spec("CA-4")
@pytest.mark.parametrize(
    ("window", "path", "code"),
    [
        (None, "", "not_object"),
        ({"from": "22:00"}, "to", "missing"),
        ({"from": "24:00", "to": "06:00"}, "from", "not_time"),
        ({"from": "22:00", "to": "24:01"}, "to", "not_time"),
        ({"from": "9:00", "to": "10:00"}, "from", "not_time"),
        ({"from": "09:60", "to": "10:00"}, "from", "not_time"),
        ({"from": 9, "to": "10:00"}, "from", "not_time"),
        ({"from": "09:00", "to": "10:00", "days": []}, "days", "empty"),
        ({"from": "09:00", "to": "10:00", "days": ["Fri"]}, "days[0]", "unknown_value"),
        ({"from": "09:00", "to": "10:00", "on": []}, "on", "unknown_field"),
    ],
)
def test_what_is_no_window(window, path, code):
    fault = window_fault(window)
    assert (fault.path, fault.code) == (path, code)


ZONES = {
    "Europe/Berlin": (2026, 3, 29, 2026, 10, 25),
    "America/New_York": (2026, 3, 8, 2026, 11, 1),
    "Australia/Lord_Howe": (2026, 4, 5, 2026, 10, 4),
    "Asia/Shanghai": (1990, 4, 15, 1990, 9, 16),
    "Pacific/Apia": (2011, 12, 29, 2012, 4, 1),
    "America/St_Johns": (1990, 4, 1, 1990, 10, 28),
}
TIMES = st.integers(0, 47).map(lambda half: f"{half // 2:02}:{half % 2 * 30:02}")
WINDOWS = st.fixed_dictionaries(
    {"from": TIMES, "to": TIMES | st.just("24:00")},
    optional={"days": st.lists(st.sampled_from(WEEKDAYS), min_size=1, max_size=4)},
)


@st.composite
def moments(draw):
    """A zone, and an instant within two days of a jump of its clocks."""
    name = draw(st.sampled_from(sorted(ZONES)))
    jumps = ZONES[name]
    year, month, day = jumps[:3] if draw(st.booleans()) else jumps[3:]
    noon = datetime(year, month, day, 12, tzinfo=UTC)
    minutes = draw(st.integers(-2880, 2880))
    return name, int(noon.timestamp() * 1000) + minutes * MINUTE


def inside_by_the_wall(window, at, name):
    """The text of CA-4 asked of the standard library."""
    shown = datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=at)
    local = shown.astimezone(ZoneInfo(name)).replace(tzinfo=None)
    for back in (0, 1):
        day = datetime.combine(local.date(), datetime.min.time()) - timedelta(back)
        hours = [
            timedelta(hours=int(t[:2]), minutes=int(t[3:])) for t in (window["from"], window["to"])
        ]
        begin, end = day + hours[0], day + hours[1]
        if end <= begin:
            end += timedelta(1)
        open_ = WEEKDAYS[day.weekday()] in window.get("days", WEEKDAYS)
        if open_ and begin <= local < end:
            return True
    return False


@pytest.mark.spec("CA-4")
@settings(max_examples=250, deadline=None)
@given(WINDOWS, moments())
def test_inside_begins_and_ends_agree_where_clocks_jump(window, moment):
    name, at = moment
    zone = zone_of(name)
    found = occurrence(window, at, zone)
    assert found.inside is inside_by_the_wall(window, at, name)
    assert found.inside is (day_inside(window, zone.wall(at)) is not None)
    begins, ends = found.begins, found.ends
    assert begins < ends <= begins + 2 * DAY
    assert (begins <= at < ends) if found.inside else at < begins
    day = day_inside(window, zone.wall(begins))
    for instant in (begins, ends - 1, *range(begins, ends, 17 * MINUTE + SECOND)):
        assert day_inside(window, zone.wall(instant)) == day
    assert day_inside(window, zone.wall(begins - 1)) != day
    assert day_inside(window, zone.wall(ends)) != day
    if not found.inside:
        for instant in range(at, begins, 29 * MINUTE):
            assert not inside_by_the_wall(window, instant, name)


@pytest.mark.spec("CA-4")
def test_at_the_end_of_the_calendar_there_is_no_next():
    zone = zone_of("UTC")
    window = {"from": "22:00", "to": "06:00"}
    found = occurrence(window, parse_instant("9999-12-31T23:00", zone), zone)
    assert found.inside
    assert show(found.begins, zone) == "9999-12-31T22:00:00+00:00"
    assert show(found.ends, zone) is None
    first = occurrence(window, parse_instant("0001-01-01", zone), zone)
    assert show(first.begins, zone) is None
    assert day_of(first.ends) == day_of(first.begins) + 1
