from datetime import date, timedelta
from time import thread_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.calendar import Calendar, never_matches
from worldbook.rules.calendar_validate import (
    LEAPS,
    SEASONS,
    WEEKDAYS,
    festivals_fault,
    rule_fault,
)

NORTH = Calendar("north", {})


def holds(rule, day, calendar=NORTH):
    assert rule_fault(rule) is None
    return calendar.matches(rule, date.fromisoformat(day))


@pytest.mark.spec("CA-1")
@pytest.mark.parametrize(
    ("rule", "yes", "no"),
    [
        ({"months": [2, 12]}, ["2026-02-28", "2026-12-01"], ["2026-03-01"]),
        ({"dates": ["12-24", "02-29"]}, ["2026-12-24", "2028-02-29"], ["2026-02-28", "2026-03-01"]),
        ({"dates": ["02-29"], "leap": "feb28"}, ["2026-02-28", "2028-02-29"], ["2028-02-28"]),
        ({"dates": ["02-29"], "leap": "mar1"}, ["2026-03-01", "2028-02-29"], ["2028-03-01"]),
        (
            {"range": {"from": "12-24", "to": "01-06"}},
            ["2026-12-24", "2026-12-31", "2027-01-06"],
            ["2026-12-23", "2027-01-07"],
        ),
        ({"range": {"from": "03-01", "to": "03-01"}}, ["2026-03-01"], ["2026-03-02"]),
        ({"range": {"from": "02-20", "to": "02-29"}}, ["2026-02-28"], ["2026-03-01"]),
        ({"range": {"from": "02-29", "to": "03-02"}}, ["2026-03-01"], ["2026-02-28"]),
        (
            {"range": {"from": "02-20", "to": "02-29"}, "leap": "mar1"},
            ["2026-03-01"],
            ["2028-03-01"],
        ),
        (
            {"range": {"from": "02-29", "to": "03-02"}, "leap": "feb28"},
            ["2026-02-28"],
            ["2028-02-28"],
        ),
        ({"range": {"from": "02-29", "to": "02-29"}}, ["2028-02-29"], ["2026-02-28", "2026-03-01"]),
        ({"range": {"from": "03-01", "to": "02-29"}, "leap": "mar1"}, ["2026-02-28"], []),
        (
            {"days_of_month": [1, 15, -1]},
            ["2026-02-28", "2026-04-30", "2026-04-15"],
            ["2026-04-29"],
        ),
        ({"days_of_month": [31]}, ["2026-01-31"], ["2026-04-30"]),
        ({"days_of_month": [-31]}, ["2026-01-01"], ["2026-04-01"]),
        ({"weekdays": ["mon", "sun"]}, ["2026-11-30", "2026-11-29"], ["2026-12-01"]),
        ({"nth_weekday": {"n": 2, "weekday": "tue"}}, ["2026-12-08"], ["2026-12-01", "2026-12-15"]),
        ({"nth_weekday": {"n": -1, "weekday": "mon"}}, ["2026-11-30"], ["2026-11-23"]),
        ({"nth_weekday": {"n": 5, "weekday": "mon"}}, ["2026-11-30"], ["2026-12-28"]),
        (
            {"every": {"days": 3, "from": "2026-11-27"}},
            ["2026-11-27", "2026-11-30"],
            ["2026-11-24"],
        ),
        ({"years": {"from": 2026}}, ["2026-01-01", "2400-01-01"], ["2025-12-31"]),
        ({"years": {"to": 2026}}, ["2026-12-31", "0001-01-01"], ["2027-01-01"]),
        (
            {"months": [12], "except": [{"dates": ["12-24"]}, {"weekdays": ["sun"]}]},
            ["2026-12-23"],
            ["2026-12-24", "2026-12-06"],
        ),
        ([{"months": [1]}, [{"dates": ["05-01"]}]], ["2026-01-09", "2026-05-01"], ["2026-05-02"]),
        ({"months": [1], "weekdays": ["mon"]}, ["2026-01-05"], ["2026-01-06", "2026-02-02"]),
    ],
)
def test_parts(rule, yes, no):
    assert [holds(rule, day) for day in yes] == [True] * len(yes)
    assert [holds(rule, day) for day in no] == [False] * len(no)


