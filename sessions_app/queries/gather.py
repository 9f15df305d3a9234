"""All that a turn reads of its story, at once: it is frozen and nothing is read again (LN-1).

The history is a window of the line, so that a turn costs the same in a long story (PF-3).
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connection

from sessions_app.models import Session, SessionPin, StoryCharacter, Take, Turn
from sessions_app.queries.line import number_after
from sessions_app.queries.rounds import rolls_before
from sessions_app.queries.scenarios import effective_scenario
from sessions_app.rules.phases import is_read_by_models
from sessions_app.rules.settings import Effective
from sessions_app.rules.steps import RollResult
from worldbook.queries.compiled import Pinned
from worldbook.queries.fixed import FixedQuery, columns, instance
from worldbook.rules.refusal import Refusal

HISTORY_TURNS = 60
"""How far back a turn reads; what of it fits into the window is the budget's to say (LN-3)."""

_UNREAD = ("selection_input", "trace", "timed")

_TAKE = FixedQuery(
    lambda take, session: (
        Take.objects.filter(pk=take, turn__session=session)
        .order_by()
        .values_list(
            *columns(Take),
            *columns(Turn, "turn__", without=_UNREAD),
            *columns(Session, "turn__session__"),
        )
    ),
    int,
    int,
)
_PINS = FixedQuery(
    lambda session: (
        SessionPin.objects.filter(session=session)
        .order_by("place", "id")
        .values_list("revision_id", "revision__content_hash", "book__key", "revision__number")
    ),
    int,
)
_CAST = FixedQuery(
    lambda session: (
        StoryCharacter.objects.filter(session=session, cast=True)
        .order_by("place", "id")
        .values_list(*columns(StoryCharacter))
    ),
    int,
)


@dataclass(frozen=True, slots=True)
class PastTurn:
    """A turn before this one: what the player wrote and what was answered, as models may read it."""

    number: int
    player: str
    answer: str
    speaker: str


@dataclass(frozen=True, slots=True)
class StoryRead:
    """A story as it stands at the beginning of an attempt."""

    session: Session
    scenario: Effective | Refusal
    characters: tuple[StoryCharacter, ...]
    pins: tuple[Pinned, ...]
    turn: Turn
    take: Take
    past: tuple[PastTurn, ...]
    timed: dict[str, int]
    rolls: tuple[RollResult, ...] = ()


_PAST = """
WITH RECURSIVE line (id, parent_id, turn_id, depth) AS (
    SELECT id, parent_id, turn_id, 1 FROM sessions_app_take WHERE id = %s
    UNION ALL
    SELECT up.id, up.parent_id, up.turn_id, line.depth + 1
    FROM line JOIN sessions_app_take up ON up.id = line.parent_id
    WHERE line.depth < %s
)
SELECT turn.number, turn.timed::text,
       CASE WHEN turn.player_deleted_at IS NULL THEN turn.player_text ELSE '' END,
       take.status, take.mode, take.deleted_at IS NOT NULL,
       coalesce((array_agg(passage.speaker ORDER BY passage.position))[1], ''),
       coalesce(string_agg(nullif(passage.text, ''), E'\\n\\n' ORDER BY passage.position), '')
FROM line
JOIN sessions_app_take take ON take.id = line.id
JOIN sessions_app_turn turn ON turn.id = line.turn_id
LEFT JOIN sessions_app_passage passage ON passage.take_id = line.id
GROUP BY line.depth, turn.id, take.id
ORDER BY line.depth DESC
"""


def read_story(session_id: int, take_id: int) -> StoryRead:
    """Read the story of a take: a fixed number of queries, whatever the story's length."""
    found = _TAKE.rows(take_id, session_id)
    if not found:
        raise Take.DoesNotExist(f"no take {take_id} in story {session_id}")
    (row,) = found
    turn_at = len(columns(Take))
    session_at = len(row) - len(columns(Session))
    take = instance(Take, row[:turn_at])
    take.turn = instance(Turn, row[turn_at:session_at], without=_UNREAD)
    take.turn.session = instance(Session, row[session_at:])
    return _read(take.turn.session, take)


def read_next(session_id: int, text: str) -> StoryRead:
    """The story as a message sent now would find it; its turn and take are not in any table."""
    unread = [f"head__turn__{name}" for name in (*_UNREAD, "selection")]
    session = Session.objects.select_related("head__turn").defer(*unread).get(pk=session_id)
    turn = Turn(session=session, number=number_after(session.head), player_text=text)
    return _read(session, Take(turn=turn, number=1, parent=session.head))


def _read(session: Session, take: Take) -> StoryRead:
    rows = _past_rows(take.parent_id)
    return StoryRead(
        session=session,
        scenario=effective_scenario(session.scenario_id, session.settings),
        characters=tuple(instance(StoryCharacter, row) for row in _CAST.rows(session.pk)),
        pins=tuple(Pinned(*row) for row in _PINS.rows(session.pk)),
        turn=take.turn,
        take=take,
        past=tuple(_past_turn(row) for row in rows),
        timed=_last_timed(rows),
        rolls=rolls_before(session.pk, take.turn.number or 0),
    )


def _past_rows(take_id: int | None) -> list[tuple[Any, ...]]:
    """The turns up to a take, oldest first, in one query: it is asked before every answer."""
    with connection.cursor() as cursor:
        cursor.execute(_PAST, [take_id, HISTORY_TURNS])
        return cursor.fetchall()


def _last_timed(rows: Iterable[tuple[Any, ...]]) -> dict[str, int]:
    """The timed state that the last prepared turn left."""
    found = [row[1] for row in rows if row[1] is not None]
    return json.loads(found[-1]) if found else {}


def _past_turn(row: tuple[Any, ...]) -> PastTurn:
    """A turn without what was deleted or never came to an end."""
    number, _timed, player, status, mode, deleted, speaker, answer = row
    readable = not deleted and is_read_by_models(status, appended=mode == Take.Mode.APPEND)
    return PastTurn(
        number=number or 0,
        player=player,
        answer=answer if readable else "",
        speaker=speaker,
    )
