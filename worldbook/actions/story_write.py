"""The one door to a story's state: who writes, under which take, and why (ST-4).

    with story_write(session, cause="master", take=take, timeline=timeline, round=2) as write:
        ...rows...

It opens a transaction (or a part of one), locks the session's row, takes a lock of its own, compares
the timeline and sets the context that the tables' triggers demand and journal; at its end the context
is gone again. Where other rows are locked too, the order is the same for all: the session's row, this
lock, takes.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.db import connection, transaction

from worldbook.models.story_rows import row_id
from worldbook.queries.prepared import Prepared

NOT_JOURNALED = frozenset({"start", "move"})
"""Causes that write no journal: a world is copied, or a state is put back."""

_SETTINGS = (
    "session", "mode", "take", "turn", "round", "attempt", "cause", "reason", "next_n", "next_seq",
)  # fmt: skip
_COUNTED = ("next_n", "next_seq")


def _put(names: Iterable[str]) -> str:
    """SQL that sets some of the context to values that are given."""
    return ", ".join(f"set_config('story.{name}', %s, true)" for name in names)


class StoryMoved(Exception):  # noqa: N818 - not a fault: what began under an old timeline is dropped
    """The story's head was moved since: nothing may be written under the old timeline (ST-1a)."""


class StoryGone(Exception):  # noqa: N818 - not a fault: its owner deleted it
    """There is no such session any more."""


@dataclass(frozen=True, slots=True)
class StoryWrite:
    """An open write: `take` is the one its changes belong to (0: none); `since` the journal's last
    number before it."""

    session_id: int
    take: int
    since: int
    cause: str
    reason: str = ""

    def new_ids(self, count: int) -> list[int]:
        """Primary keys for `count` new rows, so that they can refer to each other beforehand."""
        if not count:
            return []
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('story.next_n',"
                " (current_setting('story.next_n')::bigint + %s)::text, true)::bigint",
                [count],
            )
            (after,) = cursor.fetchone()
        return [row_id(self.session_id, n) for n in range(after - count, after)]

    @contextmanager
    def as_cause(self, cause: str, *, reason: str = "") -> Iterator["StoryWrite"]:
        """Write a part under another cause: a time step brings its catch-up along."""
        _set({"cause": cause, "reason": reason})
        yield replace(self, cause=cause, reason=reason)
        _set({"cause": self.cause, "reason": self.reason})


@contextmanager
def story_write(
    session_id: int,
    *,
    cause: str,
    take: int | None = None,
    timeline: int | None = None,
    turn: int | None = None,
    round: int = 0,
    attempt: int = 0,
    reason: str = "",
) -> Iterator[StoryWrite]:
    """Write state rows of one session, all or nothing.

    `take`: whose change it is; None for edits by hand and background work, which belong to the head,
    or where that is being played and has changed nothing yet, to the take above it (ST-1).
    `timeline`: the number it began under; None is for those who hold the session's row themselves.
    `cause`: one of JournalRow.Cause, or `start` or `move`, which are not journaled.

    Raises StoryMoved and StoryGone; nothing is written then.
    """
    with transaction.atomic():
        outer, counters = _enter(session_id, timeline)
        owner = _whose(session_id, cause, take, outer)
        _set(
            {
                **counters,
                "session": session_id,
                "mode": "quiet" if cause in NOT_JOURNALED else "write",
                "take": owner,
                "turn": turn or 0,
                "round": round,
                "attempt": attempt,
                "cause": cause,
                "reason": reason,
            }
        )
        since = counters["next_seq"] - 1
        yield StoryWrite(session_id, owner, since, cause, reason)
        _leave(session_id, outer, owner, since)


_STATE_LOCK = "pg_advisory_xact_lock(hashtextextended('story_write:' || {id}, 0))"


def lock_state(session_id: int) -> None:
    """Keep others from writing a session's state to the transaction's end; its row is locked."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {_STATE_LOCK.format(id='%s')}", [str(session_id)])


_LOCK = Prepared(
    "WITH story AS MATERIALIZED ("  # noqa: S608 - own words
    " SELECT id, timeline FROM sessions_app_session WHERE id = %s FOR NO KEY UPDATE)"
    f" SELECT timeline, {_STATE_LOCK.format(id='id')} FROM story",
    values=1,
)
"""The session's row first, then the lock of its state."""