@pytest.mark.spec("CA-2")
def test_seasons_begin_with_a_month_and_are_the_other_way_round_in_the_south():
    south = Calendar("south", {})
    for month in range(1, 13):
        day = f"2026-{month:02}-01"
        in_north = ["winter", "winter", *["spring"] * 3, *["summer"] * 3, *["autumn"] * 3, "winter"]
        found = in_north[month - 1]
        other = SEASONS[(SEASONS.index(found) + 2) % 4]
        assert [season for season in SEASONS if holds({"season": season}, day)] == [found]
        assert [season for season in SEASONS if holds({"season": season}, day, south)] == [other]
    assert holds({"season": "spring"}, "2026-02-28") is False


@pytest.mark.spec("CA-1", "CA-3")
@pytest.mark.parametrize(
    ("rule", "path", "code"),
    [
        ({}, "", "empty"),
        ([], "", "empty"),
        ([{"months": [1]}, {}], "[1]", "empty"),
        ({"leap": "mar1"}, "", "empty"),
        (None, "", "not_object"),
        ({"month": [1]}, "month", "unknown_field"),
        ({"months": []}, "months", "empty"),
        ({"months": [1, 13]}, "months[1]", "out_of_range"),
        ({"months": [1] * 367}, "months", "too_many_nodes"),
        ({"months": 1}, "months", "not_list"),
        ({"months": [True]}, "months[0]", "not_whole"),
        ({"dates": ["02-30"]}, "dates[0]", "not_month_day"),
        ({"dates": ["2-3"]}, "dates[0]", "not_month_day"),
        ({"range": {"from": "04-31", "to": "05-01"}}, "range.from", "not_month_day"),
        ({"range": {"from": "04-30"}}, "range.to", "missing"),
        ({"days_of_month": [0]}, "days_of_month[0]", "zero"),
        ({"days_of_month": [-32]}, "days_of_month[0]", "out_of_range"),
        ({"weekdays": ["monday"]}, "weekdays[0]", "unknown_value"),
        ({"nth_weekday": {"n": 6, "weekday": "mon"}}, "nth_weekday.n", "out_of_range"),
        ({"nth_weekday": {"n": 0, "weekday": "mon"}}, "nth_weekday.n", "zero"),
        ({"season": "fall"}, "season", "unknown_value"),
        ({"festival": ""}, "festival", "empty"),
        ({"every": {"days": 0, "from": "2026-01-01"}}, "every.days", "out_of_range"),
        ({"every": {"days": 2, "from": "2026-02-29"}}, "every.from", "not_date"),
        ({"years": {}}, "years", "one_or_more"),
        ({"years": {"from": 2027, "to": 2026}}, "years", "never"),
        ({"years": {"from": 0}}, "years.from", "out_of_range"),
        ({"months": [1], "leap": "jump"}, "leap", "unknown_value"),
        ({"except": {"months": [1]}}, "except", "not_list"),
        ({"except": []}, "except", "empty"),
        ({"except": [{"months": [1]}, {"season": "fall"}]}, "except[1].season", "unknown_value"),
        ([[[[[[[[[[[]]]]]]]]]]], "[0][0][0][0][0][0][0][0][0][0]", "too_many_levels"),
        ([{"months": [1]}] * 200, "[199]", "too_many_nodes"),
    ],
)
def test_what_is_no_rule(rule, path, code):
    fault = rule_fault(rule)
    assert (fault.path, fault.code) == (path, code)


@pytest.mark.spec("CA-1")
def test_festivals_may_name_each_other_but_not_in_a_circle():
    festivals = {
        "feast": {"festival": "eve", "except": [{"years": {"to": 2026}}]},
        "eve": {"dates": ["12-24"]},
    }
    assert festivals_fault(festivals) is None
    calendar = Calendar("north", festivals)
    assert holds({"festival": "feast"}, "2027-12-24", calendar) is True
    assert holds({"festival": "feast"}, "2026-12-24", calendar) is False
    assert calendar.next({"festival": "feast"}, date(2026, 1, 1)) == date(2027, 12, 24)
    circle = {"a": [{"festival": "b"}], "b": {"except": [{"festival": "a"}]}, "c": {"months": [1]}}
    fault = festivals_fault(circle)
    assert fault.code == "circle"
    assert set(fault.values["circle"].split(" → ")) == {"a", "b"}
    assert festivals_fault({"a": {"festival": "a"}}).code == "circle"
    assert festivals_fault({"a": {"festival": "x"}}).path == "a.festival"
    assert rule_fault({"festival": "x"}, festivals=festivals).code == "not_in_world"


