"""What a character has to do at an instant: routine, engagements and intents (AG-1, AG-3).

Three layers: *routine windows* (the first that matches wins), *engagements* (dated), *intents*
(goals). None of them is an order: what a character really does is decided in the story.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.zones import MINUTE

PENDING, KEPT, MISSED, CANCELLED = "pending", "kept", "missed", "cancelled"
ENGAGEMENT_STATES = (PENDING, KEPT, MISSED, CANCELLED)

ACTIVE, DONE, DROPPED = "active", "done", "dropped"
INTENT_STATES = (ACTIVE, DONE, DROPPED)

SOON = 30 * MINUTE
"""How long before its time an engagement is due."""

FIRST_INTENTS = 3
"""How many intents a character is shown."""


@dataclass(frozen=True, slots=True)
class Routine:
    """A window of a character's day, in the order in which windows are tried.

    `start`, `end`: HH:MM (end up to 24:00) in the story's zone; `days`: mon … sun, empty: all;
    `calendar`: a calendar rule for the day on which the window begins, None or {}: any day.
    `location`: a place's key, None: the character stays where it is.
    """

    start: str
    end: str
    days: tuple[str, ...] = ()
    calendar: Any = None
    location: str | None = None
    activity: str = ""

    @property
    def window(self) -> Mapping[str, Any]:
        """The window as `rules.windows` reads it."""
        days = {"days": self.days} if self.days else {}
        return {"from": self.start, "to": self.end, **days}


@dataclass(frozen=True, slots=True)
class Engagement:
    """Something agreed on for a time; `ends` None: no end was said."""

    key: str
    character: str
    title: str
    begins: int
    ends: int | None = None
    location: str | None = None
    status: str = PENDING

    @property
    def past_at(self) -> int:
        """The instant after which it is over: its end, or its beginning where it has none."""
        return self.begins if self.ends is None else self.ends

    def is_overdue(self, now: int) -> bool:
        """Pending though its time is past (AG-2)."""
        return self.status == PENDING and self.past_at < now

    def is_due(self, now: int) -> bool:
        """Pending, and at most half an hour away or begun or overdue."""
        return self.status == PENDING and self.begins <= now + SOON


@dataclass(frozen=True, slots=True)
class Intent:
    """A goal; greater numbers of `priority` and `urgency` go first."""

    key: str
    character: str
    text: str
    kind: str = ""
    priority: int = 0
    urgency: int = 0
    deadline: int | None = None
    plan: str = ""
    status: str = ACTIVE


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A routine window on the day on which it begins (0 = 1970-01-01).

    Two are the same occurrence if both are equal: a window that clocks cut in two is one.
    """

    index: int
    day: int


@dataclass(frozen=True, slots=True)
class RoutineWindow:
    """An occurrence with the unbroken stretch of time in which it holds or will."""

    occurrence: Occurrence
    routine: Routine
    begins: int
    ends: int


@dataclass(frozen=True, slots=True)
class Agenda:
    """What a character has to do at an instant.

    `due`: pending engagements that are due or overdue, earliest first; `later`: the other pending
    ones; `intents`: the active ones, most pressing first.
    """

    now: int
    current: RoutineWindow | None = None
    following: RoutineWindow | None = None
    due: tuple[Engagement, ...] = ()
    later: tuple[Engagement, ...] = ()
    intents: tuple[Intent, ...] = field(default=())


def in_order_of_pressure(intents: Iterable[Intent]) -> tuple[Intent, ...]:
    """The active intents by priority, urgency, and nearness of the deadline; then by key."""
    active = (intent for intent in intents if intent.status == ACTIVE)
    return tuple(
        sorted(
            active,
            key=lambda it: (
                -it.priority,
                -it.urgency,
                it.deadline is None,
                it.deadline or 0,
                it.key,
            ),
        )
    )


def pending(engagements: Iterable[Engagement]) -> Sequence[Engagement]:
    """The engagements that nobody has judged yet, earliest first; then by key."""
    return sorted(
        (it for it in engagements if it.status == PENDING), key=lambda it: (it.begins, it.key)
    )
