"""A story's state as its player may see it, with what the last turn changed of it marked (PG-22)."""

from typing import Any

from sessions_app.models import Session
from sessions_app.queries.world_before import read_now_and_before
from sessions_app.rules.state_marks import marked
from sessions_app.rules.state_view import player_view

Json = dict[str, Any]


def seen_with_marks(story: Session, language: str) -> Json:
    """The view of `rules/state_view.py`, marked as `rules/state_marks.py` says."""
    now, before = read_now_and_before(story.pk, story.head_id)
    return marked(before and player_view(*before, language), player_view(*now, language))
