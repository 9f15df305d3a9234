"""Moving the head: what the line left has changed is undone, what the entered one changed redone.

A move is set-based: the images of all touched rows are read off the journal at once and put there
(ST-1, ST-4). It deletes no take and writes no journal. The caller holds the story's row and has
seen that nothing runs.
"""

import json
from typing import Any

from django.db import IntegrityError, connection
from django.utils import timezone

from sessions_app.actions.indexes import want_indexes
from sessions_app.actions.refusals import refused
from sessions_app.models import Session, SessionPin, Take
from sessions_app.queries.moves import edits_undone, images_of
from sessions_app.queries.pins import revisions_gone
from sessions_app.queries.trace import is_author_of
from sessions_app.queries.tree import move_of
from sessions_app.rules.tree import Move
from worldbook.actions.story_images import put_images
from worldbook.actions.story_write import story_write
from worldbook.models import User
from worldbook.queries.story_images import Images

Json = dict[str, Any]

STATUSES_OF_TAKES = """
UPDATE sessions_app_turn AS turn SET status = take.status
FROM sessions_app_take AS take
WHERE take.id = ANY(%s) AND turn.id = take.turn_id AND turn.status <> take.status
"""

_PINS = SessionPin._meta.db_table


def move_to(story: Session, take: Take | None) -> Move:
    """Let the line end with this take (None: before the first), its state with it; what was done.

    Raises the timeline: whatever began under the old one is dropped (ST-1a). Raises ActionRefused
    lorebook_gone (409) where the state has a book that was deleted since, state_gone where it does
    not fit together for another reason.
    """
    target = None if take is None else take.pk
    with story_write(story.pk, cause="move"):
        move = move_of(story.head_id, target)
        images = images_of(story.pk, move)
        _put(story.pk, images)
        _mark(move)
        story.timeline += 1
        story.head = take
        story.save(update_fields=["timeline", "head"])
    if _PINS in images:
        want_indexes(story)
    return move


def moved_json(by: User, story: Session, move: Move) -> Json:
    """What a move did, for the one who moved: {turns_left, turns_entered, edits, more_edits}.

    The edits by hand that went with it are those that its preview named (queries/moves.py), as far
    as the reader may know of them (AD-2).
    """
    edits, more = edits_undone(story.pk, move, whole=is_author_of(by, story))
    counts = {"turns_left": len(move.left), "turns_entered": len(move.entered)}
    return {**counts, "edits": edits, "more_edits": more}


def _put(session_id: int, images: Images) -> None:
    """Put the rows where they were; a book that is no more cannot be read again."""
    if not images:
        return
    pins = [json.loads(image) for image in images.get(_PINS, {}).values() if image is not None]
    if revisions_gone(pin["revision_id"] for pin in pins):
        raise refused("lorebook_gone")
    try:
        put_images(session_id, images)
    except IntegrityError as error:
        raise refused("state_gone") from error


def _mark(move: Move) -> None:
    """Takes off the line know since when; turns entered stand where their take stands."""
    if move.left:
        Take.objects.filter(pk__in=move.left).update(left_at=timezone.now())
    if move.entered:
        Take.objects.filter(pk__in=move.entered).update(left_at=None)
        with connection.cursor() as cursor:
            cursor.execute(STATUSES_OF_TAKES, [list(move.entered)])
