"""What an author lets happen in a story by hand: a round or a skip, judged like any other (AD-5).

Each is a command: once per key, logged, and told to the story's pages. It belongs to the head's
turn, or while an answer is written to the take above it (ST-1).
"""

from collections.abc import Callable, Mapping
from typing import Any

from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.locking import head_of
from sessions_app.actions.refusals import refused
from sessions_app.actions.rounds import resolve_round
from sessions_app.actions.time import advance_time
from sessions_app.models import Session
from sessions_app.queries.trace import is_author_of
from sessions_app.rules.steps import Refused, TurnRef
from worldbook.models import User
from worldbook.rules.storable import storable

Json = dict[str, Any]


def propose_round(*, by: User, session_id: int, key: str, proposal: Mapping[str, Any]) -> Json:
    """Let a round become true as its author says; {…, round}.

    Raises ActionRefused: not_author, step_refused with every reason as `reasons`.
    """
    return _propose(by, session_id, key, "round", proposal, resolve_round)


def propose_time(*, by: User, session_id: int, key: str, proposal: Mapping[str, Any]) -> Json:
    """Let time pass as the author says; {…, time}. Raises ActionRefused as `propose_round` does."""
    return _propose(by, session_id, key, "time", proposal, advance_time)


def _propose(
    by: User,
    session_id: int,
    key: str,
    name: str,
    proposal: Mapping[str, Any],
    step: Callable[..., Any],
) -> Json:
    def work(story: Session) -> Done:
        if not is_author_of(by, story):
            raise refused("not_author")
        at = at_head(story)
        done = step(at=at, key=f"hand:{key}", proposal=proposal, cause="author")
        if isinstance(done, Refused):
            raise refused("step_refused", reasons=done.to_json()["refused"])
        return Done("state", turn=at.turn_id, result={name: done.to_json()})

    arguments = storable(dict(proposal))
    return give_command(
        by=by, session_id=session_id, key=key, name=name, arguments=arguments, work=work
    )


def at_head(story: Session) -> TurnRef:
    """Where a step by hand stands: behind the last turn, under no take of its own."""
    head = head_of(story)
    turn = head.turn if head else None
    return TurnRef(
        session_id=story.pk,
        turn_id=turn.pk if turn else None,
        turn_number=(turn.number or 0) if turn else 0,
        take_id=None,
    )
