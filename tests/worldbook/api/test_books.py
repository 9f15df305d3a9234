import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_book, make_user
from worldbook.actions.books import create_book
from worldbook.actions.entries import create_entry, update_entry
from worldbook.actions.publishing import publish_book

pytestmark = pytest.mark.django_db
BOOKS = "/api/worldbook/books/"


@pytest.fixture
def by(client):
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


def book_with_gate(by, **fields):
    book = create_book(by=by, name="North", **fields)
    gate = create_entry(by=by, book_id=book.pk, title="Gate", content="shut")
    publish_book(by=by, book_id=book.pk, expected_revision=0)
    return book, gate


def post(client, url, **data):
    return client.post(url, json.dumps(data), content_type="application/json")


@pytest.mark.spec("AD-2", "SF-1")
def test_only_own_shared_and_public_books_are_listed(client, by):
    other = make_user(roles=["author"])
    own = make_book(by, name="1 own")
    public = make_book(other, name="2 public", visibility="public")
    shared = make_book(other, name="3 shared", visibility="shared")
    shared.shares.create(user=by, access="read")
    hidden = make_book(other, name="4 hidden")
    resting = make_book(other, name="5 private again")
    resting.shares.create(user=by, access="edit")
    listed = client.get(BOOKS).json()["results"]
    assert [book["id"] for book in listed] == [own.pk, public.pk, shared.pk]
    for book, status in [(own, 200), (public, 200), (shared, 200), (hidden, 404), (resting, 404)]:
        assert client.get(f"{BOOKS}{book.pk}/").status_code == status
    client.logout()
    assert client.get(BOOKS).status_code == 401


@pytest.mark.spec("WB-2")
def test_readers_see_revisions_and_editors_the_draft_too(client, by):
    book, gate = book_with_gate(by, visibility="public")
    update_entry(by=by, entry_id=gate.pk, expected_version=1, content="open")
    address = f"{BOOKS}{book.pk}/"
    mine = client.get(address).json()
    assert (mine["may_edit"], mine["draft_differs"], mine["latest_revision"]) == (True, True, 1)
    draft = client.get(f"{address}draft/").json()
    assert draft["draft_version"] == mine["draft_version"]
    assert draft["book"]["entries"][0]["content"] == "open"
    revisions = client.get(f"{address}revisions/").json()["results"]
    assert [(row["number"], row["published_by"]) for row in revisions] == [(1, "ana")]
    client.force_login(make_user())
    assert client.get(address).json()["may_edit"] is False
    theirs = client.get(f"{address}draft/")
    assert (theirs.status_code, theirs.json()["error"]["code"]) == (403, "not_yours")
    assert client.get(f"{address}revisions/").json()["count"] == 1
    said = client.get(f"{BOOKS}{book.pk}/revisions/1/").json()
    assert said["body"]["entries"][0]["content"] == "shut"
    absent = client.get(f"{BOOKS}{book.pk}/revisions/2/")
    nowhere = client.get(f"{BOOKS}{book.pk + 999}/")
    for answer in (absent, nowhere):
        said = {"code": "not_found", "message": "There is nothing here."}
        assert (answer.status_code, answer.json()) == (404, {"error": said})


@pytest.mark.spec("WB-12")
def test_publishing_makes_the_next_revision(client, by):
    book, _gate = book_with_gate(by)
    answer = post(client, f"{BOOKS}{book.pk}/publish/", expected_revision=1, note="again")
    assert answer.status_code == 201
    assert (answer.json()["number"], answer.json()["note"]) == (2, "again")
    assert answer.json()["published_by"] == "ana"


@pytest.mark.spec("WB-12")
def test_a_conflict_is_409_with_both_numbers_and_the_changed_entries(client, by):
    book, gate = book_with_gate(by)
    update_entry(by=by, entry_id=gate.pk, expected_version=1, content="open")
    publish_book(by=by, book_id=book.pk, expected_revision=1)
    answer = post(client, f"{BOOKS}{book.pk}/publish/", expected_revision=1)
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert (error["code"], error["expected"], error["latest"]) == ("revision_conflict", 1, 2)
    assert error["changed"] == [
        {"key_id": "gate", "title": "Gate", "change": "changed", "fields": ["content"]}
    ]
    assert "2" in error["message"]
    assert book.revisions.count() == 2