def test_a_long_chain_of_festivals_is_no_trouble():
    chain = {f"f{n}": {"festival": f"f{n + 1}"} for n in range(3000)} | {"f3000": {"months": [5]}}
    assert festivals_fault(chain) is None
    assert holds({"festival": "f0"}, "2026-05-09", Calendar("north", chain)) is True


@pytest.mark.spec("CO-2")
def test_without_hemisphere_or_festival_nothing_is_said_that_depends_on_it():
    calendar = Calendar(None, None)
    assert holds({"season": "winter"}, "2026-12-24", calendar) is None
    assert holds({"season": "winter", "months": [1]}, "2026-12-24", calendar) is False
    assert holds([{"season": "winter"}, {"months": [12]}], "2026-12-24", calendar) is True
    assert holds({"months": [12], "except": [{"festival": "x"}]}, "2026-12-24", calendar) is None
    circle = Calendar("north", {"a": {"festival": "b"}, "b": {"festival": "a"}})
    assert holds({"festival": "a"}, "2026-12-24", circle) is None


@pytest.mark.spec("CA-3")
def test_next_and_previous_look_28_years_away():
    leap_sunday = {"dates": ["02-29"], "weekdays": ["sun"]}
    assert NORTH.next(leap_sunday, date(2004, 2, 29)) == date(2032, 2, 29)
    assert NORTH.previous(leap_sunday, date(2032, 2, 29)) == date(2004, 2, 29)
    in_2054 = {"years": {"from": 2054}}
    assert NORTH.next(in_2054, date(2026, 1, 1)) == date(2054, 1, 1)
    assert NORTH.next(in_2054, date(2025, 12, 31)) is None
    until_1998 = {"years": {"to": 1998}}
    assert NORTH.previous(until_1998, date(2026, 12, 31)) == date(1998, 12, 31)
    assert NORTH.previous(until_1998, date(2027, 1, 1)) is None
    assert NORTH.next({"months": [1]}, date(9999, 12, 31)) is None
    assert NORTH.previous({"months": [12]}, date(1, 1, 1)) is None


@pytest.mark.spec("CA-3")
@pytest.mark.parametrize(
    ("rule", "never"),
    [
        ({"months": [2], "days_of_month": [30]}, True),
        ({"weekdays": ["mon"], "nth_weekday": {"n": 1, "weekday": "tue"}}, True),
        ({"dates": ["02-29"], "years": {"from": 2097, "to": 2103}}, True),
        ({"dates": ["02-29"], "years": {"from": 2097, "to": 2104}}, False),
        ({"months": [1], "except": [{"months": [1]}]}, True),
        ({"every": {"days": 7, "from": "2026-11-30"}, "weekdays": ["tue"]}, True),
        ({"every": {"days": 7, "from": "2026-11-30"}, "weekdays": ["mon"]}, False),
        ({"every": {"days": 4_000_000, "from": "9999-12-31"}}, False),
        ({"season": "winter", "months": [7]}, False),
        ({"festival": "x"}, False),
        (
            [{"months": [2], "days_of_month": [30]}, {"dates": ["02-29"], "weekdays": ["sat"]}],
            False,
        ),
    ],
)
def test_what_can_never_be_is_known_where_it_can_be_known(rule, never):
    assert rule_fault(rule) is None
    assert never_matches(rule) is never


@pytest.mark.spec("CA-3")
def test_rare_rules_are_fast():
    rare = {"months": [2], "days_of_month": [30], "except": [{"weekdays": ["mon"]}] * 100}
    begun = thread_time()
    assert NORTH.next(rare, date(2026, 1, 1)) is None
    assert NORTH.previous(rare, date(2026, 1, 1)) is None
    assert thread_time() - begun < 1


