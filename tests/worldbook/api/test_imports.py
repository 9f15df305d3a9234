import json
import uuid

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import make_book, make_user, make_world
from tests.worldbook.files import card_v3, world_info
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
def test_imports_are_counted(client, by, settings):
    settings.WORLDBOOK_IMPORT_RATE = "2/hour"
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


@pytest.mark.spec("AP-1", "WB-9b", "WK-12")
def test_content_that_is_here_is_recognised_and_may_be_gone_on_with(client, by):
    first = save(client, upload(client, world_info(2)).json()["id"]).json()["book"]
    again = upload(client, world_info(2)).json()
    assert [(row["book"], row["name"]) for row in again["known"]] == [(first["id"], "North")]
    other = make_book(by)
    wrong = save(client, again["id"], **{"as": "link", "book": other.pk})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (409, "not_known")
    linked = save(client, again["id"], **{"as": "link", "book": first["id"]})
    assert (linked.status_code, linked.json()["book"]["id"]) == (201, first["id"])
    assert linked.json()["book"]["entry_count"] == 2
    assert Lorebook.objects.count() == 2


@pytest.mark.spec("AP-1", "WB-9b", "WK-12")
def test_a_dry_run_tells_what_saving_then_does(client, by):
    book = save(client, upload(client, world_info(2)).json()["id"]).json()["book"]
    preview = upload(client, world_info(3)).json()
    address = f"{IMPORTS}{preview['id']}/dry-run/"
    added = client.get(address, {"as": "new", "book": book["id"]}).json()
    assert len(added["arrivals"]) == 3
    assert [item["was"] == item["key_id"] for item in added["arrivals"]] == [False, False, True]
    assert all(item["twin"] for item in added["arrivals"][:2])
    become = client.get(address, {"as": "revision", "book": book["id"]}).json()
    assert [item["change"] for item in become["changes"]] == ["added"]
    nothing = {"arrivals": [], "changes": [], "book_fields": [], "draft_version": None}
    assert client.get(address).json() == nothing
    theirs = make_book()
    assert client.get(address, {"as": "new", "book": theirs.pk}).status_code == 404
    way = {"as": "revision", "book": book["id"]}
    unseen = save(client, preview["id"], **way)
    assert (unseen.status_code, unseen.json()["error"]["fields"].keys()) == (
        400,
        {"expected_draft"},
    )
    late = save(client, preview["id"], **way, expected_draft=become["draft_version"] - 1)
    assert (late.status_code, late.json()["error"]["code"]) == (409, "draft_conflict")
    answer = save(client, preview["id"], **way, expected_draft=become["draft_version"])
    saved = answer.json()["book"]
    assert (saved["id"], saved["entry_count"], saved["draft_differs"]) == (book["id"], 3, True)
    assert save(client, uuid.uuid4(), **{"as": "copy"}).status_code == 400


@pytest.mark.spec("AP-1", "WB-9a")
def test_offers_are_confirmed_before_saving(client, by):
    body = "<% if (getvar('trust') >= 3) { %>The door opens.<% } %>"
    entries = {"0": {"uid": 0, "key": ["door"], "content": body, "comment": "Door"}}
    preview = upload(client, json.dumps({"entries": entries}).encode()).json()
    (offer,) = preview["report"]["offers"]
    assert offer["kind"] == "condition"
    address = f"{IMPORTS}{preview['id']}/offers/"
    put = {"content_type": "application/json"}
    assert client.put(address, json.dumps({"accepted": [7]}), **put).status_code == 400
    answer = client.put(address, json.dumps({"accepted": [0]}), **put)
    assert (answer.status_code, answer.json()["report"]["accepted"]) == (200, [0])
    save(client, preview["id"])
    entry = Lorebook.objects.get().entries.get()
    assert entry.conditions is not None
    assert entry.content == "The door opens."
