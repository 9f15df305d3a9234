import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.agenda import Engagement, Intent, Routine, in_order_of_pressure
from worldbook.rules.agenda_at import NOT_ORDERS, agenda_at, told_agenda
from worldbook.rules.almanac import read_almanac
from worldbook.rules.instants import parse_instant
from worldbook.rules.zones import HOUR, MINUTE

ALMANAC = read_almanac({"zone": "Europe/Berlin"})
NOW = parse_instant("2026-11-30T12:30", ALMANAC.zone)
ROUTINES = (
    Routine("12:00", "13:00", location="inn", activity="eats"),
    Routine("08:00", "20:00", location="forge"),
    Routine("22:00", "06:00", activity="sleeps"),
)


def engagement(key, begins, **more):
    return Engagement(key, "smith", f"meet {key}", NOW + begins, **more)


def keys(found):
    return [it.key for it in found]


@pytest.mark.spec("AG-1")
def test_an_agenda_joins_routine_engagements_and_intents():
    agenda = agenda_at(
        NOW,
        ALMANAC,
        routines=ROUTINES,
        engagements=[engagement("late", HOUR), engagement("soon", MINUTE)],
        intents=[Intent("a", "smith", "sell"), Intent("b", "smith", "rest", status="done")],
    )
    assert (agenda.current.routine, agenda.following.routine) == ROUTINES[:2]
    assert (keys(agenda.due), keys(agenda.later), keys(agenda.intents)) == (
        ["soon"],
        ["late"],
        ["a"],
    )
    idle = agenda_at(NOW, ALMANAC, routines=ROUTINES, routine_on=False)
    assert (idle.current, idle.following) == (None, None)


@pytest.mark.spec("AG-1", "AG-3")
def test_due_is_pending_and_half_an_hour_away_at_most():
    half = 30 * MINUTE
    found = agenda_at(
        NOW,
        ALMANAC,
        engagements=[
            engagement("edge", half),
            engagement("beyond", half + 1),
            engagement("running", -HOUR, ends=NOW + HOUR),
            engagement("past", -2 * HOUR, ends=NOW - 1),
            *(engagement(done, -MINUTE, status=done) for done in ("kept", "missed", "cancelled")),
        ],
    )
    assert keys(found.due) == ["past", "running", "edge"]
    assert [it.is_overdue(NOW) for it in found.due] == [True, False, False]
    assert keys(found.later) == ["beyond"]


def test_nothing_is_overdue_in_its_own_instant():
    assert not engagement("now", 0).is_overdue(NOW)
    assert engagement("now", -1).is_overdue(NOW)
    assert not engagement("now", -1, status="missed").is_overdue(NOW)


@pytest.mark.spec("AG-3")
def test_intents_go_by_priority_urgency_and_nearness_of_the_deadline():
    intents = [
        Intent("none", "x", "", priority=1, urgency=1),
        Intent("far", "x", "", priority=1, urgency=1, deadline=NOW + HOUR),
        Intent("near", "x", "", priority=1, urgency=1, deadline=NOW),
        Intent("urgent", "x", "", priority=1, urgency=2),
        Intent("first", "x", "", priority=2),
        Intent("dropped", "x", "", priority=9, status="dropped"),
        Intent("also", "x", "", priority=1, urgency=1),
    ]
    ordered = keys(in_order_of_pressure(intents))
    assert ordered == ["first", "urgent", "near", "far", "also", "none"]


@pytest.mark.spec("AG-3")
@given(st.permutations([(p, u, d) for p in (0, 1) for u in (0, 1) for d in (None, 0, -5, 7)]))
def test_the_order_of_intents_is_one_whatever_order_they_come_in(given_order):
    ordered = in_order_of_pressure(
        Intent(f"{p}{u}{d}", "x", "", priority=p, urgency=u, deadline=d) for p, u, d in given_order
    )
    for one, other in itertools.pairwise(ordered):
        assert (one.priority, one.urgency) >= (other.priority, other.urgency)
        if (one.priority, one.urgency) == (other.priority, other.urgency):
            assert other.deadline is None or one.deadline <= other.deadline


@pytest.mark.spec("AG-3")
def test_a_character_is_told_windows_what_is_due_and_three_intents_as_plans():
    agenda = agenda_at(
        NOW,
        ALMANAC,
        routines=ROUTINES,
        engagements=[
            engagement("mill", -HOUR, location="mill"),
            engagement("market", 20 * MINUTE),
            engagement("tomorrow", 30 * HOUR),
        ],
        intents=[
            Intent("a", "smith", "leave", status="dropped"),
            *(Intent(f"b{n}", "smith", f"goal {n}") for n in range(3)),
        ],
    )
    assert told_agenda(agenda, ALMANAC, str.title) == (
        "Usually now (12:00 to 13:00): eats at Inn",
        "Usually next (13:00 to 20:00): at Forge",
        "Agreed for Monday, 30 November 2026, 11:30 at Mill: meet mill (overdue)",
        "Agreed for Monday, 30 November 2026, 12:50: meet market",
        "Means to: goal 0",
        "Means to: goal 1",
        "Means to: goal 2",
        NOT_ORDERS,
    )


@pytest.mark.spec("AG-3")
def test_an_intent_is_told_with_deadline_and_plan_and_a_far_window_with_its_date():
    fair = Routine("10:00", "11:00", calendar={"dates": ["12-24"]})
    agenda = agenda_at(
        NOW,
        ALMANAC,
        routines=[fair],
        intents=[Intent("a", "smith", "sell", priority=9, plan="ask", deadline=NOW + HOUR)],
    )
    assert told_agenda(agenda, ALMANAC) == (
        "Usually next (Thursday, 24 December 2026, 10:00 to 11:00): nothing in particular",
        "Means to: sell (by Monday, 30 November 2026, 13:30) Plan: ask",
        NOT_ORDERS,
    )
    assert told_agenda(agenda_at(NOW, ALMANAC), ALMANAC) == ()
