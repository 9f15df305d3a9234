"""Odd numbers and texts in addresses and forms of the writing room are no fault."""

import pytest

from tests.factories import make_user
from tests.sessions_app.stories import make_story
from worldbook.actions.entries import create_entry

pytestmark = pytest.mark.django_db
LONG = "0000000000" + "1" * 5_000
ROOM = "/admin/"


@pytest.fixture
def story(client):
    made = make_story(make_user(roles=["author"]))
    book = made.pins.get().book
    book.owner = made.owner
    book.save()
    create_entry(by=made.owner, book_id=book.pk, title="Gate", content="copper")
    client.force_login(made.owner)
    return made


@pytest.mark.parametrize("number", [LONG, "9" * 30, "²", "-1"])
def test_a_number_of_any_length_is_no_fault(client, story, number):
    book = story.pins.get().book.pk
    at = f"{ROOM}worldbook/lorebook/{book}/"
    found = {"text": "copper", "mode": "plain", "fields_": "content", "act": "apply"}
    posts = [
        ("restore/", {"number": number, "expected_draft": number}),
        ("steps/", {"step": number, "act": "undo"}),
        ("replace/", {**found, "expected_draft": number}),
        ("replace/", {**found, "act": number}),
        ("bulk/", {"ids": number, "do": "delete", "act": "apply", "expected_draft": number}),
        ("bulk/", {"do": "delete", "act": "apply", "expected_draft": number}),
    ]
    for door, data in posts:
        assert client.post(at + door, data).status_code < 500, door
    entries = f"{ROOM}worldbook/entry/?book__id__exact="
    for address in (
        f"{at}entries/rows/?ids={number},{number}",
        f"{ROOM}worldbook/lorebook/import/?into={number}",
        f"{ROOM}sessions_app/session/{story.pk}/pins/{book}/?revision={number}",
        f"/story/{story.pk}/lorebooks/{book}/?page={number}",
        f"/story/{story.pk}/lorebooks/{book}/revision/?revision={number}",
        f"/api/worldbook/books/{book}/turns/compare/?before={number}",
        f"/api/worldbook/books/{book}/turns/compare/?after={number}",
        entries + number,
    ):
        assert client.get(address).status_code < 500, address


def test_what_no_text_can_hold_finds_nothing(client, story):
    book = story.pins.get().book
    at = f"{ROOM}worldbook/lorebook/{book.pk}/"
    inner = {"filter": "q=%00", "do": "delete", "act": "preview"}
    assert client.post(f"{at}bulk/", inner).status_code == 200
    body = '{"id": %d, "version": 1, "field": "order", "value": 3, "list": "\\ud800"}'
    row = book.entries.get().pk
    answer = client.generic("POST", f"{at}entries/set/", body % row, "application/json")
    assert answer.status_code == 200


@pytest.mark.parametrize("written", ['{"\\ud800": 1}', '{"variable": {"of": "\\u0000"}}'])
def test_a_condition_with_half_a_character_is_said_to_be_wrong(client, story, written):
    row = story.pins.get().book.entries.get()
    address = f"{ROOM}worldbook/entry/{row.pk}/change/"
    data = {"title": "Gate", "seen_version": row.version, "conditions": written}
    answer = client.post(address, data)
    assert answer.status_code == 200
    assert answer.context["adminform"].form.errors["conditions"]