@pytest.mark.spec("WB-12")
def test_a_whole_book_is_published(client, by):
    book, _gate = book_with_gate(by)
    body = client.get(f"{BOOKS}{book.pk}/revisions/1/").json()["body"]
    body["entries"][0]["content"] = "ajar"
    url = f"{BOOKS}{book.pk}/publish/"
    assert post(client, url, expected_revision=1, book=body).status_code == 201
    again = client.get(f"{BOOKS}{book.pk}/revisions/2/").json()["body"]
    assert again == body | {"revision": 2}
    late = post(client, url, expected_revision=1, book=body | {"entries": []})
    assert late.status_code == 409
    assert [item["change"] for item in late.json()["error"]["yours"]["changed"]] == ["removed"]


@pytest.mark.spec("WK-24")
def test_a_whole_book_that_is_wrong_is_400_with_the_places(client, by):
    book, _gate = book_with_gate(by)
    body = {"name": "N", "entries": [{"key_id": "a", "position": "up"}]}
    answer = post(client, f"{BOOKS}{book.pk}/publish/", expected_revision=1, book=body)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["code"] == "invalid"
    assert [problem["path"] for problem in error["problems"]] == ["entries[0].position"]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"expected_revision": -1},
        {"expected_revision": "x"},
        {"expected_revision": 1, "book": []},
    ],
)
def test_requests_that_make_no_sense_are_400_in_the_same_shape(client, by, data):
    book, _gate = book_with_gate(by)
    answer = post(client, f"{BOOKS}{book.pk}/publish/", **data)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "invalid"
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize("body", ["{", "[" * 200_000, '{"expected_revision": NaN}'])
def test_what_cannot_be_read_is_400(client, by, body):
    book, _gate = book_with_gate(by)
    answer = client.post(f"{BOOKS}{book.pk}/publish/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "not_readable")


@pytest.mark.spec("AD-2")
@pytest.mark.parametrize(("visibility", "status"), [("private", 404), ("public", 403)])
def test_others_do_not_publish(client, by, visibility, status):
    book = make_book(make_user(roles=["author"]), visibility=visibility)
    answer = post(client, f"{BOOKS}{book.pk}/publish/", expected_revision=0)
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"code", "message"}


def test_an_endless_number_in_a_book_is_400(client, by):
    book, _gate = book_with_gate(by)
    entry = '{"key_id": "a", "source": {"x": 1e999}}'
    body = '{"expected_revision": 1, "book": {"name": "N", "entries": [%s]}}' % entry  # noqa: UP031
    answer = client.post(f"{BOOKS}{book.pk}/publish/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid")


def test_the_list_needs_as_many_queries_for_three_books_as_for_one(client, by):
    book_with_gate(by)
    client.get(BOOKS)
    with CaptureQueriesContext(connection) as one:
        client.get(BOOKS)
    book_with_gate(by)
    book_with_gate(by)
    with CaptureQueriesContext(connection) as three:
        assert len(client.get(BOOKS).json()["results"]) == 3
    assert len(three) == len(one)


@pytest.mark.spec("SF-1")
def test_posts_need_the_csrf_token(by):
    from django.test import Client  # noqa: PLC0415

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(by)
    book, _gate = book_with_gate(by)
    answer = post(strict, f"{BOOKS}{book.pk}/publish/", expected_revision=1)
    assert answer.status_code == 403


@pytest.mark.spec("AD-2", "WB-37")
def test_a_book_that_is_closed_to_players_is_played_with_but_not_read(client, by):
    book, _gate = book_with_gate(by, visibility="public", players_may_read=False)
    address = f"{BOOKS}{book.pk}/revisions/1/"
    shared_with = make_user()
    book.shares.create(user=shared_with, access="read")
    asking = [(make_user(), 404), (make_user(roles=["author"]), 200), (shared_with, 200)]
    for user, status in asking:
        client.force_login(user)
        assert client.get(address).status_code == status
    client.force_login(asking[0][0])
    assert book.pk in [row["id"] for row in client.get(BOOKS).json()["results"]]
