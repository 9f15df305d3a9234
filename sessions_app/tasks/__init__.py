"""Background jobs (Celery): thin doors to actions."""

from sessions_app.tasks.housekeeping import forget_commands, purge_previews, sign_out_expired

__all__ = ["forget_commands", "purge_previews", "sign_out_expired"]
