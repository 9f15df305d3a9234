import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from worldbook.rules.almanac import read_almanac
from worldbook.rules.describing import (
    describe_date,
    describe_day_part,
    describe_duration,
    describe_instant,
    describe_time,
)
from worldbook.rules.instants import parse_instant
from worldbook.rules.refusal import Refusal
from worldbook.rules.story_dates import parse_story_date
from worldbook.rules.zones import DAY, HOUR, MINUTE, SECOND

PLAIN = read_almanac({"zone": "Europe/Berlin"})
MONTHS = ["Deepwinter", "Ice Moon", "Thawmonth", "Seed", "Bloom", "Long Days",
          "Hay", "Harvest", "Wine", "Fog", "Slaughter", "Yule"]  # fmt: skip
NAMES = {
    "months": MONTHS,
    "weekdays": ["Moonday", "Starday", "Fireday", "Windday", "Waterday", "Earthday", "Sunsday"],
    "era": "AE",
    "year_offset": -800,
}
OWN = read_almanac({"zone": "Europe/Berlin", "calendar_names": NAMES})


def told(at, almanac=PLAIN, language="en"):
    return describe_instant(parse_instant(at, almanac.zone), almanac, language)


@pytest.mark.spec("TM-6", "TM-7")
def test_an_instant_has_weekday_date_and_time_of_the_storys_zone():
    assert told("2026-11-30T23:59:59.9") == "Monday, 30 November 2026, 23:59"
    assert told("2026-11-30T23:30Z") == "Tuesday, 1 December 2026, 00:30"
    assert told("2024-02-29", language="zh-hans") == "2024年2月29日 星期四 00:00"
    instant = parse_instant("0001-01-01", PLAIN.zone)
    assert describe_date(instant, PLAIN) == "Monday, 1 January 1"
    assert describe_time(instant, PLAIN) == "00:00"


@pytest.mark.spec("TM-11")
def test_a_worlds_names_serve_display():
    assert told("1312-02-28T21:40", OWN) == "Sunsday, 28 Ice Moon 512 AE, 21:40"
    assert told("1312-02-28T21:40", OWN, "zh") == "AE 512年 Ice Moon 28日 Sunsday 21:40"
    assert told("0500-03-01", OWN) == "Moonday, 1 Thawmonth -300 AE, 00:00"


@pytest.mark.spec("TM-7")
@pytest.mark.parametrize(
    ("length", "english", "chinese"),
    [
        (0, "0 seconds", "0秒"),
        (-5, "0 seconds", "0秒"),
        (SECOND, "1 second", "1秒"),
        (90 * SECOND, "1 minute 30 seconds", "1分钟30秒"),
        (HOUR, "1 hour", "1小时"),
        (2 * DAY + 6 * HOUR + MINUTE, "2 days 6 hours", "2天6小时"),
        (DAY + 5 * MINUTE, "1 day", "1天"),
        (30 * DAY, "30 days", "30天"),
    ],
)
def test_a_length_has_its_two_greatest_units(length, english, chinese):
    assert describe_duration(length) == english
    assert describe_duration(length, "zh-hans") == chinese


@pytest.mark.spec("TM-10")
def test_parts_of_the_day_are_words_of_the_language_or_the_worlds_own():
    noon = parse_instant("2026-11-30T12:00", PLAIN.zone)
    assert describe_day_part(noon, PLAIN) == "noon"
    assert describe_day_part(noon, PLAIN, "zh") == "中午"
    own = read_almanac({"day_parts": {"noon": "03:00", "vigil": "20:00"}})
    assert describe_day_part(noon, own, "zh") == "noon"


@pytest.mark.spec("TM-11")
@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("Sunsday, 28 Ice Moon 512 AE, 21:40", "1312-02-28T21:40"),
        ("  sunsday 28.  ice  moon 512", "1312-02-28T00:00"),
        ("29 ICE MOON 512 ae 7:05", "1312-02-29T07:05"),
        ("AE512年Ice Moon28日", "1312-02-28T00:00"),
        ("1312-02-28T21:40", "1312-02-28T21:40"),
        ("1 Thawmonth -300 AE", "0500-03-01T00:00"),
    ],
)
def test_a_worlds_names_serve_parsing(text, iso):
    assert parse_story_date(text, OWN) == parse_instant(iso, OWN.zone)


