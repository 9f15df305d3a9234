"""What vector indexes leave behind is cleared away, and builds that were lost are sent again, by the clock."""

import structlog
from celery import shared_task
from django.utils import timezone

from worldbook.actions.index_leftovers import prune_indexes, send_lost_builds

log = structlog.get_logger(__name__)


@shared_task(name="sessions_app.prune_indexes")
def prune() -> int:
    """Drop the indexes of revisions that nobody pins and that are not the latest; how many."""
    removed = prune_indexes(now=timezone.now())
    log.info("indexes_pruned", removed=removed)
    return removed


@shared_task(name="sessions_app.send_lost_builds")
def send_lost() -> int:
    """Send builds again whose message was lost; how many."""
    sent = send_lost_builds()
    log.info("lost_builds_sent", sent=sent)
    return sent
