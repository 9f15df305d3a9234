"""Rewind: the head goes to a take, before a turn's answer, or to a checkpoint; nothing is deleted.

What stands after it stays in the tree, so that an undo or a checkpoint brings it back (ST-1).
"""

from dataclasses import dataclass
from typing import Any

from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.locking import resting_head, resting_take, turn_of
from sessions_app.actions.moving import move_to, moved_json
from sessions_app.actions.refusals import refused
from sessions_app.actions.turns import run_next
from sessions_app.models import Checkpoint, Session, Take
from sessions_app.queries.line import parent_of_turn
from sessions_app.queries.moves import move_json
from worldbook.models import User

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Target:
    """Where to: a take (None: before the first), and the message that goes back into the box."""

    take: Take | None
    draft: str = ""

    @property
    def take_id(self) -> int | None:
        """The take's id."""
        return None if self.take is None else self.take.pk


def find_target(
    story: Session,
    *,
    take_id: int | None = None,
    turn_id: int | None = None,
    checkpoint_id: int | None = None,
) -> Target:
    """The place that was named in one of three ways. Raises ActionRefused.

    A take is the story as it stands after that answer; a turn is the story before its answer, with
    the player's message in the box.
    """
    if sum(value is not None for value in (take_id, turn_id, checkpoint_id)) != 1:
        raise refused("one_place")
    if take_id is not None:
        return Target(resting_take(story, take_id))
    if turn_id is not None:
        return before_turn(story, turn_id)
    return _at_checkpoint(story, checkpoint_id or 0)


def _at_checkpoint(story: Session, checkpoint_id: int) -> Target:
    checkpoint = Checkpoint.objects.filter(pk=checkpoint_id, session=story).first()
    if checkpoint is None:
        raise refused("not_found")
    return Target(None if checkpoint.take_id is None else resting_take(story, checkpoint.take_id))


def before_turn(story: Session, turn_id: int) -> Target:
    """The story before a turn's answer. Refused: the greeting, and messages that were not played."""
    turn = turn_of(story, turn_id)
    if turn.number == 0:
        raise refused("greeting_stays")
    if not turn.takes.exists():
        raise refused("not_on_line")
    parent = parent_of_turn(story, turn.pk)
    draft = "" if turn.player_deleted_at else turn.player_text
    return Target(None if parent is None else resting_take(story, parent), draft)


def rewind(
    *,
    by: User,
    session_id: int,
    key: str,
    take_id: int | None = None,
    turn_id: int | None = None,
    checkpoint_id: int | None = None,
) -> Json:
    """Let the story stand at a place again; `draft` is the message that goes back into the box,
    `edits` and `more_edits` what was undone by hand with it.

    Raises ActionRefused: not_found, one_place, turn_running, greeting_stays, not_on_line,
    already_there.
    """
    place = {"take_id": take_id, "turn_id": turn_id, "checkpoint_id": checkpoint_id}

    def work(story: Session) -> Done:
        head = resting_head(story)
        target = find_target(story, **place)
        if target.take_id == story.head_id:
            raise refused("already_there")
        return head_moved(by, story, head, target)

    arguments = {"take": take_id, "turn": turn_id, "checkpoint": checkpoint_id}
    return give_command(
        by=by, session_id=session_id, key=key, name="rewind", arguments=arguments, work=work
    )


def head_moved(by: User, story: Session, head: Take | None, target: Target) -> Done:
    """Move the head to a target, play what waits, and keep how it is undone."""
    move = move_to(story, target.take)
    undo = {"kind": "head", "from": story.head_id, "to": None if head is None else head.pk}
    run_next(story)
    told = {"draft": target.draft, **moved_json(by, story, move)}
    turn = None if target.take is None else target.take.turn_id
    return Done(what="head", turn=turn, undo=undo, result=told)


def preview_rewind(
    story: Session,
    *,
    take_id: int | None = None,
    turn_id: int | None = None,
    checkpoint_id: int | None = None,
    whole: bool,
) -> Json:
    """What a rewind would do: MoveJson of queries/moves.py with the `draft`; `whole`: to somebody who
    may know all of the story (AD-2). Raises ActionRefused."""
    target = find_target(story, take_id=take_id, turn_id=turn_id, checkpoint_id=checkpoint_id)
    return {**move_json(story, target.take_id, whole=whole), "draft": target.draft}