@pytest.mark.spec("TM-7", "TM-10", "TM-11")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Moonday, 28 Ice Moon 512 AE", "wrong_weekday"),
        ("28 February 512", "not_instant"),
        ("30 Ice Moon 512", "not_instant"),
        ("29 Ice Moon 511", "not_instant"),
        ("28 Ice Moon 512, 24:00", "not_instant"),
        ("28 Ice Moon 9200", "beyond_calendar"),
        ("1 Thawmonth -800", "beyond_calendar"),
        ("31 Yule 9199, 23:59" + " " * 400, "not_instant"),
        ("yesterday", "not_instant"),
        ("", "not_instant"),
        (None, "not_instant"),
        (20261130, "not_instant"),
    ],
)
def test_what_is_no_date_of_the_world(text, code):
    refused = parse_story_date(text, OWN)
    assert isinstance(refused, Refusal)
    assert refused.code == code


OWN_HAN = read_almanac({"zone": "Asia/Shanghai", "calendar_names": {
    "months": [*(f"{sign}月" for sign in "正二三四五六七八九十冬腊")], "era": "澜历"}})  # fmt: skip


@pytest.mark.spec("TM-11")
@pytest.mark.parametrize(
    ("at", "date"),
    [
        ("1142-10-18T19:20", "澜历一一四二年十月十八日 星期日 19:20"),
        ("1142-01-01T00:00", "澜历一一四二年正月一日 星期四 00:00"),
        ("2005-12-30T08:05", "澜历二〇〇五年腊月三十日 星期五 08:05"),
    ],
)
def test_a_chinese_date_is_in_one_style(at, date):
    """Months with names of their own go with numerals, numbered ones with digits; both are read."""
    assert told(at, OWN_HAN, "zh-hans") == date
    assert parse_story_date(date, OWN_HAN) == parse_instant(at, OWN_HAN.zone)
    assert parse_story_date("澜历1142年腊月廿三日", OWN_HAN) == parse_instant(
        "1142-12-23", OWN_HAN.zone
    )
    assert told(at, PLAIN, "zh-hans")[:4].isdecimal()
    assert told(at, OWN_HAN, "en").split()[1].isdecimal()


@pytest.mark.parametrize(
    "text", ["1142年十月二十十日", "1142年十月三一一日", "十年二十年年十月一日"]
)
def test_numerals_that_are_no_number_are_no_date(text):
    assert isinstance(parse_story_date(text, OWN_HAN), Refusal)


@pytest.mark.spec("TM-10")
def test_dates_in_a_gap_and_in_a_fold():
    def read(text, now=None):
        return parse_story_date(text, PLAIN, now)

    assert read("29 March 2026, 02:30") == parse_instant("2026-03-29T03:00+02:00", PLAIN.zone)
    first, second = (
        parse_instant(f"2026-10-25T02:30+0{offset}:00", PLAIN.zone) for offset in (2, 1)
    )
    assert read("2026年10月25日 02:30") == first
    assert read("25 October 2026, 02:30", first) == second


FIRST, LAST = (parse_instant(at, PLAIN.zone) for at in ("0002-01-01", "9998-12-31"))
_LETTERS = st.text("abcxyzäößЖш春月日火水木金土", min_size=1, max_size=6)
_CALENDARS = st.fixed_dictionaries(
    {
        "months": st.lists(_LETTERS, min_size=12, max_size=12, unique_by=str.casefold),
        "weekdays": st.lists(_LETTERS, min_size=7, max_size=7, unique_by=str.casefold),
        "year_offset": st.integers(-3000, 3000),
    },
    optional={"era": _LETTERS},
)


@pytest.mark.spec("TM-7", "TM-11")
@settings(max_examples=150, deadline=None)
@given(
    st.integers(FIRST // SECOND, LAST // SECOND),
    st.sampled_from(["Europe/Berlin", "America/St_Johns", "Pacific/Apia"]),
    _CALENDARS | st.just({}),
    st.sampled_from(["en", "zh"]),
)
def test_what_is_told_is_read_back(second, zone, names, language):
    almanac = read_almanac({"zone": zone, "calendar_names": names})
    instant = second * SECOND
    wall = almanac.zone.wall(instant)
    instant -= wall % MINUTE
    assume(almanac.zone.wall(instant) == wall - wall % MINUTE)
    read = parse_story_date(describe_instant(instant, almanac, language), almanac, instant - 1)
    assert read == instant or almanac.zone.instants(wall - wall % MINUTE) == (read, instant)
