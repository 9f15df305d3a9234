"""Walks up the tree of takes, and what lies between two of them (ST-1).

Two takes are walked up together, a few steps at first and then more, until the walks meet: what a
move reads depends on how far it goes, not on how long the story is.
"""

from dataclasses import dataclass, field

from django.db import connection

from sessions_app.models import Take
from sessions_app.rules.tree import NO_TAKE, Move, TakeNode, meeting, move_below

FIRST_STEPS = 16
MORE = 4
"""By how much each look goes further than the last."""

_UP = """
WITH RECURSIVE up (id, parent_id, base, depth) AS (
    SELECT id, parent_id, base, 1 FROM sessions_app_take WHERE id = %s
    UNION ALL
    SELECT t.id, t.parent_id, t.base, up.depth + 1
    FROM up JOIN sessions_app_take t ON t.id = up.parent_id
    WHERE up.depth < %s
)
SELECT id, parent_id, base FROM up ORDER BY depth
"""


def nodes_up(take_id: int | None, steps: int) -> list[TakeNode]:
    """The take and those it goes on from, newest first, at most `steps` of them."""
    if take_id is None:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_UP, [take_id, steps])
        return [TakeNode(*row) for row in cursor.fetchall()]


@dataclass(slots=True)
class _Climb:
    """A walk up from a take, as far as it has come; `goes_on_at` is None at the top."""

    goes_on_at: int | None
    nodes: list[TakeNode] = field(default_factory=list)

    def further(self, steps: int) -> None:
        more = nodes_up(self.goes_on_at, steps)
        self.nodes += more
        self.goes_on_at = more[-1].parent if more else None

    def ids(self) -> list[int]:
        return [node.id for node in self.nodes]

    def below(self, take: int | None) -> list[TakeNode]:
        """The line below a take of the walk (None: all of it), its first take first."""
        found = []
        for node in self.nodes:
            if node.id == take:
                break
            found.append(node)
        return found[::-1]


def move_of(here: int | None, there: int | None) -> Move:
    """What a move of the head from one take to another does; None is before the first take."""
    old, new = _Climb(here), _Climb(there)
    steps = FIRST_STEPS
    met = None
    while met is None and (old.goes_on_at is not None or new.goes_on_at is not None):
        old.further(steps)
        new.further(steps)
        met = meeting(old.ids(), new.ids())
        steps *= MORE
    last = NO_TAKE if met is None else met
    return move_below(last, old.below(met), new.below(met))


def line_nodes(take_id: int | None) -> list[TakeNode]:
    """All takes of a line, the first one first."""
    climb = _Climb(take_id)
    steps = FIRST_STEPS * MORE
    while climb.goes_on_at is not None:
        climb.further(steps)
        steps *= MORE
    return climb.below(None)


def line_ids(take_id: int | None) -> list[int]:
    """All takes of a line, the first one first."""
    return [node.id for node in line_nodes(take_id)]


def siblings_of(take_id: int) -> list[int]:
    """The other takes of a take's turn."""
    turn = Take.objects.filter(pk=take_id).values("turn_id")
    others = Take.objects.filter(turn_id__in=turn).exclude(pk=take_id).order_by("number")
    return list(others.values_list("pk", flat=True))
