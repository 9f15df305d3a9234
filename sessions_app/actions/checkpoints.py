"""Checkpoints are made, renamed and taken away; returning to one is a rewind (ST-1)."""

from typing import Any

from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.locking import head_of, take_of
from sessions_app.actions.refusals import checked, refused
from sessions_app.models import Checkpoint, Session, Take
from sessions_app.queries.checkpoints import checkpoint_json
from sessions_app.rules.messages import clean_text
from sessions_app.rules.phases import BUSY
from worldbook.models import User

Json = dict[str, Any]

MAX_NAME = 120
MAX_CHECKPOINTS = 200


def make_checkpoint(
    *, by: User, session_id: int, key: str, name: str, take_id: int | None = None
) -> Json:
    """Give a take a name (without one: where the story stands); its `checkpoint` in the answer.

    Raises ActionRefused: not_found, text_empty, text_too_long, turn_running (the take is still
    written), checkpoint_exists, too_many_checkpoints.
    """
    words = checked(clean_text(name, MAX_NAME))

    def work(story: Session) -> Done:
        take = head_of(story) if take_id is None else take_of(story, take_id)
        if take is not None and take.status in BUSY:
            raise refused("turn_running")
        _refuse_name(story, words)
        if Checkpoint.objects.filter(session=story).count() >= MAX_CHECKPOINTS:
            raise refused("too_many_checkpoints", limit=MAX_CHECKPOINTS)
        made = Checkpoint.objects.create(session=story, take=take, name=words)
        return _done(made, take)

    arguments = {"name": words, "take": take_id}
    return give_command(
        by=by, session_id=session_id, key=key, name="checkpoint", arguments=arguments, work=work
    )


def rename_checkpoint(
    *, by: User, session_id: int, key: str, checkpoint_id: int, name: str
) -> Json:
    """Give a checkpoint another name."""
    words = checked(clean_text(name, MAX_NAME))

    def work(story: Session) -> Done:
        checkpoint = _checkpoint(story, checkpoint_id)
        if words != checkpoint.name:
            _refuse_name(story, words)
        checkpoint.name = words
        checkpoint.save(update_fields=["name"])
        return _done(checkpoint, checkpoint.take)

    arguments = {"checkpoint": checkpoint_id, "name": words}
    return give_command(
        by=by,
        session_id=session_id,
        key=key,
        name="rename_checkpoint",
        arguments=arguments,
        work=work,
    )


def remove_checkpoint(*, by: User, session_id: int, key: str, checkpoint_id: int) -> Json:
    """Take a checkpoint away; the story stays where it is."""

    def work(story: Session) -> Done:
        _checkpoint(story, checkpoint_id).delete()
        return Done(what="checkpoints", result={"checkpoint": None})

    arguments = {"checkpoint": checkpoint_id}
    return give_command(
        by=by,
        session_id=session_id,
        key=key,
        name="remove_checkpoint",
        arguments=arguments,
        work=work,
    )


def _checkpoint(story: Session, checkpoint_id: int) -> Checkpoint:
    found = Checkpoint.objects.select_related("take__turn").filter(pk=checkpoint_id, session=story)
    checkpoint = found.first()
    if checkpoint is None:
        raise refused("not_found")
    return checkpoint


def _refuse_name(story: Session, name: str) -> None:
    """Two checkpoints of one name would be one to whoever reads them."""
    if Checkpoint.objects.filter(session=story, name=name).exists():
        raise refused("checkpoint_exists", name=name)


def _done(checkpoint: Checkpoint, take: Take | None) -> Done:
    checkpoint.refresh_from_db(fields=["created_at"])
    turn = None if take is None else take.turn_id
    return Done(what="checkpoints", turn=turn, result={"checkpoint": checkpoint_json(checkpoint)})
