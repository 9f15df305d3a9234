"""Choosing from a book over HTTP, without a story (WB-42, WB-37)."""

import io
import json
import sys
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories import make_book, make_entry, make_revision, make_user
from worldbook.actions.entries import create_entry
from worldbook.models import Entry, Lorebook, Revision, User
from worldbook.rules.entries import Book, book_to_json

pytestmark = pytest.mark.django_db

CHAT = {"messages": [{"role": "user", "content": "I have the copper key."}]}
BOOK = {
    "name": "Lore",
    "entries": [
        {"uid": 7, "key": ["copper key"], "content": "It opens the tower."},
        {"uid": 8, "key": ["harbour"], "content": "The harbour is closed."},
    ],
}


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def ask(user: User, **request: Any) -> Any:
    body = json.dumps({"chat": CHAT} | request)
    return client_of(user).post("/api/worldbook/select/", body, content_type="application/json")


def told(answer: Any) -> Any:
    assert answer.status_code == 200, answer.content
    return answer.json()


def error(answer: Any, status: int) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json()["error"]


def by_command(capsys, monkeypatch, request: dict[str, Any]) -> Any:
    """The answer of the command to the same request."""

    class Stdin:
        buffer = io.BytesIO(json.dumps(request).encode())

    monkeypatch.setattr(sys, "stdin", Stdin)
    call_command("lorebook_select", json=True)
    return json.loads(capsys.readouterr().out)


@pytest.mark.spec("WB-42")
@pytest.mark.parametrize("every", [False, True])
def test_an_inline_book_is_answered_as_by_the_command(capsys, monkeypatch, every):
    request = {"book": BOOK, "chat": CHAT, "all": every, "budget": 500, "turn": 3, "seed": "s"}
    answer = told(ask(make_user(), **request))
    command = by_command(capsys, monkeypatch, request)
    assert {**answer, "ms": 0} == {**command, "ms": 0}
    assert [item["source_id"] for item in answer["selected"]] == ["7"]
    assert [item["reason"] for item in answer["dropped"]] == ["not_activated"] * every
    assert not Lorebook.objects.exists()
    assert not Entry.objects.exists()


@pytest.fixture
def book() -> Lorebook:
    """A public book: a revision with an entry for the actor and one for the game master alone."""
    book = make_book(make_user("owner", roles=["author"]), visibility="public")
    entries = [
        make_entry("copper-key", title="The key", keys=("copper key",), content="It opens."),
        make_entry("secret", keys=("copper key",), audience=("gm",)),
        make_entry("fears", keys=("copper key",), audience=("gm", "actor"), enabled=False),
    ]
    make_revision(book, entries)
    create_entry(by=book.owner, book_id=book.pk, key_id="draft-only", title="New", keys=["copper"])
    return book


@pytest.mark.spec("WB-42", "WB-39")
def test_the_owner_gets_all_of_a_revision_and_of_the_draft(book):
    found = told(ask(book.owner, book=book.pk))
    assert [(item["key_id"], item["revision"], item["text"]) for item in found["selected"]] == [
        ("copper-key", 1, "It opens.")
    ]
    dropped = {item["key_id"]: (item["reason"], item["why"]) for item in found["dropped"]}
    assert dropped == {"secret": ("ineligible", "audience"), "fears": ("ineligible", "disabled")}
    draft = told(ask(book.owner, book=book.pk, revision="draft"))
    assert [(item["key_id"], item["revision"]) for item in draft["selected"]] == []
    assert draft["dropped"][0] | {"book": ""} == {
        "key_id": "draft-only", "source_id": "", "reason": "ineligible", "why": "empty",
        "book": "", "revision": 0, "title": "New",
    }  # fmt: skip


@pytest.mark.spec("WB-37")
def test_a_player_gets_what_players_are_shown_and_a_number(book):
    found = told(ask(make_user(), book=book.pk, revision=1, audience="gm", all=True))
    assert found.keys() == {"selected", "hidden", "ms"}
    assert [item["key_id"] for item in found["selected"]] == ["copper-key"]
    assert found["hidden"] == 1


@pytest.mark.spec("WB-37", "AD-2")
def test_drafts_and_books_that_are_not_open_are_not_read(book):
    player = make_user()
    assert error(ask(player, book=book.pk, revision="draft"), 403)["code"] == "not_yours"
    book.players_may_read = False
    book.save()
    assert error(ask(player, book=book.pk), 404)["code"] == "not_found"
    assert told(ask(book.owner, book=book.pk))["selected"]
    assert error(ask(player, book=book.pk + 999), 404)["code"] == "not_found"
    assert error(ask(player, book=10**30), 404)["code"] == "not_found"
    assert error(ask(book.owner, book=book.pk, revision=9), 404)["code"] == "not_found"
    assert Revision.objects.count() == 1


@pytest.mark.parametrize(
    ("request_", "code", "at"),
    [
        ({"chat": {"messages": []}, "book": BOOK}, "bad_request", "chat.messages"),
        ({"chat": None, "book": BOOK}, "bad_request", "chat"),
        ({}, "bad_request", "book"),
        ({"file": "/etc/passwd"}, "bad_request", "file"),
        ({"book": BOOK, "budget": -1}, "bad_request", "budget"),
        ({"book": BOOK, "timed": {"a": "b"}}, "bad_request", "timed"),
        ({"book": BOOK, "import_defaults": "other"}, "bad_request", "import_defaults"),
        ({"book": {"spec": "chara_card_v2", "data": {"name": "A"}}}, "no_book", "book"),
        ({"book": "no book"}, "unknown_format", None),
        ({"book": BOOK, "timed": {"\ud800": 1}}, "bad_request", None),
        ({"book": BOOK, "seed": "x" * 200_001}, "too_large", None),
        ({"book": {"entries": [{}] * 5_001}}, "too_many_entries", None),
        ({"book": 1, "revision": "second"}, "bad_request", "revision"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(request_, code, at):
    found = error(ask(make_user(), **request_), 400)
    assert (found["code"], found.get("at")) == (code, at)


@pytest.mark.spec("WB-25")
def test_a_required_entry_that_does_not_fit_is_an_error_and_no_empty_answer():
    law = make_entry("law", required=True, content="word " * 400)
    book = book_to_json(Book(entries=(law,)))
    found = error(ask(make_user(), book=book, budget=100), 409)
    assert found["code"] == "required_over_budget"
    assert found["budget"] == 100


def test_nobody_selects_without_an_account():
    answer = Client().post("/api/worldbook/select/", {}, content_type="application/json")
    assert answer.status_code == 401
