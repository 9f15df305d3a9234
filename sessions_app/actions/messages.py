"""What a player does to messages: choose a take, edit, delete, delete from here on, replay.

A deletion of one message is a mark; a deletion from here on is a move of the head. Each keeps in
its command what puts it back (ST-1, PG-8); `undoing.py` does.
"""

import uuid
from typing import Any

from django.utils import timezone

from sessions_app.actions.announce import call_runner_after_commit
from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.locking import resting_head, resting_take, take_of, turn_of
from sessions_app.actions.moving import move_to, moved_json
from sessions_app.actions.refusals import checked, refused
from sessions_app.actions.rewinding import Target, before_turn, head_moved
from sessions_app.actions.tree import add_take
from sessions_app.actions.undoing import moment, text_undo
from sessions_app.models import Passage, Session, Take, Turn
from sessions_app.queries.line import place_of_turn
from sessions_app.rules.messages import MAX_ANSWER, MAX_MESSAGE, clean_text
from worldbook.models import User

Json = dict[str, Any]


def choose_take(*, by: User, session_id: int, key: str, take_id: int) -> Json:
    """Swipe: let another take of the last turn end the line (PG-4)."""

    def work(story: Session) -> Done:
        head, take = resting_head(story), take_of(story, take_id)
        if head is None or take.turn_id != head.turn_id:
            raise refused("not_last_answer")
        return head_moved(by, story, head, Target(take))

    return give_command(
        by=by, session_id=session_id, key=key, name="choose", arguments={"take": take_id}, work=work
    )


def edit_message(
    *, by: User, session_id: int, key: str, text: str, turn_id: int | None, take_id: int | None
) -> Json:
    """Change the words of a message and nothing else: the player's (turn) or an answer (take)."""

    def work(story: Session) -> Done:
        if take_id is not None:
            return _edit_answer(resting_take(story, take_id), text)
        return _edit_player(turn_of(story, turn_id or 0), text)

    arguments = {"turn": turn_id, "take": take_id}
    return give_command(
        by=by, session_id=session_id, key=key, name="edit", arguments=arguments, work=work
    )


def _edit_player(turn: Turn, text: str) -> Done:
    words = checked(clean_text(text, MAX_MESSAGE))
    if turn.number == 0:
        raise refused("greeting_stays")
    undo = {
        "kind": "player_text",
        "turn": turn.pk,
        "text": turn.player_text,
        "edited_at": moment(turn.player_edited_at),
        "left": words,
    }
    Turn.objects.filter(pk=turn.pk).update(player_text=words, player_edited_at=timezone.now())
    return Done(what="edit", turn=turn.pk, undo=undo)


def _edit_answer(take: Take, text: str) -> Done:
    words = checked(clean_text(text, MAX_ANSWER))
    undo = text_undo(take, left=words)
    speaker = undo["passages"][0]["speaker"] if undo["passages"] else ""
    Passage.objects.filter(take=take).delete()
    Passage.objects.create(take=take, position=0, speaker=speaker, text=words)
    Take.objects.filter(pk=take.pk).update(edited_at=timezone.now(), kept_text=words)
    return Done(what="edit", turn=take.turn_id, undo=undo)


def delete_message(
    *, by: User, session_id: int, key: str, turn_id: int | None, take_id: int | None
) -> Json:
    """Mark one message as deleted: gone from the page and from what models read."""

    def work(story: Session) -> Done:
        if take_id is not None:
            take = resting_take(story, take_id)
            marked = Take.objects.filter(pk=take.pk, deleted_at=None)
            undo, turn = {"kind": "take_mark", "take": take.pk}, take.turn_id
            done = marked.update(deleted_at=timezone.now())
        else:
            turn = turn_of(story, turn_id or 0).pk
            unmarked = Turn.objects.filter(pk=turn, player_deleted_at=None)
            undo = {"kind": "turn_mark", "turn": turn}
            done = unmarked.update(player_deleted_at=timezone.now())
        if not done:
            raise refused("already_deleted")
        return Done(what="delete", turn=turn, undo=undo)

    arguments = {"turn": turn_id, "take": take_id}
    return give_command(
        by=by, session_id=session_id, key=key, name="delete", arguments=arguments, work=work
    )


def delete_from(
    *, by: User, session_id: int, key: str, turn_id: int | None, take_id: int | None
) -> Json:
    """Delete from a turn on: the head moves before it, its message goes back into the box."""

    def work(story: Session) -> Done:
        head = resting_head(story)
        turn = _turn_named(story, turn_id, take_id)
        _on_line(story, turn)
        return head_moved(by, story, head, before_turn(story, turn.pk))

    arguments = {"turn": turn_id, "take": take_id}
    return give_command(
        by=by, session_id=session_id, key=key, name="delete_from", arguments=arguments, work=work
    )


def replay(*, by: User, session_id: int, key: str, turn_id: int, text: str) -> Json:
    """Edit and replay: a new turn in the place of an old one, with a selection of its own."""
    words = checked(clean_text(text, MAX_MESSAGE))

    def work(story: Session) -> Done:
        head, old = resting_head(story), turn_of(story, turn_id)
        _on_line(story, old)
        new = Turn.objects.create(
            session=story,
            number=old.number,
            idempotency_key=f"replay:{uuid.uuid4()}",
            player_text=words,
        )
        take = add_take(story, new, before_turn(story, old.pk).take)
        move = move_to(story, take)
        Take.objects.filter(pk=take.pk).update(timeline=story.timeline)
        Session.objects.filter(pk=story.pk).update(played_at=timezone.now())
        call_runner_after_commit(story.pk, take)
        undo = {"kind": "head", "from": take.pk, "to": head.pk if head else None}
        told = {"turn": new.pk, "take": take.pk, **moved_json(by, story, move)}
        return Done(what="head", turn=new.pk, undo=undo, result=told)

    arguments = {"turn": turn_id}
    return give_command(
        by=by, session_id=session_id, key=key, name="replay", arguments=arguments, work=work
    )


def _turn_named(story: Session, turn_id: int | None, take_id: int | None) -> Turn:
    return turn_of(story, turn_id or 0) if take_id is None else take_of(story, take_id).turn


def _on_line(story: Session, turn: Turn) -> None:
    """Refuse the greeting, and turns that are not on the line from the head."""
    if turn.number == 0:
        raise refused("greeting_stays")
    place = None if turn.number is None else place_of_turn(story, turn.number)
    if place is None or place.turn_id != turn.pk:
        raise refused("not_on_line")
