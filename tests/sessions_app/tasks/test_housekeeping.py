from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from rpsite.celery import app
from sessions_app.models import Command
from sessions_app.tasks import (
    forget_commands,
    forget_draft_steps,
    purge_previews,
    sign_out_expired,
)
from tests.sessions_app.stories import make_story

pytestmark = pytest.mark.django_db


def test_old_commands_go_and_the_one_that_began_a_story_stays() -> None:
    story = make_story()
    for days, key in ((40, "old"), (1, "new")):
        Command.objects.create(
            session=story,
            user=story.owner,
            name="edit",
            idempotency_key=key,
            given_at=timezone.now() - timedelta(days=days),
        )
    Command.objects.filter(name__startswith="start:").update(given_at="2020-01-01T00:00:00Z")
    assert forget_commands() == 1
    assert forget_commands() == 0
    assert set(Command.objects.values_list("name", flat=True)) == {
        "edit",
        f"start:{story.owner_id}",
    }


def test_what_is_scheduled_exists_and_runs_twice_without_harm() -> None:
    app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in app.tasks
    for _ in range(2):
        assert purge_previews() == 0
        assert forget_draft_steps() == 0
        sign_out_expired()
