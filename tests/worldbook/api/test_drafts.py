"""Entries and drafts over HTTP (AP-1, WB-3, WK-14)."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_book, make_entry, make_user
from tests.worldbook.api.doors import BOOKS, error_of, send
from worldbook.actions.books import create_book
from worldbook.actions.entries import create_entry
from worldbook.actions.publishing import publish_book

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(client):
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


@pytest.fixture
def book(by):
    book = create_book(by=by, name="North")
    for title in ("Gate", "Tower", "Key"):
        create_entry(by=by, book_id=book.pk, title=title, keys=[title], content=f"The {title}.")
    publish_book(by=by, book_id=book.pk, expected_revision=0)
    book.refresh_from_db()
    return book


def entries(book):
    return f"{BOOKS}{book.pk}/entries/"


@pytest.mark.spec("AP-1", "WB-3")
def test_an_entry_is_written_changed_and_deleted(client, book):
    made = send(client, "POST", entries(book), title="Guard", keys=["guard"], probability=50)
    assert made.status_code == 201
    entry = made.json()
    assert (entry["key_id"], entry["place"], entry["version"]) == ("guard", 3, 1)
    assert (entry["position"], entry["prevent_recursion"]) == ("before_persona", True)
    address = f"{entries(book)}{entry['id']}/"
    changed = send(client, "PATCH", address, expected_version=1, content="A guard.").json()
    assert (changed["content"], changed["version"], changed["keys"]) == ("A guard.", 2, ["guard"])
    assert client.get(address).json() == changed
    stale = client.delete(f"{address}?expected_version=1")
    assert error_of(stale) == (409, "edit_conflict")
    assert client.delete(f"{address}?expected_version=2").status_code == 204
    assert client.get(address).status_code == 404


@pytest.mark.spec("AP-1", "WK-14")
def test_a_stale_change_of_an_entry_is_409_with_both_values(client, book):
    gate = book.entries.get(key_id="gate")
    address = f"{entries(book)}{gate.pk}/"
    send(client, "PATCH", address, expected_version=1, content="Theirs.")
    late = send(client, "PATCH", address, expected_version=1, content="Mine.", title="Gate")
    assert error_of(late) == (409, "edit_conflict")
    (changed,) = late.json()["error"]["changed"]
    assert (changed["field"], changed["yours"], changed["theirs"]) == (
        "content",
        "Mine.",
        "Theirs.",
    )
    gate.refresh_from_db()
    assert gate.content == "Theirs."


@pytest.mark.spec("WK-24")
@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"probability": 101}, "probability"),
        ({"keys": "gate"}, "keys"),
        ({"position": "up"}, "position"),
        ({"conditions": {"moon": 1}}, "conditions.moon"),
        ({"character_filter": {"mode": "only"}}, "character_filter"),
        ({"content": "a\x00"}, "content"),
        ({"id": 1}, "id"),
        ({"by": 1}, "by"),
        ({"entry_id": 1}, "entry_id"),
        ({"book": 1}, "book"),
        ({"version": 1}, "version"),
    ],
)
def test_what_is_wrong_with_an_entry_is_said_at_its_place(client, book, data, path):
    answer = send(client, "POST", entries(book), title="x", **data)
    assert error_of(answer) == (400, "invalid")
    assert [problem["path"] for problem in answer.json()["error"]["problems"]] == [path]
    assert book.entries.count() == 3


@pytest.mark.parametrize("body", ["[]", "3", "null", '"x"', ""])
def test_a_body_that_is_no_object_is_400(client, book, body):
    for method, address in [
        ("POST", BOOKS),
        ("POST", entries(book)),
        ("PATCH", f"{entries(book)}{book.entries.first().pk}/"),
        ("PUT", f"{BOOKS}{book.pk}/draft/"),
        ("POST", f"{BOOKS}{book.pk}/restore/"),
    ]:
        answer = client.generic(method, address, body, "application/json")
        if (method, body, address) == ("POST", "", entries(book)):
            continue  # An entry without anything is one that is still to be written.
        assert answer.status_code == 400, (method, address)


@pytest.mark.spec("AP-1", "WK-2")
def test_entries_are_found_through_and_paged(client, book):
    gate = book.entries.get(key_id="gate")
    gate.tags, gate.enabled = ["old"], False
    gate.save()
    wanted = {
        "": ["gate", "tower", "key"],
        "q=tower": ["tower"],
        "q=^T&pattern=true": ["gate", "tower", "key"],
        "tag=old": ["gate"],
        "state=off": ["gate"],
        "key_id=key": ["key"],
        "position=at_depth": [],
        "page_size=2": ["gate", "tower"],
        "page_size=2&page=2": ["key"],
    }
    for query, ids in wanted.items():
        found = client.get(f"{entries(book)}?{query}").json()
        assert [row["key_id"] for row in found["results"]] == ids, query
    assert error_of(client.get(f"{entries(book)}?q=(&pattern=true")) == (400, "bad_pattern")
    assert error_of(client.get(f"{entries(book)}?state=sleeping")) == (400, "invalid")


def test_the_list_needs_as_many_queries_for_three_entries_as_for_one(client, by, book):
    one = make_book(by)
    create_entry(by=by, book_id=one.pk, title="a")
    client.get(entries(one))
    with CaptureQueriesContext(connection) as few:
        client.get(entries(one))
    with CaptureQueriesContext(connection) as many:
        assert client.get(entries(book)).json()["count"] == 3
    assert len(few) == len(many)


@pytest.mark.spec("AD-2")
def test_an_entry_is_found_in_its_own_book_only_and_by_editors(client, by, book):
    other = make_book(by, visibility="public")
    gate = book.entries.get(key_id="gate")
    address = f"{entries(other)}{gate.pk}/"
    assert client.get(address).status_code == 404
    assert send(client, "PATCH", address, expected_version=1, title="x").status_code == 404
    assert client.delete(address).status_code == 404
    client.force_login(make_user(roles=["author"]))
    assert error_of(client.get(entries(other))) == (403, "not_yours")
    assert error_of(client.get(entries(book))) == (404, "not_found")
    assert error_of(send(client, "POST", entries(other), title="x")) == (403, "not_yours")
    assert client.delete(f"{entries(book)}{gate.pk}/").status_code == 404
    assert book.entries.count() == 3


@pytest.mark.spec("AP-1")
def test_a_draft_is_replaced_as_a_whole_from_the_version_that_was_read(client, book):
    address = f"{BOOKS}{book.pk}/draft/"
    draft = client.get(address).json()
    body = draft["book"]
    body["entries"][0]["content"] = "Ajar."
    del body["entries"][2]
    body["entries"].append({"key_id": "new", "title": "New"})
    body["description"] = "Another."
    kept = book.entries.get(key_id="tower")
    wish = {"book": body, "expected_draft": draft["draft_version"]}
    answer = send(client, "PUT", address, **wish)
    assert answer.status_code == 200
    said = answer.json()
    assert said["draft_version"] > draft["draft_version"]
    assert [entry["key_id"] for entry in said["book"]["entries"]] == ["gate", "new", "tower"] or [
        entry["key_id"] for entry in said["book"]["entries"]
    ] == ["gate", "tower", "new"]
    assert said["book"]["description"] == "Another."
    assert book.entries.get(key_id="tower").pk == kept.pk
    late = send(client, "PUT", address, **wish | {"book": body | {"entries": []}})
    assert error_of(late) == (409, "draft_conflict")
    error = late.json()["error"]
    assert error["draft_version"] == said["draft_version"]
    assert {change["change"] for change in error["changed"]} == {"removed"}
    assert book.entries.count() == 3
    bad = send(
        client,
        "PUT",
        address,
        book={"entries": [{"key_id": "a"}, {"key_id": "a"}]},
        expected_draft=said["draft_version"],
    )
    assert [problem["path"] for problem in bad.json()["error"]["problems"]] == ["entries[1].key_id"]


@pytest.mark.spec("AP-1", "WB-17")
def test_a_revision_is_compared_word_by_word_and_made_the_draft_again(client, by, book):
    gate = book.entries.get(key_id="gate")
    address = f"{BOOKS}{book.pk}/"
    send(
        client, "PATCH", f"{entries(book)}{gate.pk}/", expected_version=1, content="The iron Gate."
    )
    client.delete(f"{entries(book)}{book.entries.get(key_id='key').pk}/")
    send(client, "POST", entries(book), title="New")
    diff = client.get(f"{address}diff/").json()
    assert (diff["before"], diff["after"]) == ("1", "draft")
    assert (diff["added"], diff["removed"], diff["changed"], diff["count"]) == (1, 1, 1, 3)
    (field,) = diff["results"][0]["fields_changed"]
    assert (field["field"], field["before"], field["after"]) == (
        "content",
        "The Gate.",
        "The iron Gate.",
    )
    assert [piece["text"] for piece in field["words"] if piece["op"] == "added"] == ["iron "]
    page = client.get(f"{address}diff/?page_size=1&page=2").json()
    assert (page["count"], len(page["results"])) == (3, 1)
    assert client.get(f"{address}diff/?before=0&after=1").json()["added"] == 3
    assert client.get(f"{address}diff/?before=7").status_code == 404
    assert error_of(client.get(f"{address}diff/?before=x")) == (400, "invalid")
    version = client.get(address).json()["draft_version"]
    stale = send(client, "POST", f"{address}restore/", revision=1, expected_draft=version - 1)
    assert error_of(stale) == (409, "draft_conflict")
    assert (
        send(client, "POST", f"{address}restore/", revision=9, expected_draft=1).status_code == 404
    )
    back = send(client, "POST", f"{address}restore/", revision=1, expected_draft=version)
    assert back.status_code == 200
    assert client.get(f"{address}diff/").json()["count"] == 0
    client.force_login(make_user(roles=["author"]))
    book.visibility = "public"
    book.save()
    assert client.get(f"{address}diff/?before=0&after=1").status_code == 200
    assert error_of(client.get(f"{address}diff/")) == (403, "not_yours")


@pytest.mark.spec("AP-1", "WB-11", "WK-13")
def test_a_book_is_written_in_each_format_with_its_losses(client, book):
    address = f"{BOOKS}{book.pk}/exports/"
    tower = book.entries.get(key_id="tower")
    tower.required = True
    tower.save()
    said = client.get(f"{address}?state=draft").json()
    assert (said["state"], said["entry_count"]) == ("draft", 3)
    losses = {item["format"]: item["losses"] for item in said["formats"]}
    assert losses["native"] == []
    assert [loss["key_id"] for loss in losses["sillytavern"] if loss["code"] == "required"] == [
        "tower"
    ]
    for item in said["formats"]:
        file = client.get(item["url"])
        assert file.status_code == 200
        assert file["Content-Disposition"].startswith("attachment")
        if item["format"] == "card_png":
            assert file.content.startswith(b"\x89PNG")
        else:
            assert file.json()
    latest = client.get(f"{address}native/").json()
    assert latest["revision"] == 1
    assert latest["entries"][1]["required"] is False
    assert client.get(f"{address}docx/").status_code == 404
    assert client.get(f"{address}native/?state=8").status_code == 404
    assert client.get(f"{address}card/?character=999").status_code == 404


@pytest.mark.spec("AP-1", "WB-40")
def test_lint_is_told_of_draft_and_revision(client, book):
    gate = book.entries.get(key_id="gate")
    gate.requires = ["nobody"]
    gate.save()
    address = f"{BOOKS}{book.pk}/lint/"
    draft = client.get(f"{address}?state=draft").json()
    (error,) = [finding for finding in draft["findings"] if finding["level"] == "error"]
    assert (error["code"], error["key_id"], error["field"]) == (
        "unknown_requires",
        "gate",
        "requires",
    )
    assert "nobody" in error["text"]
    assert draft["error_count"] == 1
    published = client.get(address).json()
    assert (published["state"], published["error_count"]) == ("1", 0)


def test_a_book_without_entries_of_its_own_reads_as_an_empty_one(client, by):
    book = make_book(by, entries=[make_entry("a")])
    assert client.get(f"{BOOKS}{book.pk}/draft/").json()["book"]["entries"] == []
