"""The story clock as a value, the steps it makes, and what time it was then (TM-1…5).

Instants are UTC milliseconds; lengths are milliseconds unless their name says seconds or days.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

SIMULATED, REAL, NONE = "simulated", "real", "none"
MODES = (SIMULATED, REAL, NONE)

START, ELAPSED, REAL_TIME, SKIP, RESYNC = "start", "elapsed", "real", "skip", "resync"
STEP_KINDS = (START, ELAPSED, REAL_TIME, SKIP, RESYNC)


@dataclass(frozen=True, slots=True)
class Clock:
    """A story's clock.

    `now` is None in mode none. `started`: when the story began. `cursor`: the instant up to which routines have been
    caught up (agenda.cursor). `own_dates`: the story has dates of its own, apart from the wall
    clock's, so that it cannot go back to real time.
    """

    mode: str
    now: int | None = None
    started: int | None = None
    cursor: int | None = None
    own_dates: bool = False


@dataclass(frozen=True, slots=True)
class TimeStep:
    """One row of the time log.

    `kind`: start, elapsed (a simulated round), real (real time that passed), skip, or resync.
    `round`: of elapsed and real steps the round that they are the time of; of others the last round
    of the turn that came before, 0 if none.
    """

    kind: str
    begins: int
    ends: int
    turn: int
    round: int = 0
    reason: str = ""

    @property
    def length(self) -> int:
        """How long it took, in milliseconds."""
        return self.ends - self.begins


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """`clock.roundSeconds` and `clock.maxSkipDays` of a session (SE-1)."""

    round_seconds: int = 30
    max_skip_days: int = 30


def advance(clock: Clock, step: TimeStep) -> Clock:
    """The clock after a step; the cursor stays until routines were caught up."""
    own = clock.own_dates or step.kind in (ELAPSED, SKIP)
    return replace(clock, now=step.ends, own_dates=own)


def present(clock: Clock, wall: int) -> int | None:
    """What time it is: a real clock goes on with the wall, never back, before a step is logged."""
    if clock.mode != REAL or clock.now is None:
        return clock.now
    return max(clock.now, wall)


def at(log: Sequence[TimeStep], turn: int, round_: int) -> int | None:
    """When a round was: its start; without an entry, the last instant before it (TM-5).

    `log` in the order written. Round 0 is what comes before the first round of a turn: the last
    instant of it. None where nothing is logged before.
    """
    if round_:
        for step in log:
            if (step.turn, step.round) == (turn, round_) and step.kind in (ELAPSED, REAL_TIME):
                return step.begins
    before = [step.ends for step in log if (step.turn, step.round) < (turn, round_ or 1)]
    return before[-1] if before else None
