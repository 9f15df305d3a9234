from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.instants import parse_instant, read_instant
from worldbook.rules.refusal import Refusal
from worldbook.rules.zones import (
    DAY,
    FIRST_WALL,
    HOUR,
    LAST_WALL,
    MINUTE,
    show,
    zone_names,
    zone_of,
)

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Shanghai",
    "Pacific/Apia",
    "America/St_Johns",
)
BERLIN = zone_of("Europe/Berlin")
# The years in which these zones change their clocks, and far beyond.
INSTANTS = st.integers(-4 * 10**12, 8 * 10**12)


def at(text, zone=BERLIN, now=None):
    return parse_instant(text, zone, now)


@pytest.mark.spec("TM-10")
def test_a_wall_time_in_a_gap_is_the_next_existing_instant():
    assert show(at("2026-03-29T02:30"), BERLIN) == "2026-03-29T03:00:00+02:00"
    apia = zone_of("Pacific/Apia")
    assert show(at("2011-12-30T12:00", apia), apia) == "2011-12-31T00:00:00+14:00"


@pytest.mark.spec("TM-10")
def test_a_wall_time_in_a_fold_is_the_first_or_the_second_if_the_first_is_not_after_now():
    first, second = at("2026-10-25T02:30+02:00"), at("2026-10-25T02:30+01:00")
    assert at("2026-10-25T02:30") == first
    assert at("2026-10-25T02:30", now=first - 1) == first
    assert at("2026-10-25T02:30", now=first) == second
    assert at("2026-10-25T02:30", now=second + HOUR) == second


@pytest.mark.spec("TM-10")
@pytest.mark.parametrize("text", ["0001-01-01T00:00Z", "9999-12-31T23:30Z"])
def test_instants_whose_local_date_leaves_the_calendar_are_refused(text):
    zone = zone_of("America/New_York" if text < "1" else "Europe/Berlin")
    found = at(text, zone)
    assert isinstance(found, Refusal)
    assert found.code == "beyond_calendar"


def test_the_edges_of_the_calendar_are_read_where_utc_has_left_it():
    shanghai = zone_of("Asia/Shanghai")
    assert show(at("0001-01-01T00:00", shanghai), shanghai) == "0001-01-01T00:00:00+08:05:43"
    honolulu = zone_of("Pacific/Honolulu")
    assert show(at("9999-12-31T23:59", honolulu), honolulu) == "9999-12-31T23:59:00-10:00"


@pytest.mark.parametrize(
    "text",
    [
        *("", "2026", "2026-02-30", "2026-13-01", "0000-01-01", "10000-01-01", "2026-01-01T24:00"),
        *("2026-01-01T10", "2026-01-01T10:60", "2026-01-01T10:00:60", "2026-01-01T10:00+24:00"),
        *("2026-01-01+02:00", "2026-01-01T10:00+0060", "٢٠٢٦-01-01", " 2026-01-01", 5, None),
    ],
)
def test_what_is_no_instant(text):
    assert read_instant(text) is None
    assert isinstance(at(text), Refusal)


def test_forms_of_instants():
    same = {
        at("2026-03-01T12:30:00Z"),
        at("2026-03-01T13:30"),
        at("2026-03-01 13:30:00.000"),
        at("2026-03-01t17:00:00+0430"),
        at("2026-03-01T11:30-01"),
    }
    assert same == {1_772_368_200_000}
    assert at("2026-03-01T00:00:00.1239Z") % 1000 == 123


def test_zones_are_those_of_the_pinned_package():
    assert zone_of("Europe/Berlin").name == "Europe/Berlin"
    for name in ("", "Mars/Base", "../zones", "/etc/localtime", "europe/berlin", None, 5, ["UTC"]):
        assert zone_of(name) is None
    assert {"UTC", *ZONES} <= zone_names()


def test_every_zone_is_read_and_holds_at_the_edges():
    for name in sorted(zone_names()):
        zone = zone_of(name)
        for wall in (FIRST_WALL, LAST_WALL):
            assert abs(zone.offset(wall)) < 16 * HOUR
            assert zone.wall(zone.instant(wall)) == wall


@settings(max_examples=150)
@given(st.sampled_from(ZONES), INSTANTS)
def test_offsets_are_those_of_the_standard_library(name, instant):
    zone = zone_of(name)
    then = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=instant)
    assert then.astimezone(ZoneInfo(name)).utcoffset() == timedelta(
        milliseconds=zone.offset(instant)
    )
    assert instant in zone.instants(zone.wall(instant))
    assert at(show(instant, zone), zone) == instant


@settings(max_examples=80)
@given(st.sampled_from(ZONES), INSTANTS)
def test_stretches_cut_time_where_clocks_jump(name, start):
    zone, end = zone_of(name), start + 120 * DAY
    stretches = zone.stretches(start, end)
    assert (stretches[0][0], stretches[-1][1]) == (start, end)
    for (_, stop, offset), (begin, _, other) in pairwise(stretches):
        assert stop == begin
        assert (zone.offset(stop - 1), zone.offset(begin)) == (offset, other)
        assert offset != other
    for hour in range(start, end, 17 * HOUR + 13 * MINUTE):
        offset = next(o for a, b, o in stretches if a <= hour < b)
        assert zone.offset(hour) == offset
