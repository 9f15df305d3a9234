"""Where routines bring those who are away from the player when time moves (AG-5, AG-6)."""

from dataclasses import dataclass

from worldbook.rules.agenda import Occurrence, Routine

ACTIVE = "active"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of a story as catch-up sees them; `location` None: nowhere."""

    key: str
    location: str | None
    condition: str = ACTIVE
    routine_on: bool = True
    routines: tuple[Routine, ...] = ()
    background: bool = False
    group: bool = False


@dataclass(frozen=True, slots=True)
class RoutineMove:
    """What a changed window makes of somebody.

    `location`: where they are now, None: they stay where they were. `occurrence` None: no window
    holds, so they stay and have no activity.
    """

    character: str
    location: str | None
    activity: str
    occurrence: Occurrence | None
