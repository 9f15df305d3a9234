import pytest

from worldbook.rules.agenda import Routine
from worldbook.rules.almanac import read_almanac
from worldbook.rules.catch_up import Person
from worldbook.rules.instants import parse_instant
from worldbook.rules.whereabouts import whereabouts
from worldbook.rules.zones import HOUR

ALMANAC = read_almanac({"zone": "Europe/Berlin"})
DAY = (
    Routine("22:00", "06:00", location="home", activity="sleeps"),
    Routine("08:00", "12:00", location="forge", activity="works"),
    Routine("12:00", "13:00", activity="eats"),
)
PEOPLE = (
    Person("smith", "square", routines=DAY),
    Person("idler", "inn"),
    Person("captive", "tower", "captive", routines=DAY),
    Person("free", None, routine_on=False, routines=DAY),
)


def at(time):
    found = whereabouts(PEOPLE, parse_instant(f"2026-11-30T{time}", ALMANAC.zone), ALMANAC)
    return {it.who: (it.place, it.now.activity if it.now else None) for it in found}


@pytest.mark.spec("AG-1", "AG-5")
def test_everybody_is_where_the_window_or_else_the_world_says():
    others = {"idler": ("inn", None), "captive": ("tower", None), "free": (None, None)}
    assert at("09:00") == {"smith": ("forge", "works"), **others}
    assert at("12:30") == {"smith": ("square", "eats"), **others}
    assert at("07:00") == {"smith": ("square", None), **others}
    assert at("23:00") == {"smith": ("home", "sleeps"), **others}


@pytest.mark.spec("AG-1")
def test_a_day_is_told_from_midnight_to_midnight():
    midnight = parse_instant("2026-11-30", ALMANAC.zone)
    smith = whereabouts(PEOPLE, midnight, ALMANAC)[0]
    assert [(it.place, (it.begins - midnight) // HOUR, (it.ends - midnight) // HOUR)
            for it in smith.day] == [
        ("home", 0, 6), ("forge", 8, 12), ("square", 12, 13), ("home", 22, 24),
    ]  # fmt: skip
