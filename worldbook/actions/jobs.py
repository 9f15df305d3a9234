"""Sending background jobs: by task name, once the row is there (house: no floor imports a task)."""

from functools import partial

from celery import current_app
from django.db import transaction

from worldbook.models import Job


def send_job(job: Job, task: str) -> None:
    """Give a job to a worker after commit; where the queue cannot be reached it stays waiting."""
    transaction.on_commit(partial(current_app.send_task, task, [job.pk]), robust=True)
