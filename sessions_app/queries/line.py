"""The line of a story: the path of takes from its head upwards (ST-1).

Every walk is bounded by a number of steps, so that it costs the same in a long story (PF-3). On
a line each turn stands once, and its number is that of the turn before it plus one.
"""

from dataclasses import dataclass

from django.db import connection

from sessions_app.models import Session, Take

_WALK = """
WITH RECURSIVE line (id, parent_id, turn_id, depth) AS (
    SELECT id, parent_id, turn_id, 1 FROM sessions_app_take WHERE id = %s
    UNION ALL
    SELECT up.id, up.parent_id, up.turn_id, line.depth + 1
    FROM line JOIN sessions_app_take up ON up.id = line.parent_id
    WHERE line.depth < %s
)
SELECT id, turn_id FROM line ORDER BY depth
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A turn on the line, and which of its takes."""

    take_id: int
    turn_id: int


def walk_up(take_id: int | None, steps: int) -> list[Place]:
    """The take and those before it, newest first, at most `steps` of them."""
    if take_id is None or steps < 1:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_WALK, [take_id, steps])
        return [Place(take_id=row[0], turn_id=row[1]) for row in cursor.fetchall()]


def number_after(head: Take | None) -> int:
    """The number of the turn that follows on the line."""
    return 1 if head is None or head.turn.number is None else head.turn.number + 1


def place_of_turn(session: Session, turn_number: int) -> Place | None:
    """Where the turn of this number stands on the session's line; None where the line is shorter."""
    head = session.head
    if head is None or head.turn.number is None or turn_number > head.turn.number:
        return None
    steps = head.turn.number - turn_number + 1
    line = walk_up(head.pk, steps)
    return line[-1] if len(line) == steps else None


def parent_of_turn(session: Session, turn_id: int) -> int | None:
    """The take that a turn of this story continues: all its takes have the same parent."""
    takes = Take.objects.filter(turn_id=turn_id, turn__session=session)
    return takes.values_list("parent_id", flat=True).first()
