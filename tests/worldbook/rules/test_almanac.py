import pytest

from worldbook.rules.almanac import Almanac, almanac_fault, read_almanac
from worldbook.rules.calendar_names import CalendarNames
from worldbook.rules.day_parts import DAY_PARTS
from worldbook.rules.instants import parse_instant
from worldbook.rules.refusal import Refusal
from worldbook.rules.zones import date_of, zone_of

MONTHS = [f"Month {sign}" for sign in "ABCDEFGHIJKL"]
DAYS = [f"Day {sign}" for sign in "ABCDEFG"]


def part(time, **given):
    almanac = read_almanac({"zone": "Europe/Berlin", **given})
    return almanac.day_part(parse_instant(f"2026-11-30T{time}", almanac.zone))


@pytest.mark.spec("TM-7", "TM-10")
def test_the_usual_parts_of_a_day():
    edges = {"22:00": "night", "04:59": "night", "00:00": "night", "05:00": "morning",
             "10:59": "morning", "11:00": "noon", "13:59": "noon", "14:00": "afternoon",
             "17:59": "afternoon", "18:00": "evening", "21:59": "evening"}  # fmt: skip
    assert {time: part(time) for time in edges} == edges


@pytest.mark.spec("TM-10")
def test_a_world_may_set_other_parts():
    own = {"vigil": "23:30", "work": "06:00"}
    told = [part(time, day_parts=own) for time in ("06:00", "23:29", "23:30", "05:59")]
    assert told == ["work", "work", "vigil", "vigil"]
    assert part("12:00", day_parts={"always": "07:00"}) == "always"


@pytest.mark.spec("TM-10", "TM-11")
def test_an_almanac_is_read_from_what_a_world_keeps():
    assert read_almanac({}) == Almanac(zone_of("UTC"))
    read = read_almanac(
        {
            "zone": "Asia/Shanghai",
            "hemisphere": "south",
            "festivals": {"fair": {"months": [5]}},
            "calendar_names": {"months": MONTHS, "weekdays": DAYS, "era": " AE ", "year_offset": 9},
            "day_parts": {},
        }
    )
    assert read.names == CalendarNames(tuple(MONTHS), tuple(DAYS), "AE", 9)
    assert (read.zone.name, read.day_parts) == ("Asia/Shanghai", DAY_PARTS)


@pytest.mark.spec("TM-8")
def test_the_almanacs_calendar_has_its_hemisphere_and_festivals():
    fair = {"festivals": {"fair": {"season": "summer", "days_of_month": [1]}}}
    day = date_of(parse_instant("2026-12-01", zone_of("UTC")))
    for hemisphere, holds in (("south", True), ("north", False)):
        almanac = read_almanac({"hemisphere": hemisphere, **fair})
        assert almanac.calendar.matches({"festival": "fair"}, day) is holds


@pytest.mark.spec("TM-10", "TM-11", "TM-8")
@pytest.mark.parametrize(
    ("given", "path", "code"),
    [
        ({"zone": "Mars/Olympus"}, "zone", "unknown_zone"),
        ({"zone": 3}, "zone", "unknown_zone"),
        ({"hemisphere": "east"}, "hemisphere", "unknown_value"),
        ({"festivals": {"fair": {}}}, "festivals.fair", "empty"),
        ({"festivals": {"a": {"festival": "a"}}}, "festivals.a", "circle"),
        ({"calendar_names": []}, "calendar_names", "not_object"),
        ({"calendar_names": {"moons": 2}}, "calendar_names.moons", "unknown_field"),
        ({"calendar_names": {"months": ["A"]}}, "calendar_names.months", "wrong_count"),
        ({"calendar_names": {"months": "January"}}, "calendar_names.months", "not_list"),
        ({"calendar_names": {"weekdays": [*DAYS[:6], 3]}}, "calendar_names.weekdays[6]", "not_text"),
        ({"calendar_names": {"weekdays": [*DAYS[:6], " "]}}, "calendar_names.weekdays[6]", "empty"),
        (
            {"calendar_names": {"weekdays": [*DAYS[:6], "day a "]}},
            "calendar_names.weekdays[6]",
            "named_twice",
        ),
        ({"calendar_names": {"era": None}}, "calendar_names.era", "not_text"),
        ({"calendar_names": {"year_offset": 1.5}}, "calendar_names.year_offset", "not_whole"),
        ({"calendar_names": {"year_offset": 10**9}}, "calendar_names.year_offset", "out_of_range"),
        ({"day_parts": [1]}, "day_parts", "not_object"),
        ({"day_parts": {"day": "24:00"}}, "day_parts.day", "not_time"),
        ({"day_parts": {"day": 6}}, "day_parts.day", "not_time"),
        ({"day_parts": {"": "06:00"}}, "day_parts", "empty"),
        ({"day_parts": {"a": "06:00", "b": "06:00"}}, "day_parts.b", "same_time"),
        ({"day_parts": {f"p{n}": f"{n % 24:02}:{n:02}" for n in range(25)}}, "day_parts",
         "too_many_nodes"),
    ],
)  # fmt: skip
def test_what_is_no_almanac(given, path, code):
    fault = almanac_fault(given)
    assert (fault.path, fault.code) == (path, code)
    refused = read_almanac(given)
    assert isinstance(refused, Refusal)
    assert refused.code == code
