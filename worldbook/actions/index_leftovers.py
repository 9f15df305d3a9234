"""What builds of vector indexes leave behind: old ones nobody reads, and ones whose message was lost.

An index is derived data: whatever is pruned here is made again where a story pins its revision.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from worldbook.actions.indexes import KIND, TASK, UNDER_WAY
from worldbook.actions.jobs import send_job
from worldbook.models import IndexBuild, Job, OpeningPin, Revision

KEPT_FOR = timedelta(days=1)
"""How long the index of an old revision stays after its build has ended: authors try things."""

SEEN = "seen"
"""Under this name a job's arguments keep how far it was when it was last looked at."""


def prune_indexes(*, now: datetime) -> int:
    """Drop the indexes of revisions that are neither pinned nor the latest; how many.

    Kept is what a story or an opening pins, what is the latest, what ended less than KEPT_FOR ago,
    what is being built, and, until the latest revision has a ready index in the same embedding, all
    of it: the next build takes over the vectors of unchanged texts.
    """
    found = list(_leftovers(now).values_list("pk", "revision_id"))
    return sum(_prune(build, revision, now) for build, revision in found)


def _leftovers(now: datetime) -> QuerySet[IndexBuild]:
    newer = IndexBuild.objects.filter(
        book_id=OuterRef("book_id"),
        embedding=OuterRef("embedding"),
        revision__number=F("book__latest_revision"),
        state=IndexBuild.State.READY,
    )
    return IndexBuild.objects.filter(
        Exists(newer),
        ~Exists(OpeningPin.objects.filter(revision=OuterRef("revision"))),
        ~Q(state=IndexBuild.State.BUILDING),
        revision__number__lt=F("book__latest_revision"),
        revision__session_pins=None,
        ended_at__lt=now - KEPT_FOR,
    )


@transaction.atomic
def _prune(build_id: int, revision_id: int, now: datetime) -> bool:
    """Drop one index, if it is still a leftover; its vectors go with it, by a trigger.

    The revision's row is locked first: a story that pins it meanwhile waits, and then finds that
    there is no index and asks for one.
    """
    Revision.objects.select_for_update().filter(pk=revision_id).values_list("pk").first()
    build = _leftovers(now).filter(pk=build_id).first()
    if build is None:
        return False
    build.delete()
    return True


def send_lost_builds() -> int:
    """Send builds again that did not move since the last look; how many.

    A message is lost where the queue could not be reached, or lost its data, or where a worker died
    between two steps. A build that moves is left alone: how far it is, how often it was begun. One
    that is sent although it is not lost goes on all the same; the step under way ends.
    """
    waiting = Job.objects.filter(kind=KIND, state__in=UNDER_WAY, cancel_requested=False)
    return sum(_send_if_stuck(job) for job in waiting.values_list("pk", flat=True))


@transaction.atomic
def _send_if_stuck(job_id: int) -> bool:
    """Compare a job with what was seen of it; one that is being written to moves."""
    jobs = Job.objects.select_for_update(skip_locked=True).filter(state__in=UNDER_WAY)
    job = jobs.filter(pk=job_id).first()
    build = IndexBuild.objects.filter(job_id=job_id).first()
    if job is None or build is None:
        return False
    here = [job.state, job.attempts, build.pieces_done]
    if job.arguments.get(SEEN) == here:
        send_job(job, TASK)
        return True
    job.arguments = {**job.arguments, SEEN: here}
    job.save(update_fields=["arguments"])
    return False
