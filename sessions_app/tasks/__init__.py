"""Background jobs (Celery): thin doors to actions."""

from sessions_app.tasks.housekeeping import forget_commands, purge_previews, sign_out_expired
from sessions_app.tasks.indexes import build_index

__all__ = ["build_index", "forget_commands", "purge_previews", "sign_out_expired"]
