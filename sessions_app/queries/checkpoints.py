"""A story's checkpoints as JSON: {id, name, take, turn, number, at, on_line}."""

from typing import Any

from sessions_app.models import Checkpoint, Session
from sessions_app.queries.tree import line_ids

Json = dict[str, Any]


def checkpoints_json(story: Session) -> list[Json]:
    """The checkpoints in the order they were made, each with whether it stands on the line."""
    rows = list(
        Checkpoint.objects.filter(session=story).select_related("take__turn").order_by("pk")
    )
    line = {None, *(line_ids(story.head_id) if rows else ())}
    return [{**checkpoint_json(row), "on_line": row.take_id in line} for row in rows]


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
