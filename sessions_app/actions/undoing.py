"""What a command keeps so that it can be undone, and how it is put back (PG-8)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.locking import resting_head, resting_take, take_of
from sessions_app.actions.moving import move_to, moved_json
from sessions_app.actions.refusals import refused
from sessions_app.actions.tree import set_turn_status
from sessions_app.models import Command, Passage, Session, Take, Turn
from worldbook.models import User

Json = dict[str, Any]

UNDO_FOR = timedelta(hours=24)
"""How long a command can be undone."""


def moment(value: datetime | None) -> str | None:
    """A time as it stands in JSON."""
    return value.isoformat() if value else None


def text_undo(take: Take, *, left: str | None = None) -> Json:
    """What puts the text of an answer back as it was.

    `left` is the text the command leaves; None where an attempt is still to write it.
    """
    rows = Passage.objects.filter(take=take).order_by("position")
    return {
        "kind": "text",
        "take": take.pk,
        "passages": list(rows.values("position", "speaker", "text", "reasoning")),
        "edited_at": moment(take.edited_at),
        "status": take.status,
        "kept_text": take.kept_text,
        "left": left,
    }


def undo(*, by: User, session_id: int, key: str, command_id: int | None) -> Json:
    """Put back what a command did: the last that can be, or the one named."""

    def work(story: Session) -> Done:
        command = _undoable(story, command_id)
        what = command.undo or {}
        _refuse_over_later(story, command, what)
        turn, told = _put_back(by, story, what)
        Command.objects.filter(pk=command.pk).update(undone_at=timezone.now())
        changed = "head" if what["kind"] == "head" else "edit"
        return Done(what=changed, turn=turn, result={"undone": command.pk, **told})

    return give_command(
        by=by,
        session_id=session_id,
        key=key,
        name="undo",
        arguments={"command": command_id},
        work=work,
    )


def _undoable(story: Session, command_id: int | None) -> Command:
    since = timezone.now() - UNDO_FOR
    rows = Command.objects.filter(session=story, undone_at=None, given_at__gte=since)
    rows = rows.exclude(undo=None).order_by("-pk")
    command = rows.first() if command_id is None else rows.filter(pk=command_id).first()
    if command is None:
        raise refused("nothing_to_undo" if command_id is None else "cannot_undo")
    return command


def _refuse_over_later(story: Session, command: Command, what: Json) -> None:
    """An undo puts back what was before its own command, never over what was written since."""
    if what["kind"] == "player_text":
        unchanged = Turn.objects.filter(
            pk=what["turn"], session=story, player_text=what.get("left")
        ).exists()
    elif what["kind"] == "text":
        unchanged = _still_left(story, command, what)
    else:
        return
    if not unchanged:
        raise refused("cannot_undo", because="changed_since")


def _still_left(story: Session, command: Command, what: Json) -> bool:
    """Whether an answer still is what the command left of it.

    What a continue left is what its attempts wrote: nothing else may have changed the text after.
    """
    if what.get("left") is not None:
        texts = Passage.objects.filter(take=what["take"]).values_list("text", flat=True)
        return list(texts) == [what["left"]]
    later = Command.objects.filter(session=story, pk__gt=command.pk, undone_at=None)
    return not later.filter(undo__kind="text", undo__take=what["take"]).exists()


def _put_back(by: User, story: Session, what: Json) -> tuple[int | None, Json]:
    """Put back what a command did: the turn that changed, and what is told of it."""
    if what["kind"] == "head":
        return _undo_head(by, story, what)
    return UNDOERS[what["kind"]](story, what), {}


def _undo_head(by: User, story: Session, what: Json) -> tuple[int | None, Json]:
    """The head goes back, if it still stands where the command put it."""
    resting_head(story)
    if story.head_id != what["from"]:
        raise refused("cannot_undo")
    back = Take.objects.filter(pk=what["to"], turn__session=story).select_related("turn").first()
    if back is None and what["to"] is not None:
        raise refused("cannot_undo", because="pruned")
    move = move_to(story, back)
    return None if back is None else back.turn_id, moved_json(by, story, move)


def _undo_player_text(story: Session, what: Json) -> int:
    edited = datetime.fromisoformat(what["edited_at"]) if what["edited_at"] else None
    Turn.objects.filter(pk=what["turn"], session=story).update(
        player_text=what["text"], player_edited_at=edited
    )
    return int(what["turn"])


def _undo_text(story: Session, what: Json) -> int:
    take = resting_take(story, what["take"])
    Passage.objects.filter(take=take).delete()
    Passage.objects.bulk_create(Passage(take=take, **row) for row in what["passages"])
    edited = datetime.fromisoformat(what["edited_at"]) if what["edited_at"] else None
    status = what["status"]
    Take.objects.filter(pk=take.pk).update(
        edited_at=edited, status=status, error=None, kept_text=what.get("kept_text", "")
    )
    if story.head_id == take.pk:
        set_turn_status(take.turn_id, status)
    return take.turn_id


def _undo_take_mark(story: Session, what: Json) -> int:
    take = take_of(story, what["take"])
    Take.objects.filter(pk=take.pk).update(deleted_at=None)
    return take.turn_id


def _undo_turn_mark(story: Session, what: Json) -> int:
    Turn.objects.filter(pk=what["turn"], session=story).update(player_deleted_at=None)
    return int(what["turn"])


UNDOERS: dict[str, Callable[[Session, Json], int]] = {
    "player_text": _undo_player_text,
    "text": _undo_text,
    "take_mark": _undo_take_mark,
    "turn_mark": _undo_turn_mark,
}
"""How each kind of undo but that of a move puts back what it holds; each gives the turn that changed."""
