"""The Celery app: background jobs of all apps."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rpsite.settings.site")

app = Celery("rpsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