def _enter(session_id: int, timeline: int | None) -> tuple[dict[str, str], dict[str, int]]:
    """Lock and compare; the context around this write (its session is empty where there is none),
    and the next numbers of rows and of the journal."""
    with connection.cursor() as cursor:
        _LOCK.ask(cursor, [session_id])
        row = cursor.fetchone()
        if row is None:
            raise StoryGone(session_id)
        if timeline is not None and row[0] != timeline:
            raise StoryMoved(session_id)
        _CONTEXT.ask(cursor, [session_id])
        *found, next_n, next_seq = cursor.fetchone()
    outer = dict(zip(_SETTINGS, found, strict=True))
    if outer["session"] == "":
        return outer, {"next_n": next_n or 1, "next_seq": next_seq or 1}
    if int(outer["session"]) != session_id:
        raise RuntimeError("one story is written to at a time")
    return outer, {name: int(outer[name]) for name in _COUNTED}


_NOW = ", ".join(f"coalesce(current_setting('story.{name}', true), '')" for name in _SETTINGS)
_COUNTERS = "(SELECT) one LEFT JOIN worldbook_storycounter c ON c.session_id = %s"
_CONTEXT = Prepared(f"SELECT {_NOW}, c.next_n, c.next_seq FROM {_COUNTERS}", values=1)  # noqa: S608 - own names
"""The settings as they are, and what the counters' row holds."""


def _leave(session_id: int, outer: dict[str, str], owner: int, since: int) -> None:
    """Keep the counters, mark where the take's changes began, and put the context away."""
    back = [outer[name] for name in _BACK]
    with connection.cursor() as cursor:
        _KEEP.ask(cursor, [since, owner, since, session_id, *back])


_BACK = tuple(name for name in _SETTINGS if name not in _COUNTED)
_BEGUN_AND_KEPT = """
WITH begun AS (
    UPDATE sessions_app_take SET base = %s
    WHERE id = %s AND base IS NULL AND current_setting('story.next_seq')::bigint > %s::bigint + 1
)
INSERT INTO worldbook_storycounter (session_id, next_n, next_seq)
VALUES (%s, current_setting('story.next_n')::bigint, current_setting('story.next_seq')::bigint)
ON CONFLICT (session_id) DO UPDATE SET next_n = excluded.next_n, next_seq = excluded.next_seq
RETURNING """
_KEEP = Prepared(_BEGUN_AND_KEPT + _put(_BACK), values=4 + len(_BACK))
"""A take that has changed something goes on from where its parent stood before (ST-1)."""


_OWNER = """
WITH RECURSIVE up (id, parent_id, base, depth) AS (
    SELECT t.id, t.parent_id, t.base, 1
    FROM sessions_app_session s JOIN sessions_app_take t ON t.id = s.head_id WHERE s.id = %s
    UNION ALL
    SELECT t.id, t.parent_id, t.base, up.depth + 1
    FROM up JOIN sessions_app_take t ON t.id = up.parent_id WHERE up.base IS NULL
)
SELECT id FROM up WHERE base IS NOT NULL ORDER BY depth LIMIT 1
"""


def _whose(session_id: int, cause: str, take: int | None, outer: dict[str, str]) -> int:
    """The take that changes belong to: the one named, that of the write around, or as the tree says."""
    if take is not None or cause in NOT_JOURNALED:
        return take or 0
    return int(outer["take"]) if outer["session"] else _owner(session_id)


def _owner(session_id: int) -> int:
    """The take that a change from outside of a turn belongs to; 0 before the first."""
    with connection.cursor() as cursor:
        cursor.execute(_OWNER, [session_id])
        row = cursor.fetchone()
    return row[0] if row else 0


def _set(values: dict[str, Any]) -> None:
    with connection.cursor() as cursor:
        _setting(tuple(values)).ask(cursor, [str(value) for value in values.values()])


@cache
def _setting(names: tuple[str, ...]) -> Prepared:
    return Prepared(f"SELECT {_put(names)}", values=len(names))
