from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.agenda import Occurrence, Routine
from worldbook.rules.almanac import read_almanac
from worldbook.rules.calendar_validate import WEEKDAYS
from worldbook.rules.instants import parse_instant
from worldbook.rules.occurrences import Routines
from worldbook.rules.zones import DAY, HOUR, MINUTE, SECOND, date_of, show

BERLIN = read_almanac({"zone": "Europe/Berlin"})
SMITH = (
    Routine("12:00", "13:00", location="inn", activity="eats"),
    Routine("08:00", "20:00", days=("mon", "tue", "wed", "thu", "fri"), location="forge"),
    Routine("22:00", "06:00", location="home", activity="sleeps"),
)


def instant(at, almanac=BERLIN):
    return parse_instant(at, almanac.zone)


def current(routines, at, almanac=BERLIN):
    return _told(Routines(routines, almanac).current(instant(at, almanac)), almanac)


def following(routines, at, almanac=BERLIN):
    return _told(Routines(routines, almanac).following(instant(at, almanac)), almanac)


def _told(window, almanac):
    """Index of the window, begin and end as the wall shows them, to the minute."""
    if window is None:
        return None
    begins, ends = (show(at, almanac.zone)[:16] for at in (window.begins, window.ends))
    return window.occurrence.index, begins, ends


@pytest.mark.spec("AG-1")
def test_the_first_window_that_matches_wins():
    assert current(SMITH, "2026-11-30T12:30") == (0, "2026-11-30T12:00", "2026-11-30T13:00")
    assert current(SMITH, "2026-11-30T11:30") == (1, "2026-11-30T08:00", "2026-11-30T12:00")
    assert current(SMITH, "2026-11-30T13:00") == (1, "2026-11-30T13:00", "2026-11-30T20:00")
    assert current(SMITH, "2026-11-29T13:00") is None
    assert current((), "2026-11-29T13:00") is None


@pytest.mark.spec("AG-3")
def test_the_next_window_is_the_first_of_another_occurrence():
    assert following(SMITH, "2026-11-30T11:30") == (0, "2026-11-30T12:00", "2026-11-30T13:00")
    assert following(SMITH, "2026-11-30T12:30") == (1, "2026-11-30T13:00", "2026-11-30T20:00")
    assert following(SMITH, "2026-11-30T13:30") == (2, "2026-11-30T22:00", "2026-12-01T06:00")
    assert following(SMITH, "2026-11-28T23:30") == (0, "2026-11-29T12:00", "2026-11-29T13:00")
    assert following((), "2026-11-28T23:30") is None


@pytest.mark.spec("AG-1", "AG-5")
def test_weekdays_and_marks_are_those_of_the_day_on_which_the_window_begins():
    watch = (
        Routine("22:00", "06:00", days=("fri",), location="wall"),
        Routine("20:00", "04:00", calendar={"dates": ["12-31"]}, location="square"),
    )
    assert current(watch, "2026-11-28T00:30") == (0, "2026-11-27T22:00", "2026-11-28T06:00")
    assert current(watch, "2026-11-28T22:30") is None
    assert current(watch, "2027-01-01T03:59") == (1, "2026-12-31T20:00", "2027-01-01T04:00")
    assert current(watch, "2026-12-31T03:59") is None


@pytest.mark.spec("AG-1", "TM-8")
def test_calendar_marks_know_festivals_seasons_of_the_south_and_leap_days():
    south = read_almanac(
        {"hemisphere": "south", "festivals": {"swim": {"season": "summer", "dates": ["12-24"]}}}
    )
    swim = (Routine("10:00", "11:00", calendar={"festival": "swim"}),)
    assert current(swim, "2026-12-24T10:30", south) == (0, "2026-12-24T10:00", "2026-12-24T11:00")
    assert current(swim, "2026-12-24T10:30") is None
    leap = (Routine("10:00", "11:00", calendar={"dates": ["02-29"]}),)
    assert following(leap, "2026-11-30T00:00") == (0, "2028-02-29T10:00", "2028-02-29T11:00")
    fair = (Routine("10:00", "11:00", days=("sat",), calendar={"days_of_month": [13]}),)
    assert following(fair, "2026-11-30T00:00")[1] == "2027-02-13T10:00"


@pytest.mark.spec("AG-1")
def test_where_clocks_go_back_a_window_cut_in_two_is_one_occurrence():
    night = (Routine("01:00", "02:30"),)
    first, between, second = (
        Routines(night, BERLIN).holding(instant(at))
        for at in ("2026-10-25T02:15+02:00", "2026-10-25T02:45+02:00", "2026-10-25T02:15+01:00")
    )
    assert first == second
    assert between is None
    assert current(night, "2026-10-25T02:15+01:00")[1:] == ("2026-10-25T02:00", "2026-10-25T02:30")
    assert following(night, "2026-10-25T02:15+02:00")[1] == "2026-10-26T01:00"


@pytest.mark.spec("AG-1")
def test_where_clocks_go_forward_a_window_in_the_gap_comes_a_week_later():
    sunday = (Routine("02:15", "02:45", days=("sun",)),)
    assert following(sunday, "2026-03-28T12:00") == (0, "2026-04-05T02:15", "2026-04-05T02:45")


