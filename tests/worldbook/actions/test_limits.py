"""Files that are read for an import are counted, whatever door they come by (SF-1)."""

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from redis.exceptions import ConnectionError as RedisAway

from tests.factories import make_user
from tests.worldbook.files import world_info
from worldbook.actions.errors import ActionRefused
from worldbook.actions.limits import count_import
from worldbook.models import ImportPreview

pytestmark = pytest.mark.django_db
NOON = 43_200.0


@pytest.mark.spec("SF-1")
def test_the_count_is_an_accounts_and_begins_anew_with_each_period(settings):
    settings.WORLDBOOK_IMPORT_RATE = "2/hour"
    ana, ben = make_user(), make_user()
    for _time in range(2):
        count_import(ana, NOON + 600)
    with pytest.raises(ActionRefused) as refused:
        count_import(ana, NOON + 600)
    assert (refused.value.status, refused.value.detail) == (429, {"retry_after": 3000})
    assert "50 minutes" in refused.value.message
    count_import(ben, NOON + 600)
    count_import(ana, NOON + 3600)


def test_without_a_cache_nothing_is_counted(settings, monkeypatch):
    def away(*_args, **_more):
        raise RedisAway

    settings.WORLDBOOK_IMPORT_RATE = "0/hour"
    monkeypatch.setattr(cache, "add", away)
    count_import(make_user())


@pytest.mark.spec("SF-1")
def test_the_page_of_imports_counts_too(client, settings):
    settings.WORLDBOOK_IMPORT_RATE = "1/hour"
    client.force_login(make_user(roles=["author"]))
    address = reverse("admin:worldbook_lorebook_import")
    pages = [
        client.post(
            address,
            {
                "file": SimpleUploadedFile("North.json", world_info(1)),
                "wanted": "lorebook",
                "import_defaults": "native",
            },
        )
        for _time in range(2)
    ]
    assert ImportPreview.objects.count() == 1
    assert "Too many files" in pages[1].content.decode()
