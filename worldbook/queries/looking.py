"""Noting in the log what a moderator looks at that nothing but the role opens (AP-3)."""

from dataclasses import replace

import structlog

from worldbook.models import Lorebook, User, World
from worldbook.queries.roles import viewer_of
from worldbook.rules.access import Owned, can_read

log = structlog.get_logger(__name__)


def note_look(user: User, thing: Lorebook | World) -> None:
    """Note a look at a lorebook or a world, or at something in it."""
    if not _moderates(user):
        return
    plain = replace(viewer_of(user), roles=frozenset())
    shares = dict(thing.shares.filter(user=user).values_list("user_id", "access"))
    if not can_read(plain, Owned(thing.owner_id, thing.visibility), shares):
        _note(user, thing._meta.model_name or "", thing.pk, thing.owner_id)


def note_look_at_story(user: User, story_id: int, owner_id: int) -> None:
    """Note a look at a story, which is its player's alone."""
    if _moderates(user) and owner_id != user.pk:
        _note(user, "story", story_id, owner_id)


def _moderates(user: User) -> bool:
    viewer = viewer_of(user)
    return viewer.moderator and not viewer.administrator


def _note(user: User, kind: str, row_id: int, owner_id: int) -> None:
    log.info("moderator_looked", account=user.pk, kind=kind, id=row_id, owner=owner_id)
