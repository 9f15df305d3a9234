"""What the clock clears away: uploads nobody saved, commands nobody can undo, old sign-ins, keys.

Each does the same when it is run twice. When they run stands in the settings of the site.
"""

import structlog
from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from sessions_app.actions.commands import forget_old_commands
from sessions_app.actions.pruning import prune_takes
from worldbook.actions.api_keys import forget_revoked_keys
from worldbook.actions.draft_steps import forget_old_steps
from worldbook.actions.imports import purge_expired_previews

log = structlog.get_logger(__name__)


@shared_task(name="sessions_app.purge_previews")
def purge_previews() -> int:
    """Remove uploaded files whose hour is over; how many."""
    removed = purge_expired_previews()
    log.info("previews_purged", removed=removed)
    return removed


@shared_task(name="sessions_app.forget_commands")
def forget_commands() -> int:
    """Remove commands so old that they are neither repeated nor undone; how many."""
    removed = forget_old_commands()
    log.info("commands_forgotten", removed=removed)
    return removed


@shared_task(name="sessions_app.prune_takes")
def prune_left_takes() -> int:
    """Remove versions that stories have left for good (ST-1); how many."""
    removed = prune_takes(now=timezone.now())
    log.info("takes_pruned", removed=removed)
    return removed


@shared_task(name="sessions_app.forget_draft_steps")
def forget_draft_steps() -> int:
    """Remove steps of drafts that nobody can undo any more because they are too old; how many."""
    removed = forget_old_steps()
    log.info("draft_steps_forgotten", removed=removed)
    return removed


@shared_task(name="sessions_app.forget_keys")
def forget_keys() -> int:
    """Remove records of API keys that were revoked long ago; how many."""
    removed = forget_revoked_keys(now=timezone.now())
    log.info("keys_forgotten", removed=removed)
    return removed


@shared_task(name="sessions_app.sign_out_expired")
def sign_out_expired() -> None:
    """Remove sign-ins that have run out."""
    call_command("clearsessions")
