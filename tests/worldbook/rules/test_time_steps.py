import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.almanac import read_almanac
from worldbook.rules.clock import Clock, ClockSettings, TimeStep, advance
from worldbook.rules.instants import parse_instant
from worldbook.rules.refusal import Refusal
from worldbook.rules.time_steps import (
    real_step,
    resync_step,
    round_step,
    skip_step,
    start_clock,
    switch_mode,
    time_away,
)
from worldbook.rules.zones import DAY, HOUR, MINUTE, SECOND, show, zone_of

ALMANAC = read_almanac({"zone": "Europe/Berlin"})
ZONE = ALMANAC.zone
NOON = parse_instant("2026-11-30T12:00", ZONE)
CLOCK = Clock("simulated", now=NOON, started=NOON, cursor=NOON)
REAL = Clock("real", now=NOON, started=NOON, cursor=NOON)
SETTINGS = ClockSettings()


def play(clock=CLOCK, said=None, way=0, wall=NOON, settings=SETTINGS):
    return round_step(
        clock, elapsed_seconds=said, travel_seconds=way, settings=settings, zone=ZONE, wall=wall,
        turn=3, round_=2,
    )  # fmt: skip


def skip(clock=CLOCK, settings=SETTINGS, reason="they sleep", **how):
    return skip_step(clock, reason=reason, settings=settings, zone=ZONE, turn=3, round_=2, **how)


def code(found):
    assert isinstance(found, Refusal), found
    return found.code


@pytest.mark.spec("TM-3")
def test_a_simulated_clock_begins_when_the_world_says_or_the_story_was_made():
    made = NOON + 12_345
    clock, step = start_clock("simulated", "", made, ALMANAC)
    assert clock == Clock("simulated", now=NOON, started=NOON, cursor=NOON)
    assert step == TimeStep("start", NOON, NOON, turn=0)
    clock, step = start_clock("simulated", "1312-03-28T21:40", made, ALMANAC)
    assert show(clock.now, ZONE) == "1312-03-28T21:40:00+00:53:28"
    assert clock.own_dates
    offset, _ = start_clock("simulated", "1312-03-28T21:40+00:00", made, ALMANAC)
    assert offset.now - clock.now == 53 * MINUTE + 28 * SECOND
    assert start_clock("simulated", "28 March 1312, 21:40", made, ALMANAC)[0] == clock


@pytest.mark.spec("TM-2", "TM-10")
def test_other_clocks_at_the_start_and_times_that_are_none():
    assert start_clock("none", "1312-03-28", NOON, ALMANAC) == (Clock("none"), None)
    clock, _ = start_clock("real", "1312-03-28", NOON + 5, ALMANAC)
    assert (clock.now, clock.own_dates) == (NOON + 5, False)
    assert code(start_clock("simulated", "soon", NOON, ALMANAC)) == "not_instant"
    east = read_almanac({"zone": "Pacific/Kiritimati"})
    assert code(start_clock("simulated", "9999-12-31T23:00Z", NOON, east)) == "beyond_calendar"


@pytest.mark.spec("TM-3")
def test_a_round_takes_what_is_said_or_the_usual_time():
    assert play() == TimeStep("elapsed", NOON, NOON + 30 * SECOND, 3, 2)
    assert play(settings=ClockSettings(round_seconds=90)).length == 90 * SECOND
    assert play(said=0).length == 0
    assert play(said=86_400).length == DAY
    for said in (-1, 86_401, 1.5, True, "60"):
        assert code(play(said=said)) == "elapsed_range"


@pytest.mark.spec("TM-9", "TM-3")
def test_a_round_is_as_long_as_the_longest_way():
    assert play(way=600).length == 600 * SECOND
    assert play(way=10).length == 30 * SECOND
    assert play(said=600, way=600).length == 600 * SECOND
    refused = play(said=599, way=600)
    assert code(refused) == "shorter_than_way"
    assert refused.detail["needed"] == 600
    assert "600" not in str(refused.detail["told"])


@pytest.mark.spec("TM-9", "TM-3")
def test_the_days_limit_does_not_bind_travel_but_the_longest_skip_does():
    days = 3 * 86_400
    assert play(way=days).length == 3 * DAY
    assert play(said=days, way=days).length == 3 * DAY
    assert code(play(said=days + 1, way=days)) == "elapsed_range"
    assert play(way=30 * 86_400).length == 30 * DAY
    refused = play(way=30 * 86_400 + 1)
    assert code(refused) == "skip_too_long"
    assert refused.detail["told"] == {"code": "skip_too_long", "days": 30}


