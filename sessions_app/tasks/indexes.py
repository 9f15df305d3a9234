"""Building vector indexes: hands the embedders of this floor to the ground floor's action (WB-16)."""

import structlog
from celery import current_app, shared_task
from celery.signals import worker_ready
from django.db import connection

from sessions_app.llm.embeddings import embedder_for
from sessions_app.queries.embeddings import embedding_of_version
from sessions_app.rules.calls import ModelFailure
from worldbook.actions.building import build_index as work_on_index
from worldbook.actions.building import fail_index
from worldbook.actions.indexes import TASK, resume_running
from worldbook.rules.ports import Embedder, EmbeddingFailed

log = structlog.get_logger(__name__)


@shared_task(name=TASK)
def build_index(job_id: int) -> None:
    """One step of a build; the next one goes behind what else waits."""
    try:
        more = work_on_index(job_id=job_id, embedder_of=embedder_of_version)
    except Exception:
        log.exception("index_broke", job=job_id)
        fail_index(job_id=job_id, error="internal")
        raise
    if more:
        current_app.send_task(TASK, [job_id])


def embedder_of_version(version: str) -> Embedder:
    """What makes vectors of a version. Raises EmbeddingFailed where nothing does any more."""
    try:
        return embedder_for(embedding_of_version(version))
    except ModelFailure as failure:
        raise EmbeddingFailed(failure.code, failure.detail) from failure


@worker_ready.connect
def go_on(**_signal: object) -> None:
    """As a worker begins: go on with what one that was killed has left."""
    try:
        resumed = resume_running()
    finally:
        connection.close()
    log.info("builds_resumed", resumed=resumed)