@pytest.mark.spec("AG-1")
def test_a_window_that_another_always_covers_never_comes():
    covered = (Routine("08:00", "20:00", activity="work"), Routine("09:00", "10:00"))
    assert following(covered, "2026-11-30T08:30")[0] == 0
    whole = (Routine("06:00", "06:00"),)
    assert current(whole, "2026-11-30T05:59") == (0, "2026-11-29T06:00", "2026-11-30T06:00")
    assert following(whole, "2026-11-30T05:59")[1] == "2026-11-30T06:00"


@pytest.mark.spec("AG-1", "TM-10")
def test_at_the_ends_of_the_calendar():
    always = (Routine("06:00", "06:00", calendar={"months": [12]}),)
    last, first = (instant(at) for at in ("9999-12-31T23:00", "0001-01-01T03:00"))
    assert show(Routines(always, BERLIN).current(last).begins, BERLIN.zone)[:10] == "9999-12-31"
    assert Routines(always, BERLIN).following(last) is None
    assert Routines(always, BERLIN).current(first) is None


def test_a_day_is_told_whole():
    windows = Routines(SMITH, BERLIN).day(instant("2026-11-30") // DAY + 1)
    told = [_told(window, BERLIN) for window in windows]
    assert told == [
        (2, "2026-11-30T00:00", "2026-11-30T06:00"),
        (1, "2026-11-30T08:00", "2026-11-30T12:00"),
        (0, "2026-11-30T12:00", "2026-11-30T13:00"),
        (1, "2026-11-30T13:00", "2026-11-30T20:00"),
        (2, "2026-11-30T22:00", "2026-12-01T00:00"),
    ]


TIMES = st.integers(0, 47).map(lambda half: f"{half // 2:02}:{half % 2 * 30:02}")
RULES = st.sampled_from(
    [None, {}, {"weekdays": ["sat", "sun"]}, {"days_of_month": [-1, 25]}, {"dates": ["02-29"]}]
)
WINDOWS = st.builds(
    Routine,
    start=TIMES,
    end=TIMES | st.just("24:00"),
    days=st.lists(st.sampled_from(WEEKDAYS), max_size=3).map(tuple),
    calendar=RULES,
)
MOMENTS = st.sampled_from(
    [
        ("Europe/Berlin", "2026-03-29T02:00Z"),
        ("Europe/Berlin", "2026-10-25T01:00Z"),
        ("America/St_Johns", "1990-10-28T02:31Z"),
        ("Pacific/Apia", "2011-12-30T10:00Z"),
        ("UTC", "2024-02-29T12:00Z"),
    ]
)


@pytest.mark.spec("AG-1")
@settings(max_examples=50, deadline=None)
@given(st.lists(WINDOWS, max_size=4), MOMENTS, st.integers(-2880, 2880))
def test_stretches_are_what_asking_each_minute_tells(routines, moment, minutes):
    """The definition of AG-1 minute by minute, against the stretches reckoned."""
    name, about = moment
    almanac = read_almanac({"zone": name})
    windows = Routines(routines, almanac)
    now = instant(about, almanac) + minutes * MINUTE
    held, found, after = windows.holding(now), windows.current(now), windows.following(now)
    assert (found is None) is (held is None)
    if found is not None:
        assert found.begins <= now < found.ends
        assert found.occurrence == held
        assert found.routine is routines[held.index]
        assert windows.holding(found.begins - 1) != held
        assert windows.holding(found.ends) != held
        for at in range(found.begins, found.ends, 53 * MINUTE + SECOND):
            assert windows.holding(at) == held
    limit = min(now + 3 * DAY, now + 9 * DAY if after is None else after.begins)
    for at in range(now, limit, 30 * MINUTE):
        assert windows.holding(at) in (held, None)
    if after is not None:
        assert after.occurrence == windows.holding(after.begins) != held
        assert windows.holding(after.begins - 1) != after.occurrence


@pytest.mark.spec("AG-1")
@settings(max_examples=40, deadline=None)
@given(st.lists(WINDOWS, max_size=4), st.integers(0, 800))
def test_the_occurrence_has_the_weekday_and_mark_of_its_day(routines, offset):
    windows = Routines(routines, BERLIN)
    for hour in range(0, 24, 5):
        held = windows.holding(instant("2023-12-30") + offset * DAY + hour * HOUR)
        if held is None:
            continue
        routine, day = routines[held.index], date_of(held.day * DAY)
        assert not routine.days or WEEKDAYS[day.weekday()] in routine.days
        assert not routine.calendar or BERLIN.calendar.matches(routine.calendar, day)
        assert isinstance(held, Occurrence)


@settings(max_examples=40, deadline=None)
@given(st.lists(WINDOWS, max_size=4), st.integers(0, 30))
def test_what_a_day_tells_has_no_overlap(routines, offset):
    windows = Routines(routines, BERLIN)
    day = BERLIN.day(instant("2026-03-15")) + offset
    told = windows.day(day)
    assert all(one.ends <= other.begins for one, other in pairwise(told))
    for window in told:
        assert BERLIN.day(window.begins) == day == BERLIN.day(window.ends - 1)
        assert windows.holding(window.begins) == window.occurrence
