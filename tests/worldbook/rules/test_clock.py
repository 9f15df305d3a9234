import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.clock import (
    ELAPSED,
    REAL_TIME,
    SKIP,
    START,
    Clock,
    TimeStep,
    advance,
    at,
    present,
)
from worldbook.rules.zones import MINUTE

LOG = (
    TimeStep(START, 1_000, 1_000, turn=0),
    TimeStep(ELAPSED, 1_000, 31_000, turn=1, round=1),
    TimeStep(ELAPSED, 31_000, 61_000, turn=1, round=2),
    TimeStep(SKIP, 61_000, 361_000, turn=1, round=2, reason="sleep"),
    TimeStep(ELAPSED, 361_000, 391_000, turn=1, round=3),
    TimeStep(ELAPSED, 391_000, 421_000, turn=4, round=1),
    TimeStep(ELAPSED, 421_000, 421_000, turn=4, round=100),
)


@pytest.mark.spec("TM-5")
def test_an_events_time_is_the_start_of_its_round():
    assert [at(LOG, 1, number) for number in (1, 2, 3)] == [1_000, 31_000, 361_000]
    assert at(LOG, 4, 1) == 391_000
    assert at(LOG, 4, 100) == 421_000


@pytest.mark.spec("TM-5")
def test_without_an_entry_it_is_the_last_instant_before():
    assert at(LOG, 0, 0) == 1_000
    assert at(LOG, 1, 0) == 1_000
    assert at(LOG, 1, 4) == 391_000
    assert at(LOG, 3, 1) == 391_000
    assert at(LOG, 9, 2) == 421_000
    assert at((), 3, 1) is None


@pytest.mark.spec("TM-5")
def test_a_leap_before_the_first_round_of_a_turn_is_before_that_round():
    log = (LOG[0], TimeStep(SKIP, 1_000, 90_000, turn=2, round=0))
    assert at(log, 2, 0) == 90_000
    assert at(log, 2, 1) == 90_000
    away = (LOG[0], TimeStep(REAL_TIME, 1_000, 50_000, turn=2))
    assert at(away, 2, 0) == 50_000


@pytest.mark.spec("TM-1", "TM-2")
def test_a_step_moves_the_clock_and_leaves_the_cursor():
    clock = Clock("simulated", now=1_000, started=1_000, cursor=1_000)
    moved = advance(clock, LOG[1])
    assert moved == Clock("simulated", now=31_000, started=1_000, cursor=1_000, own_dates=True)
    real = advance(Clock("real", now=0, started=0), TimeStep(REAL_TIME, 0, MINUTE, 1, 1))
    assert not real.own_dates


@pytest.mark.spec("TM-5")
@given(st.lists(st.tuples(st.integers(1, 5), st.integers(0, 50)), max_size=30))
def test_times_never_go_back_along_a_line(steps):
    """Rounds of turns in order, each with a length; some turns have none."""
    log, now, turn, number = [TimeStep(START, 0, 0, turn=0)], 0, 1, 0
    asked = [(0, 0)]
    for more, length in steps:
        turn, number = (turn + more - 1, 1) if more > 1 else (turn, number + 1)
        log.append(TimeStep(ELAPSED, now, now + length, turn, number))
        asked += [(turn, number), (turn, number + 1)]
        now += length
    times = [at(log, *which) for which in sorted(asked)]
    assert times == sorted(times)
    assert times[-1] == now or not steps


@pytest.mark.spec("TM-4")
def test_a_real_clock_goes_on_with_the_wall_and_never_back():
    assert present(Clock("real", now=5), 9) == 9
    assert present(Clock("real", now=5), 3) == 5
    assert present(Clock("simulated", now=5), 9) == 5
    assert present(Clock("none"), 9) is None