MONTH_DAYS = st.sampled_from(["01-01", "02-28", "02-29", "03-01", "04-30", "12-24", "12-31"])
PARTS = st.fixed_dictionaries(
    {},
    optional={
        "months": st.lists(st.integers(1, 12), min_size=1, max_size=6),
        "dates": st.lists(MONTH_DAYS, min_size=1, max_size=3),
        "range": st.fixed_dictionaries({"from": MONTH_DAYS, "to": MONTH_DAYS}),
        "days_of_month": st.lists(st.integers(-31, 31).filter(bool), min_size=1, max_size=12),
        "weekdays": st.lists(st.sampled_from(WEEKDAYS), min_size=1, max_size=4),
        "nth_weekday": st.fixed_dictionaries(
            {"n": st.integers(-5, 5).filter(bool), "weekday": st.sampled_from(WEEKDAYS)}
        ),
        "season": st.sampled_from(SEASONS),
        "every": st.fixed_dictionaries(
            {"days": st.integers(1, 40), "from": st.sampled_from(["2024-02-29", "2030-07-01"])}
        ),
        "years": st.fixed_dictionaries({}, optional={"from": st.integers(2020, 2032)}).filter(bool),
        "leap": st.sampled_from(LEAPS),
    },
)
RULES = st.recursive(
    PARTS,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3)
        | st.tuples(PARTS, st.lists(inner, min_size=1, max_size=2)).map(
            lambda pair: {**pair[0], "except": pair[1]}
        )
    ),
    max_leaves=4,
).filter(lambda rule: rule_fault(rule) is None)


def brute(rule, day):
    """The text of CA-1 read day by day, without any of the reckoning by years."""
    if isinstance(rule, list):
        return any(brute(item, day) for item in rule)
    return all(READ[name](rule[name], day, rule) for name in rule)


def last_of(day):
    return (day.replace(day=28) + timedelta(4)).replace(day=1) - timedelta(1)


def moved(text, day, rule, otherwise):
    common = last_of(date(day.year, 2, 1)).day == 28
    if text == "02-29" and common:
        return {"feb28": "02-28", "mar1": "03-01"}.get(rule.get("leap"), otherwise)
    return text


def in_range(value, day, rule):
    first, last = (moved(value[name], day, rule, value[name]) for name in ("from", "to"))
    now = f"{day:%m-%d}"
    if value["from"] <= value["to"]:
        return first <= now <= last
    return now >= first or now <= last


def nth(value, day, _rule):
    n, weekday = value["n"], value["weekday"]
    if WEEKDAYS[day.weekday()] != weekday:
        return False
    left = (last_of(day).day - day.day) // 7
    return n == (day.day - 1) // 7 + 1 if n > 0 else -n == left + 1


READ = {
    "months": lambda value, day, _: day.month in value,
    "dates": lambda value, day, rule: (
        f"{day:%m-%d}" in [moved(text, day, rule, "never") for text in value]
    ),
    "range": in_range,
    "days_of_month": lambda value, day, _: (
        day.day in value or day.day - last_of(day).day - 1 in value
    ),
    "weekdays": lambda value, day, _: WEEKDAYS[day.weekday()] in value,
    "nth_weekday": nth,
    "season": lambda value, day, _: SEASONS[(day.month - 3) % 12 // 3] == value,
    "every": lambda value, day, _: (
        (gone := (day - date.fromisoformat(value["from"])).days) >= 0 and gone % value["days"] == 0
    ),
    "years": lambda value, day, _: value.get("from", 1) <= day.year <= value.get("to", 9999),
    "leap": lambda value, day, _: True,
    "except": lambda value, day, _: not any(brute(item, day) for item in value),
}


@pytest.mark.spec("CA-1", "CA-3")
@settings(max_examples=150, deadline=None)
@given(RULES, st.dates(date(2023, 1, 1), date(2033, 1, 1)))
def test_reckoning_agrees_with_a_scan_day_by_day(rule, day):
    assert NORTH.matches(rule, day) is brute(rule, day)
    following, before = NORTH.next(rule, day), NORTH.previous(rule, day)
    for found, step in ((following, 1), (before, -1)):
        far = 400 if found is None else abs((found - day).days)
        assert not any(brute(rule, day + timedelta(step * n)) for n in range(1, min(far, 2000)))
        assert found is None or brute(rule, found)
    if following is not None or before is not None:
        assert not never_matches(rule)