@pytest.mark.spec("TM-4")
def test_a_real_round_takes_its_real_time_and_never_goes_back():
    assert play(REAL, wall=NOON + 4_321) == TimeStep("real", NOON, NOON + 4_321, 3, 2)
    assert play(REAL, wall=NOON - 4_321).length == 0
    assert play(REAL, way=600, wall=NOON).length == 0
    assert code(play(REAL, said=30)) == "time_is_real"
    assert code(skip(REAL, by_minutes=5)) == "time_is_real"


@pytest.mark.spec("TM-2")
def test_without_a_clock_time_stands():
    assert play(Clock("none")) is None
    assert code(play(Clock("none"), said=30)) == "time_stands"
    assert code(skip(Clock("none"), by_minutes=5)) == "time_stands"


@pytest.mark.spec("TM-3")
def test_a_skip_goes_by_minutes_or_until_a_time_of_the_day():
    step = skip(by_minutes=90, reason=" they wait ")
    assert step == TimeStep("skip", NOON, NOON + 90 * MINUTE, 3, 2, "they wait")
    assert skip(until_time="12:00").length == DAY
    assert skip(until_time="12:01").length == MINUTE
    assert skip(until_time="07:30", days_later=2).length == 2 * DAY + 19 * HOUR + 30 * MINUTE


@pytest.mark.spec("TM-3")
def test_a_skip_is_at_most_as_many_days_as_are_allowed():
    assert skip(by_minutes=30 * 1440).length == 30 * DAY
    assert code(skip(by_minutes=30 * 1440 + 1)) == "skip_too_long"
    assert skip(until_time="12:00", days_later=29).length == 30 * DAY
    assert code(skip(until_time="12:01", days_later=30)) == "skip_too_long"
    one_day = ClockSettings(max_skip_days=1)
    assert code(skip(by_minutes=2 * 1440, settings=one_day)) == "skip_too_long"


@pytest.mark.spec("TM-3")
@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({}, "one_of"),
        ({"by_minutes": 5, "until_time": "07:00"}, "one_of"),
        ({"by_minutes": 0}, "not_minutes"),
        ({"by_minutes": -5}, "not_minutes"),
        ({"by_minutes": 1.5}, "not_minutes"),
        ({"by_minutes": True}, "not_minutes"),
        ({"by_minutes": 10**30}, "not_minutes"),
        ({"by_minutes": 5, "days_later": 1}, "not_minutes"),
        ({"until_time": "25:00"}, "not_time"),
        ({"until_time": "24:00"}, "not_time"),
        ({"until_time": "07:00", "days_later": -1}, "not_days"),
        ({"until_time": "07:00", "days_later": 10**30}, "not_days"),
        ({"until_time": "07:00", "days_later": "1"}, "not_days"),
        ({"by_minutes": 5, "reason": "  "}, "no_reason"),
    ],
)
def test_what_is_no_skip(how, expected):
    assert code(skip(**how)) == expected


@pytest.mark.spec("TM-10")
def test_no_step_leaves_the_calendar():
    last = parse_instant("9999-12-31T23:59:50", ZONE)
    end = Clock("simulated", now=last, started=last, cursor=last)
    assert code(play(end)) == "beyond_calendar"
    assert code(skip(end, by_minutes=1)) == "beyond_calendar"
    assert code(skip(end, until_time="12:00", days_later=20)) == "beyond_calendar"
    assert play(end, said=9).length == 9 * SECOND


@pytest.mark.spec("TM-1", "TM-3")
@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.integers(1, 600), min_size=1, max_size=6),
    st.sampled_from(["Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns"]),
    st.sampled_from(["2026-03-29T00:30Z", "2026-10-24T23:30Z", "1990-10-28T01:00Z"]),
)
def test_a_chain_of_skips_by_minutes_is_one_skip_whatever_clocks_do(minutes, tz, begin):
    zone = zone_of(tz)
    now = parse_instant(begin, zone)
    clock = start = Clock("simulated", now=now, started=now, cursor=now)
    for each in minutes:
        step = skip_step(
            clock, by_minutes=each, reason="on", settings=SETTINGS, zone=zone, turn=1, round_=0
        )
        assert step.begins == clock.now
        clock = advance(clock, step)
    whole = skip_step(
        start, by_minutes=sum(minutes), reason="on", settings=SETTINGS, zone=zone, turn=1, round_=0
    )
    assert advance(start, whole) == clock


