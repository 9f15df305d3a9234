"""Background jobs (Celery): thin doors to actions."""

from sessions_app.tasks.housekeeping import (
    forget_commands,
    forget_draft_steps,
    forget_keys,
    purge_previews,
    sign_out_expired,
)
from sessions_app.tasks.indexes import build_index
from sessions_app.tasks.leftovers import prune, send_lost

__all__ = [
    "build_index",
    "forget_commands",
    "forget_draft_steps",
    "forget_keys",
    "prune",
    "purge_previews",
    "send_lost",
    "sign_out_expired",
]
