"""What is no text (half of a surrogate pair) is bad input wherever it stands, and no fault."""

import json

import pytest

from tests.factories import make_book, make_entry, make_user
from tests.sessions_app.stories import make_story
from tests.worldbook.api.doors import BOOKS, send
from worldbook.actions.entries import create_entry

pytestmark = [pytest.mark.django_db, pytest.mark.spec("AP-1")]
HALF = "\ud800"


@pytest.mark.parametrize(
    ("method", "door", "body"),
    [
        ("POST", "", {"name": "n", "visibility": HALF}),
        ("POST", "", {HALF: 1}),
        ("PATCH", "{book}/", {"expected_version": 1, HALF: 1}),
        ("PUT", "{book}/draft/", {"expected_draft": 1, "book": {HALF: 1}}),
        ("POST", "{book}/publish/", {"expected_revision": 1, "book": {HALF: 1}}),
        ("POST", "{book}/entries/", {"key_id": HALF}),
        ("PATCH", "{book}/entries/{entry}/", {"expected_version": 1, "position": HALF}),
        ("PUT", "{book}/shares/ben/", {"access": HALF}),
    ],
)
def test_a_refusal_can_name_what_no_text_can_hold(client, method, door, body):
    author = make_user(roles=["author"])
    book = make_book(author, entries=[make_entry("a")])
    entry = create_entry(by=author, book_id=book.pk, title="Gate")
    client.force_login(author)
    address = BOOKS + door.format(book=book.pk, entry=entry.pk)
    answer = send(client, method, address, **body)
    assert answer.status_code == 400, answer.content
    assert answer.json()["error"]["code"] == "invalid"


@pytest.mark.parametrize("key", [HALF, "a\0b"])
def test_a_commands_key_is_text_that_can_be_kept(client, key):
    story = make_story()
    client.force_login(story.owner)
    for door, body in (("stop", {}), ("lorebooks/order", {"books": [story.pins.get().book_id]})):
        send_by = "PUT" if "order" in door else "POST"
        address = f"/api/sessions/{story.pk}/{door}/"
        answer = client.generic(
            send_by, address, json.dumps({"key": key, **body}), "application/json"
        )
        assert answer.status_code == 400, door
        answer = client.generic(
            send_by, address, json.dumps(body), "application/json", HTTP_IDEMPOTENCY_KEY="a\0b"
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "no_key")
