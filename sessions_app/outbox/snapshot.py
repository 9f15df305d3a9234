"""What a page starts from: the story as PostgreSQL has it, and the frame to go on from (TB-2).

The stream is looked at first: a frame written while the rows are read is then told again, never
left out. Of an answer that runs, the rows have the words up to its `checkpoint_frame`.
"""

from typing import Any

import structlog
from django.utils.translation import override

from sessions_app.models import Session
from sessions_app.outbox.redis_client import UNREACHABLE
from sessions_app.outbox.streams import last_id
from sessions_app.queries.messages import WINDOW, page_json, running_take
from sessions_app.queries.stories import language_of

log = structlog.get_logger(__name__)


def newest_frame(session_id: int) -> str:
    """The id of a story's last frame; empty where Redis cannot be reached."""
    try:
        return last_id(session_id)
    except UNREACHABLE as error:
        log.warning("redis_unreachable", doing="newest_frame", error=str(error))
        return ""


def snapshot_for_socket(session_id: int) -> dict[str, Any]:
    """A snapshot in the language of the story's reader: a socket has no request that says it."""
    with override(language_of(session_id)):
        return snapshot(session_id)


def snapshot(
    session_id: int, *, before_turn: int | None = None, limit: int = WINDOW
) -> dict[str, Any]:
    """A window of the story with `after`, the frame id to resume from."""
    newest = newest_frame(session_id)
    session = Session.objects.select_related("head__turn").get(pk=session_id)
    running = running_take(session)
    page = page_json(session, before_turn=before_turn, limit=limit)
    told = running.checkpoint_frame if running is not None else ""
    return {**page, "after": told or newest}
