"""The journal of a story as JSON (ST-4).

JournalJson: {changes, more}; a change is an EditJson (queries/moves.py) with {turn, round, attempt,
before, after, on_line}. `on_line` says whether the state as it stands counts it.
"""

from typing import Any

from sessions_app.models import Session
from sessions_app.queries.moves import edit_json
from sessions_app.queries.row_words import door_names
from sessions_app.queries.trace import is_author_of
from sessions_app.queries.tree import line_nodes
from sessions_app.rules.tree import path_of
from worldbook.models import JournalRow, User
from worldbook.models.story_rows import row_id
from worldbook.queries.roles import viewer_of

Json = dict[str, Any]

MOST = 200
TABLE_NAMES = sorted(door_names().values())


def may_read_journal(user: User, story: Session) -> bool:
    """Moderators read it, and who has author view of the story (AD-2)."""
    viewer = viewer_of(user)
    return viewer.moderator or viewer.administrator or is_author_of(user, story)


def journal_json(
    story: Session,
    *,
    before: int | None = None,
    limit: int = 50,
    take: int | None = None,
    table: str | None = None,
    n: int | None = None,
    cause: str | None = None,
) -> Json:
    """The newest changes that fit, newest first; `before` is the number of a change.

    `table` is one of `TABLE_NAMES`.
    """
    stored = {name: in_database for in_database, name in door_names().items()}
    named = {"take_ref": take, "table": table and stored[table], "n": n, "cause": cause}
    rows = JournalRow.objects.filter(
        session=story, **{name: value for name, value in named.items() if value is not None}
    )
    if before is not None:
        rows = rows.filter(pk__lt=row_id(story.pk, before))
    found = list(rows.order_by("-pk")[: limit + 1])
    path = path_of(line_nodes(story.head_id))
    upto = {stretch.take: stretch.upto for stretch in path}
    return {
        "changes": [_change_json(row, upto) for row in found[:limit]],
        "more": len(found) > limit,
    }


def _change_json(row: JournalRow, upto: dict[int, int | None]) -> Json:
    last = upto.get(row.take_ref, 0)
    return {
        **edit_json(row),
        "turn": row.turn_ref or None,
        "round": row.round,
        "attempt": row.attempt,
        "before": row.before,
        "after": row.after,
        "on_line": last is None or row.seq <= last,
    }