@pytest.mark.spec("TM-3")
@settings(max_examples=100, deadline=None)
@given(st.integers(0, 1439), st.integers(0, 20), st.integers(0, 20))
def test_a_chain_of_nights_is_one_skip_of_many_days(minute, first, second):
    """Until a time of the day, and again: the same as days later, over a change of clocks."""
    time = f"{minute // 60:02}:{minute % 60:02}"
    now = parse_instant("2026-10-20T12:00", ZONE)
    clock = start = Clock("simulated", now=now, started=now, cursor=now)
    clock = advance(clock, skip(clock, until_time=time, days_later=first))
    clock = advance(clock, skip(clock, until_time=time, days_later=second))
    whole = skip(
        start,
        until_time=time,
        days_later=first + second + 1,
        settings=ClockSettings(max_skip_days=60),
    )
    in_the_fold = "02:00" <= time < "03:00"
    assert advance(start, whole) == clock or in_the_fold


@pytest.mark.spec("TM-4")
def test_real_time_goes_on_while_the_player_is_away():
    step = real_step(REAL, wall=NOON + 5 * MINUTE, turn=4)
    assert step == TimeStep("real", NOON, NOON + 5 * MINUTE, 4, 0)
    assert time_away(step) == 5 * MINUTE
    assert time_away(real_step(REAL, wall=NOON + 5 * MINUTE - 1, turn=4)) is None
    assert real_step(REAL, wall=NOON - 1, turn=4) is None
    assert real_step(CLOCK, wall=NOON + DAY, turn=4) is None
    assert time_away(None) is None
    assert time_away(skip(by_minutes=90)) is None


@pytest.mark.spec("TM-2")
def test_after_a_move_a_real_clock_goes_on_with_a_resync():
    assert resync_step(REAL, wall=NOON + HOUR, turn=7) == TimeStep("resync", NOON, NOON + HOUR, 7)
    assert resync_step(REAL, wall=NOON - HOUR, turn=7).ends == NOON
    assert resync_step(CLOCK, wall=NOON + HOUR, turn=7) is None


def switch(clock, mode, wall=NOON + HOUR, last=None):
    return switch_mode(clock, mode, wall=wall, turn=5, round_=1, last=last)


@pytest.mark.spec("TM-2")
def test_real_becomes_simulated_from_the_later_of_both_times():
    clock, step = switch(REAL, "simulated")
    assert (clock.mode, clock.now, step.kind) == ("simulated", NOON + HOUR, "resync")
    clock, step = switch(REAL, "simulated", wall=NOON - HOUR)
    assert (clock.now, step.length) == (NOON, 0)


@pytest.mark.spec("TM-2")
def test_a_story_with_dates_of_its_own_cannot_go_back_to_real():
    clock, _ = switch(REAL, "simulated")
    back, step = switch(clock, "real", wall=NOON + 2 * HOUR)
    assert (back.mode, back.now, step.length) == ("real", NOON + 2 * HOUR, HOUR)
    played = advance(clock, play(clock))
    assert code(switch(played, "real")) == "own_dates"
    told, _ = start_clock("simulated", "1312-03-28", NOON, ALMANAC)
    assert code(switch(told, "real")) == "own_dates"
    off, _ = switch(played, "none")
    assert code(switch(off, "real")) == "own_dates"


@pytest.mark.spec("TM-2")
def test_a_clock_is_turned_off_and_goes_on_where_it_was():
    off, step = switch(advance(CLOCK, play()), "none")
    assert (off.mode, off.now, step) == ("none", None, None)
    again, step = switch(off, "simulated", last=NOON + 30 * SECOND)
    assert (again.now, again.started, step.length) == (NOON + 30 * SECOND, NOON, 0)
    fresh, step = switch(Clock("none"), "simulated", wall=NOON + 1)
    assert (fresh.now, fresh.started, fresh.cursor, step.kind) == (NOON, NOON, NOON, "start")
    assert switch(CLOCK, "simulated") == (CLOCK, None)
    assert code(switch(CLOCK, "fast")) == "unknown_mode"
