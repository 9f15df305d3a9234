import json
import uuid

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import make_user, make_world
from tests.worldbook.files import card_v3, world_info
from worldbook.api.throttles import AccountThrottle
from worldbook.models import Character, ImportPreview, Lorebook

pytestmark = pytest.mark.django_db
IMPORTS = "/api/worldbook/imports/"


@pytest.fixture
def by(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    cache.clear()
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


def upload(client, data, **fields):
    return client.post(IMPORTS, {"file": SimpleUploadedFile("North.json", data), **fields})


def save(client, preview_id, **data):
    url = f"{IMPORTS}{preview_id}/save/"
    return client.post(url, json.dumps(data), content_type="application/json")


@pytest.mark.spec("WB-8", "WB-9")
def test_upload_preview_save(client, by):
    answer = upload(client, world_info(2))
    assert answer.status_code == 201
    preview = answer.json()
    assert (preview["format"], preview["name"], preview["report"]["read"]) == (
        "sillytavern",
        "North",
        2,
    )
    assert set(preview["report"]) >= {
        "read",
        "blocked",
        "coerced",
        "mapped",
        "unsupported",
        "entries",
    }
    assert not Lorebook.objects.exists()
    assert client.get(f"{IMPORTS}{preview['id']}/").json()["id"] == preview["id"]
    saved = save(client, preview["id"])
    assert saved.status_code == 201
    assert saved.json()["book"]["entry_count"] == 2
    assert save(client, preview["id"]).json() == saved.json()
    assert Lorebook.objects.count() == 1


@pytest.mark.spec("WB-7")
def test_a_card_becomes_a_character_of_a_world(client, by):
    world = make_world(by)
    preview = upload(client, card_v3(), wanted="character").json()
    saved = save(client, preview["id"], world=world.pk).json()
    mira = Character.objects.get(pk=saved["character"])
    assert (mira.name, saved["world"], saved["book"]["latest_revision"]) == ("Mira", world.pk, 1)


@pytest.mark.spec("WB-9")
def test_the_matching_defaults_may_be_chosen(client, by):
    native = upload(client, world_info(1)).json()
    tavern = upload(client, world_info(1), import_defaults="sillytavern").json()
    assert (native["book"]["whole_words"], tavern["book"]["whole_words"]) == (False, True)
    assert (native["book"]["scan_depth"], tavern["book"]["scan_depth"]) == (4, 2)


@pytest.mark.spec("WB-10")
@pytest.mark.parametrize("data", [b"", b"{", b"<html>", b"\x89PNG\r\n\x1a\n", b"[1, 2]"])
def test_bad_files_are_400_with_a_reason_and_nothing_is_saved(client, by, data):
    answer = upload(client, data)
    assert answer.status_code == 400
    assert len(answer.json()["error"]["message"]) > 10
    assert not ImportPreview.objects.exists()


@pytest.mark.spec("AD-2")
def test_previews_are_their_owners(client, by):
    preview = upload(client, world_info(1)).json()
    client.force_login(make_user(roles=["author"]))
    assert client.get(f"{IMPORTS}{preview['id']}/").status_code == 404
    assert save(client, preview["id"]).status_code == 404
    assert client.delete(f"{IMPORTS}{preview['id']}/").status_code == 404
    assert save(client, uuid.uuid4()).json()["error"]["code"] == "preview_gone"


@pytest.mark.spec("SF-1")
def test_imports_are_counted(client, by, monkeypatch):
    monkeypatch.setattr(AccountThrottle, "THROTTLE_RATES", {"imports": "2/hour"})
    assert [upload(client, world_info(1)).status_code for _ in range(3)] == [201, 201, 429]
    late = upload(client, world_info(1))
    assert late.json()["error"]["code"] == "throttled"
    assert 0 < late.json()["error"]["retry_after"] <= 3600
    assert int(late["Retry-After"]) > 0


def test_players_may_not_import(client):
    client.force_login(make_user())
    answer = upload(client, world_info(1))
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_author")


def test_a_preview_may_be_thrown_away(client, by):
    preview = upload(client, world_info(1)).json()
    assert client.delete(f"{IMPORTS}{preview['id']}/").status_code == 204
    assert save(client, preview["id"]).status_code == 404
