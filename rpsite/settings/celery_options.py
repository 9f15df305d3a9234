"""How background jobs are sent, taken and repeated; every value has a measured reason.

A task that loses its worker comes back at once and not after the default 100 s, and none is given
out twice while it runs: the visibility timeout is over twice the longest hard limit.
"""

CELERY_RESULT_BACKEND = "django-db"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 30 * 60
CELERY_TASK_SOFT_TIME_LIMIT = 29 * 60
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": "rp:celery:",
    "visibility_timeout": 65 * 60,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "queue_order_strategy": "priority",
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TASK_DEFAULT_QUEUE = "jobs"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "purge previews": {"task": "sessions_app.purge_previews", "schedule": 10 * 60},
    "forget old commands": {"task": "sessions_app.forget_commands", "schedule": 24 * 3600},
    "prune takes": {"task": "sessions_app.prune_takes", "schedule": 24 * 3600},
    "prune indexes": {"task": "sessions_app.prune_indexes", "schedule": 24 * 3600},
    # One that waited longer than that says nothing of what was lost: the queue is long.
    "send lost builds": {
        "task": "sessions_app.send_lost_builds",
        "schedule": 10 * 60,
        "options": {"expire_seconds": 5 * 60},
    },
    "forget old steps of drafts": {
        "task": "sessions_app.forget_draft_steps",
        "schedule": 24 * 3600,
    },
    "forget revoked keys": {"task": "sessions_app.forget_keys", "schedule": 24 * 3600},
    "sign out expired": {"task": "sessions_app.sign_out_expired", "schedule": 24 * 3600},
}
