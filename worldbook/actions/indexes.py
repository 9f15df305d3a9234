"""Asking for vector indexes and calling them off (WB-15, WB-16); building.py does the work."""

from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.actions.jobs import send_job
from worldbook.actions.lookup import book_to_edit, not_found
from worldbook.models import IndexBuild, Job, Revision, User
from worldbook.queries.indexes import site_embedding

KIND = "index"
TASK = "sessions_app.build_index"
UNDER_WAY = (Job.State.QUEUED, Job.State.RUNNING)


@transaction.atomic
def request_index(
    *, by: User, book_id: int, number: int, embedding: str = "", force: bool = False
) -> IndexBuild:
    """Have a revision indexed, in the site's embedding unless another is named.

    A ready index stays as it is unless `force`, which makes all vectors anew; one under way goes
    on.

    Raises:
        ActionRefused: "not_found", "not_yours", "no_embedding" (409).
    """
    book_to_edit(by, book_id)
    revision = _revision(book_id, number)
    wanted = embedding or site_embedding()
    if not wanted:
        raise ActionRefused("no_embedding", _("No embedding model is set up on this site."))
    return queue_index(revision, by=by, embedding=wanted, force=force)


@transaction.atomic
def queue_index(
    revision: Revision, *, by: User | None, embedding: str, force: bool = False
) -> IndexBuild:
    """As `request_index`, where whoever calls has seen to who may."""
    wanted = {"revision_id": revision.pk, "embedding": embedding}
    build, _made = IndexBuild.objects.select_for_update(of=("self",)).get_or_create(
        **wanted, defaults={"book_id": revision.book_id}
    )
    if not force and build.state == IndexBuild.State.READY:
        return build
    job = build.job
    if force or job is None or job.state not in UNDER_WAY or job.cancel_requested:
        job = _begin_anew(build, by, force=force)
    send_job(job, TASK)
    return build


def _begin_anew(build: IndexBuild, by: User | None, *, force: bool) -> Job:
    """Another job for a build; the one before, should it still run, finds that it is not asked."""
    _end_job(build.job)
    if force:
        drop_vectors(build)
    arguments = {"revision": build.revision_id, "embedding": build.embedding, "force": force}
    build.job = Job.objects.create(kind=KIND, owner=by, arguments=arguments)
    build.state, build.error, build.ended_at = IndexBuild.State.BUILDING, "", None
    build.save(update_fields=["job", "state", "error", "ended_at"])
    return build.job


@transaction.atomic
def cancel_index(*, by: User, book_id: int, number: int, embedding: str = "") -> IndexBuild:
    """Call a build off; what it has made is kept for the next one.

    Raises:
        ActionRefused: "not_found", "not_yours", "not_building" (409).
    """
    book_to_edit(by, book_id)
    wanted = {"revision": _revision(book_id, number), "embedding": embedding or site_embedding()}
    build = IndexBuild.objects.select_for_update(of=("self",)).filter(**wanted).first()
    if build is None or build.state != IndexBuild.State.BUILDING:
        raise ActionRefused("not_building", _("No index is being built for this revision."))
    _end_job(build.job)
    build.state, build.ended_at = IndexBuild.State.CANCELLED, Now()
    build.save(update_fields=["state", "ended_at"])
    build.refresh_from_db()
    return build


def _end_job(job: Job | None) -> None:
    """Call a job off that still waits or runs."""
    if job is None:
        return
    Job.objects.filter(pk=job.pk, state__in=UNDER_WAY).update(
        state=Job.State.CANCELLED, cancel_requested=True, ended_at=Now()
    )


def drop_vectors(build: IndexBuild) -> None:
    """Forget what a build has made."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM worldbook_indexvector WHERE book_id = %s AND build_id = %s",
            [build.book_id, build.pk],
        )


def _revision(book_id: int, number: int) -> Revision:
    found = Revision.objects.defer("body").filter(book_id=book_id, number=number).first()
    if found is None:
        raise not_found()
    return found


def resume_running() -> int:
    """Send builds again that were under way when a worker died, as one begins; how many.

    The message of a killed worker is given to nobody for an hour. A build that another worker goes
    on with is none the worse for it: the step that comes later takes it over.
    """
    running = Job.objects.filter(kind=KIND, state=Job.State.RUNNING, cancel_requested=False)
    jobs = list(running)
    for job in jobs:
        send_job(job, TASK)
    return len(jobs)
