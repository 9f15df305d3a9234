"""Hostile and broken files at the real doors, the API and the admin's page (WB-10)."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import make_user
from tests.worldbook.rules.formats.helpers import card, world_info, zipped
from worldbook.models import Entry, ImportPreview, Lorebook, Revision

pytestmark = pytest.mark.django_db
CARDS = Path(__file__).parents[1] / "cards"
BOOK = json.dumps(world_info({"content": "It is shut."}))


def bomb(**files):
    """An archive of these sizes, in zeros."""
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("card.json", json.dumps(card()))
        for name, size in files.items():
            archive.writestr(f"assets/{name}.bin", bytes(size))
    return box.getvalue()


def of_size(count):
    return json.dumps(world_info(*[{}] * count)).encode()


REFUSED = {
    "text in a picture": (lambda: (CARDS / "ztxt_bomb.png").read_bytes(), "33554432 bytes"),
    "archive": (lambda: bomb(a=2**25, b=2**25), "67108864 bytes"),
    "picture cut short": (
        lambda: (CARDS / "ztxt.png").read_bytes()[:60],
        "the file ends inside it",
    ),
    "lists in lists": (lambda: b"[" * 100_000, "64 deep"),
    "objects in a field": (
        lambda: json.dumps(world_info({"extensions": json.loads("[" * 64 + "]" * 64)})).encode(),
        "64 deep",
    ),
    "wrong encoding": (lambda: '{"entries": {"é": 1}}'.encode("latin-1"), "not valid utf-8"),
    "one too many": (lambda: of_size(5_001), "5001 entries; at most 5000"),
    "archive cut short": (lambda: zipped({"card.json": card()})[:60], "archive is damaged"),
    "way out of the archive": (lambda: zipped({"../card.json": card()}), "no card.json"),
}


@pytest.fixture
def author(client):
    user = make_user(roles=["author"])
    client.force_login(user)
    return client


def send(client, data, address):
    file = SimpleUploadedFile("Gate.json", data)
    wish = {"file": file, "wanted": "lorebook", "import_defaults": "native"}
    return client.post(address, wish)


@pytest.mark.spec("WB-10", "WB-8")
@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_with_the_reason_and_nothing_is_saved(author, name):
    make, words = REFUSED[name]
    data = make()
    for address in (reverse("api_imports"), reverse("admin:worldbook_lorebook_import")):
        answer = send(author, data, address)
        assert answer.status_code == 400
        assert words in answer.content.decode()
    assert not ImportPreview.objects.exists()
    assert not Lorebook.objects.exists()


@pytest.mark.spec("WB-10")
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_marks_of_encodings_are_read(author, encoding):
    answer = send(author, BOOK.encode(encoding), reverse("api_imports"))
    assert answer.status_code == 201
    assert answer.json()["report"]["read"] == 1


def saved(client, data):
    """A file on its whole way into a book; the book's id."""
    preview = send(client, data, reverse("api_imports")).json()
    address = reverse("api_import_save", args=[preview["id"]])
    return client.post(address, {}, "application/json").json()["book"]["id"]


def publish(client, book_id):
    address = reverse("api_book_publish", args=[book_id])
    return client.post(address, {"expected_revision": 0}, "application/json")


@pytest.mark.spec("WB-10")
def test_one_bad_entry_sinks_neither_the_others_nor_the_database(author):
    digits = '"order": ' + "9" * 5_000
    text = json.dumps(
        world_info(
            {"content": "a\0b", "key": ["\0", "gate"]},
            {"key": 5, "content": [1], "order": "@"},
            {"key": ["\ud800"], "content": None, "uid": {"a": 1}},
            {"content": "It is shut."},
        )
    ).replace('"order": "@"', digits)
    book = saved(author, text.encode())
    assert publish(author, book).status_code == 201
    bodies = list(Entry.objects.order_by("place").values_list("content", flat=True))
    assert bodies == ["a\ufffdb", "", "", "It is shut."]


def native(*entries):
    book = {"rpsite_lorebook": 1, "name": "Ring", "entries": list(entries)}
    return json.dumps(book).encode()


@pytest.mark.spec("WB-27")
def test_entries_that_require_each_other_in_a_circle_go_the_whole_way(author):
    ring = [
        {"key_id": f"e{at}", "content": f"Part {at}.", "requires": [f"e{(at + 1) % 40}"]}
        for at in range(40)
    ]
    book = saved(author, native(ring[0] | {"keys": ["gate"]}, *ring[1:]))
    assert publish(author, book).status_code == 201
    chosen = author.post(
        reverse("api_select"),
        {
            "book": Revision.objects.get().body,
            "budget": 9_000,
            "chat": {"messages": [{"role": "user", "content": "the gate"}]},
        },
        "application/json",
    ).json()
    assert len(chosen["selected"]) == 40
    assert {item["cause"]["kind"] for item in chosen["selected"]} == {"keyword", "dependency"}


@pytest.mark.spec("WB-27")
def test_a_circle_with_a_gap_is_not_published(author):
    book = saved(
        author, native({"key_id": "a", "keys": ["gate"], "content": "A", "requires": ["z"]})
    )
    answer = publish(author, book)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "lint_errors"
    assert not Revision.objects.exists()


HOSTILE = native(
    {"key_id": "nested", "keys": ["/(a+)+$/"], "content": "x"},
    {"key_id": "doubled", "keys": ["/(a|a)*$/"], "content": "x"},
    {"key_id": "back", "keys": [r"/(a+)+\1b/"], "content": "x"},
    {"key_id": "good", "keys": ["aaa"], "content": "x"},
)


@pytest.mark.spec("WB-22")
@pytest.mark.parametrize("text", ["a" * 28 + "!", "a" * 60_000 + "!", ("a" * 30 + " ") * 2_000])
def test_patterns_that_never_end_cost_a_turn_little_and_no_other_key(author, text):
    wish = {"book": json.loads(HOSTILE), "chat": {"messages": [{"role": "user", "content": text}]}}
    answer = author.post(reverse("api_select"), wish, "application/json").json()
    chosen = {item["key_id"] for item in answer["selected"]}
    assert "good" in chosen
    assert chosen <= {"good", "doubled"}
    assert {item["code"] for item in answer["degradations"]} <= {"too_slow"}
    assert answer["ms"] < 2_000
