"""A story's checkpoints as JSON: {id, name, take, turn, number, at, on_line}; and lines it has left.

The end of a line that was left: {take, turn, number, left_at, text}, its text at most `WORDS` long.
"""

from typing import Any

from django.db.models import Exists, OuterRef

from sessions_app.models import Checkpoint, Session, Take
from sessions_app.queries.messages import passages_of, text_of
from sessions_app.queries.tree import line_ids

Json = dict[str, Any]

LINES = 20
WORDS = 160


def checkpoints_json(story: Session) -> list[Json]:
    """The checkpoints in the order they were made, each with whether it stands on the line."""
    rows = list(
        Checkpoint.objects.filter(session=story).select_related("take__turn").order_by("pk")
    )
    line = {None, *(line_ids(story.head_id) if rows else ())}
    return [{**checkpoint_json(row), "on_line": row.take_id in line} for row in rows]


def left_json(story: Session) -> list[Json]:
    """The ends of lines that were left and are kept still, newest first, at most `LINES`."""
    ends = (
        Take.objects.filter(turn__session=story, left_at__isnull=False)
        .filter(~Exists(Take.objects.filter(parent=OuterRef("pk"))))
        .select_related("turn")
        .order_by("-left_at", "-pk")[:LINES]
    )
    found = list(ends)
    passages = passages_of([take.pk for take in found])
    return [
        {
            "take": take.pk,
            "turn": take.turn_id,
            "number": take.turn.number,
            "left_at": take.left_at.isoformat() if take.left_at else None,
            "text": "" if take.deleted_at else text_of(passages[take.pk])[:WORDS],
        }
        for take in found
    ]


def checkpoint_json(checkpoint: Checkpoint) -> Json:
    """One checkpoint; `number` is that of its turn."""
    take = checkpoint.take
    return {
        "id": checkpoint.pk,
        "name": checkpoint.name,
        "take": checkpoint.take_id,
        "turn": None if take is None else take.turn_id,
        "number": None if take is None else take.turn.number,
        "at": checkpoint.created_at.isoformat(),
    }
