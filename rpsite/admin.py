"""The front hall of the admin: what other packages bring and nobody here should edit stays out."""

from django.contrib import admin
from django_celery_beat.models import (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
)
from django_celery_results.models import GroupResult, TaskResult

# The schedule is written in the settings, and jobs are rows of our own (worldbook.Job).
NOT_SHOWN = (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
    GroupResult,
    TaskResult,
)

admin.site.unregister([model for model in NOT_SHOWN if admin.site.is_registered(model)])
