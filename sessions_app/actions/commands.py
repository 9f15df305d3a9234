"""The log of commands: given twice under one key they act once; what can be undone says how."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from sessions_app.actions.announce import tell_after_commit
from sessions_app.actions.locking import lock_own_story
from sessions_app.actions.refusals import refused
from sessions_app.models import Command, Session
from sessions_app.wire.frames import changed
from worldbook.models import User

Json = dict[str, Any]

START = "start:"
"""How the commands that began a story are named; they stay as long as it does."""

KEPT_FOR = timedelta(days=30)
"""How long a command is remembered; it can be undone for a shorter time."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command did: `what` changed for pages, `result` for the answer, `undo` to put back."""

    what: str
    turn: int | None = None
    result: Mapping[str, Any] = field(default_factory=dict)
    undo: Mapping[str, Any] | None = None


def give_command(
    *,
    by: User,
    session_id: int,
    key: str,
    name: str,
    arguments: Mapping[str, Any],
    work: Callable[[Session], Done],
) -> Json:
    """Run `work` on the locked story, once per key, and log it; the command's answer.

    The answer is {command, undoable, head, timeline, ...result}. Raises ActionRefused.
    """
    with transaction.atomic():
        story = lock_own_story(by, session_id)
        before = Command.objects.filter(session=story, idempotency_key=key).first()
        if before is not None:
            return answer_again(before, name)
        done = work(story)
        command = Command.objects.create(
            session=story,
            user=by,
            idempotency_key=key,
            name=name,
            arguments=dict(arguments),
            result={"head": story.head_id, "timeline": story.timeline, **done.result},
            undo=None if done.undo is None else dict(done.undo),
        )
        about = {"command": command.pk} | ({} if done.turn is None else {"turn": done.turn})
        tell_after_commit(story.pk, changed(done.what, **about))
    return answer_of(command)


def answer_of(command: Command) -> Json:
    """What the one who gave the command is told."""
    return {"command": command.pk, "undoable": command.undo is not None, **command.result}


def answer_again(before: Command, name: str) -> Json:
    """The first answer, for a command that was sent again."""
    if before.name != name:
        raise refused("key_reused")
    return answer_of(before)


def forget_old_commands() -> int:
    """Delete commands older than `KEPT_FOR`, in all stories; how many there were."""
    old = Command.objects.filter(given_at__lt=timezone.now() - KEPT_FOR)
    removed, _ = old.exclude(name__startswith=START).delete()
    return removed
