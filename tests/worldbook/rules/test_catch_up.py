import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.agenda import Occurrence, Routine
from worldbook.rules.almanac import read_almanac
from worldbook.rules.catch_up import (
    Person,
    RoutineMove,
    asked_now,
    catch_up_plan,
    first_places,
    join_queue,
    without_routine,
)
from worldbook.rules.instants import parse_instant
from worldbook.rules.zones import DAY, HOUR, MINUTE

ALMANAC = read_almanac({"zone": "Europe/Berlin"})
ROUTINES = (
    Routine("08:00", "12:00", location="forge", activity="works"),
    Routine("12:00", "13:00", activity="eats"),
    Routine("22:00", "06:00", location="home", activity="sleeps"),
)


def instant(at):
    return parse_instant(at, ALMANAC.zone)


def smith(location="square", **more):
    return Person("smith", location, **{"routines": ROUTINES, **more})


def plan(people, cursor, now, player="hero", place="inn"):
    return catch_up_plan(
        people,
        cursor=instant(cursor),
        now=instant(now),
        almanac=ALMANAC,
        player=player,
        player_location=place,
    )


@pytest.mark.spec("AG-5")
def test_who_is_away_goes_where_the_changed_window_says():
    (move,) = plan([smith()], "2026-11-30T07:59", "2026-11-30T08:00")
    day = ALMANAC.day(instant("2026-11-30"))
    assert move == RoutineMove("smith", "forge", "works", Occurrence(0, day))


@pytest.mark.spec("AG-5")
def test_a_window_without_place_changes_the_activity_only():
    (move,) = plan([smith("forge")], "2026-11-30T11:59", "2026-11-30T12:00")
    assert (move.location, move.activity) == (None, "eats")


@pytest.mark.spec("AG-5")
def test_without_a_window_one_stays_with_no_activity():
    (move,) = plan([smith("forge")], "2026-11-30T12:59", "2026-11-30T13:00")
    assert move == RoutineMove("smith", None, "", None)


@pytest.mark.spec("AG-5")
def test_nothing_happens_while_the_same_occurrence_holds():
    assert plan([smith()], "2026-11-30T08:00", "2026-11-30T11:59") == ()
    assert plan([smith()], "2026-11-30T13:00", "2026-11-30T21:59") == ()
    assert plan([smith()], "2026-11-30T23:00", "2026-12-01T05:59") == ()


@pytest.mark.spec("AG-5")
def test_the_same_window_of_another_day_is_another_occurrence():
    (move,) = plan([smith()], "2026-11-30T09:00", "2026-12-01T09:00")
    assert move.location == "forge"
    (night,) = plan([smith()], "2026-11-30T05:00", "2026-11-30T23:00")
    assert night.occurrence.day == ALMANAC.day(instant("2026-11-30"))


@pytest.mark.spec("AG-5")
def test_only_those_away_active_and_with_routine_on():
    people = [
        smith("inn"),
        smith(condition="captive"),
        smith(condition="dead"),
        smith(routine_on=False),
        smith(routines=()),
        Person("hero", "square", routines=ROUTINES),
    ]
    assert plan(people, "2026-11-30T07:00", "2026-11-30T09:00") == ()


@pytest.mark.spec("AG-5")
def test_with_the_player_nowhere_everybody_is_away():
    found = plan([smith("inn"), smith(None)], "2026-11-30T07:00", "2026-11-30T09:00", place=None)
    assert [move.location for move in found] == ["forge", "forge"]


TIMES = st.integers(0, 23).map(lambda hour: f"{hour:02}:00")
PLACED = st.builds(
    Routine, start=TIMES, end=TIMES, location=st.sampled_from(["a", "b", "c"]),
    activity=st.sampled_from(["x", "y"]),
)  # fmt: skip
WHOLE_DAY = Routine("00:00", "24:00", location="home", activity="idle")
BEGINS = st.sampled_from(["2026-03-28T20:00", "2026-10-24T20:00", "2026-12-31T20:00"])


def settled(person, at):
    """Somebody whose place and activity are those of the window that holds."""
    held = first_places([person], now=at, almanac=ALMANAC)
    return (held[0].location, held[0].activity)


def walk(routines, state, instants):
    """Place and activity after catching up at each instant in turn."""
    for cursor, now in itertools.pairwise(instants):
        for move in catch_up_plan(
            [Person("p", state[0], routines=routines)],
            cursor=cursor,
            now=now,
            almanac=ALMANAC,
            player=None,
            player_location=None,
        ):
            state = (move.location or state[0], move.activity)
    return state


@pytest.mark.spec("AG-5")
@settings(max_examples=120, deadline=None)
@given(st.lists(PLACED, max_size=3), BEGINS, st.lists(st.integers(1, 900), min_size=1, max_size=8))
def test_one_leap_ends_where_many_steps_do(routines, begin, minutes):
    """Each window has a place and some window always holds: then place and activity follow it."""
    routines = (*routines, WHOLE_DAY)
    instants = [instant(begin)]
    for length in minutes:
        instants.append(instants[-1] + length * MINUTE)
    start = settled(Person("p", None, routines=routines), instants[0])
    stepped = walk(routines, start, instants)
    assert stepped == walk(routines, start, [instants[0], instants[-1]])
    assert stepped == settled(Person("p", None, routines=routines), instants[-1])


@pytest.mark.spec("AG-5")
@settings(max_examples=60, deadline=None)
@given(st.lists(PLACED, max_size=3).map(tuple), BEGINS, st.integers(0, 40), st.integers(0, 40))
def test_catching_up_twice_changes_nothing_more(routines, begin, first, second):
    start = instant(begin)
    cursor, now = start + first * HOUR, start + (first + second) * HOUR
    once = walk(routines, ("somewhere", "walks"), [cursor, now])
    assert walk(routines, once, [now, now]) == once


@pytest.mark.spec("AG-5")
@given(st.integers(0, 47), st.integers(1, 96))
def test_a_change_needs_another_occurrence(half, halves):
    cursor = instant("2026-11-30") + half * HOUR // 2
    now = cursor + halves * HOUR // 2
    found = catch_up_plan(
        [smith()], cursor=cursor, now=now, almanac=ALMANAC, player=None, player_location=None
    )
    if now - cursor >= DAY:
        local = (now // MINUTE + 60) % 1440
        outside = 780 <= local < 1320 or 360 <= local < 480
        before = (cursor // MINUTE + 60) % 1440
        gap = 780 <= before < 1320 or 360 <= before < 480
        assert bool(found) is not (outside and gap)


@pytest.mark.spec("AG-5")
def test_at_the_start_the_world_says_where_and_the_routine_what():
    people = [smith(), smith(None), smith(condition="away"), smith(None, routines=())]
    found = first_places(people, now=instant("2026-11-30T09:00"), almanac=ALMANAC)
    assert [(move.location, move.activity) for move in found] == [
        (None, "works"),
        ("forge", "works"),
    ]
    assert first_places(people, now=instant("2026-11-30T07:00"), almanac=ALMANAC) == ()


@pytest.mark.spec("AG-6")
def test_who_was_away_without_a_routine_is_asked_for_in_turn():
    people = [
        Person("guest", "square"),
        Person("here", "inn"),
        Person("crowd", "square", group=True),
        Person("passer", "square", background=True),
        Person("hero", "square"),
        Person("lost", None),
        smith(),
    ]
    found = without_routine(people, player="hero", player_location="inn")
    assert found == ("guest", "lost")
    queue = join_queue(("lost", "old"), (*found, "new"))
    assert queue == ("lost", "old", "guest", "new")
    assert asked_now(queue) == ("lost", "old", "guest")
