"""The stories that came out of one another by branching, as a tree (PG-9)."""

from collections import defaultdict
from typing import Any

from sessions_app.models import Session
from sessions_app.queries.stories import own_stories
from worldbook.models import User

Json = dict[str, Any]


def branch_tree(user: User, story: Session) -> Json:
    """{stories}: the tree that a story stands in, from the one that none of the account's is before.

    Each is {id, title, language, turn, before, here}, after the one that it began in: `before` is
    the id of that one, None of the first in the list, and `turn` the number of its turn at which it
    began. A list, since stories may branch out of one another without end.
    """
    rows: dict[int, Json] = {
        row["pk"]: {**row}
        for row in own_stories(user)
        .order_by("pk")
        .values("pk", "title", "language", "branched_from_id", "branched_turn")
    }
    below: dict[int, list[int]] = defaultdict(list)
    for pk, row in rows.items():
        below[row["branched_from_id"]].append(pk)
    root = story.pk
    while rows[root]["branched_from_id"] in rows:
        root = rows[root]["branched_from_id"]
    found = [root]
    for pk in found:
        found.extend(below[pk])
    return {"stories": [_told(rows[pk], root, story.pk) for pk in found]}


def _told(row: Json, root: int, here: int) -> Json:
    return {
        "id": row["pk"],
        "title": row["title"],
        "language": row["language"],
        "turn": row["branched_turn"],
        "before": None if row["pk"] == root else row["branched_from_id"],
        "here": row["pk"] == here,
    }
