from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from rpsite.celery import app
from sessions_app.models import Command
from sessions_app.tasks import (
    forget_commands,
    forget_draft_steps,
    forget_keys,
    purge_previews,
    sign_out_expired,
)
from tests.factories import make_user
from tests.sessions_app.stories import make_story
from worldbook.actions.api_keys import create_api_key, revoke_api_key
from worldbook.models import ApiKey

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


@pytest.mark.spec("AP-3")
def test_a_revoked_key_stays_as_a_record_for_the_days_of_the_setting(settings) -> None:
    settings.API_KEYS_KEPT_DAYS = 30
    ana, now = make_user(), timezone.now()
    for name, revoked in (("gone", 31), ("kept", 29), ("live", None)):
        made = now - timedelta(days=100)
        key, _ = create_api_key(by=ana, name=name, scopes=["read"], now=made, expires_at=now)
        if revoked is not None:
            revoke_api_key(by=ana, key_id=key.pk, now=now - timedelta(days=revoked))
    assert (forget_keys(), forget_keys()) == (1, 0)
    assert set(ApiKey.objects.values_list("name", flat=True)) == {"kept", "live"}
