"""The stories that came out of one another by branching, as a tree (PG-9)."""

from collections import defaultdict
from typing import Any

from sessions_app.models import Session
from sessions_app.queries.stories import own_stories
from worldbook.models import User

Json = dict[str, Any]


def branch_tree(user: User, story: Session) -> Json:
    """The tree that a story stands in, from the story that none of the account's is before.

    Each is {id, title, language, turn, here, branches}; `turn` is the number of the turn of the
    story before it at which it began, None of the first.
    """
    rows = {
        row["pk"]: row
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

    def node(pk: int) -> Json:
        row = rows[pk]
        return {
            "id": pk,
            "title": row["title"],
            "language": row["language"],
            "turn": row["branched_turn"],
            "here": pk == story.pk,
            "branches": [node(branch) for branch in below[pk]],
        }

    return node(root)
