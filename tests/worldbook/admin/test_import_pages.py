"""Importing by the pages: known content, a dry run, offers to be ticked."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import make_user
from tests.worldbook.files import card_v3, world_info
from worldbook.actions.books import create_book
from worldbook.actions.entries import create_entry
from worldbook.models import Character, ImportPreview, Lorebook
from worldbook.queries.books import draft_book
from worldbook.rules.exports import export

pytestmark = pytest.mark.django_db

GUARDED = "<% if (getvar('trust') >= 3 && getvar('rain') === true) { %>She smiles.<% } %>"


@pytest.fixture
def by(client):
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


@pytest.fixture
def book(by):
    """A book with an entry that the file has too, and one of the same id that says another thing."""
    made = create_book(by=by, name="North")
    create_entry(by=by, book_id=made.pk, title="Entry 0", key_id="entry-0", content="other")
    return made


def upload(client, data, query="", wanted="lorebook"):
    wish = {"wanted": wanted, "import_defaults": "native"}
    address = reverse("admin:worldbook_lorebook_import") + query
    answer = client.post(address, {"file": SimpleUploadedFile("N.json", data), **wish})
    assert answer.status_code == 302
    return answer.url


def text(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.mark.spec("WK-12")
def test_a_dry_run_tells_what_adding_would_do_and_saves_nothing(client, book):
    way_in = reverse("admin:worldbook_lorebook_import_into", args=[book.pk])
    answer = client.get(way_in)
    assert answer.url == f"{reverse('admin:worldbook_lorebook_import')}?into={book.pk}"
    address = upload(client, world_info(3), f"?into={book.pk}")
    trial = client.get(address).context["trial"]
    assert (trial["added"], trial["renumbered"], trial["twins"]) == (3, 1, 0)
    first = trial["arrivals"][0]
    assert (first.was, first.key_id) == ("entry-0", "entry-0-2")
    assert book.entries.count() == 1
    page = client.post(address, {"way": "add", "into": book.pk, "dry": "1"})
    assert page.status_code == 200
    assert "entry-0-2" in text(page)
    assert book.entries.count() == 1
    saved = client.post(address, {"way": "add", "into": book.pk})
    assert saved.status_code == 302
    assert [entry.key_id for entry in draft_book(book.pk).entries] == [
        "entry-0",
        "entry-0-2",
        "entry-1",
        "entry-2",
    ]


@pytest.mark.spec("WK-12", "WB-9b")
def test_a_dry_run_shows_the_words_that_a_new_draft_would_change(client, book):
    address = upload(client, world_info(2))
    page = client.post(address, {"way": "revision", "into": book.pk, "dry": "1"})
    kinds = {item["key_id"]: item["kind"] for item in page.context["trial"]["changes"]}
    assert kinds == {"entry-0": "changed", "entry-1": "added"}
    assert "<del>other</del><ins>body 0</ins>" in page.content.decode()
    assert draft_book(book.pk).entries[0].content == "other"
    wish = {"way": "revision", "into": book.pk, "seen": page.context["trial"]["seen"]}
    assert client.post(address, wish).status_code == 302
    assert [entry.content for entry in draft_book(book.pk).entries] == ["body 0", "body 1"]


@pytest.mark.spec("AD-5", "WK-12")
def test_a_draft_is_replaced_only_after_its_changes_were_seen(client, book, by):
    address = upload(client, world_info(2))
    blind = client.post(address, {"way": "revision", "into": book.pk})
    assert blind.status_code == 200
    assert "Look at what would change" in text(blind)
    seen = blind.context["trial"]["seen"]
    create_entry(by=by, book_id=book.pk, title="Late")
    late = client.post(address, {"way": "revision", "into": book.pk, "seen": seen})
    assert late.status_code == 200
    assert "late" in {entry.key_id for entry in draft_book(book.pk).entries}
    wish = {"way": "revision", "into": book.pk, "seen": late.context["trial"]["seen"]}
    assert client.post(address, wish).status_code == 302
    assert "late" not in {entry.key_id for entry in draft_book(book.pk).entries}


@pytest.mark.spec("WB-9b")
def test_known_content_is_said_and_gone_on_with(client, book):
    address = upload(client, export(draft_book(book.pk), "native").data)
    page = client.get(address)
    assert "Its draft says what this file says" in text(page)
    assert page.context["form"]["way"].value() == "link"
    answer = client.post(address, {"way": "link", "into": book.pk}, follow=True)
    assert "nothing was saved" in text(answer)
    assert Lorebook.objects.count() == 1
    fresh = upload(client, world_info(1))
    refused = client.post(fresh, {"way": "link", "into": book.pk})
    assert "way" in refused.context["form"].errors


@pytest.mark.parametrize("query", ["?into=x", "?into=²", "?into=0", f"?into={9**30}"])
def test_an_address_that_names_no_book_of_ones_own_is_read_as_none(client, by, query):
    assert client.get(reverse("admin:worldbook_lorebook_import") + query).status_code == 200
    address = upload(client, world_info(1)) + query
    page = client.get(address)
    assert page.status_code == 200
    assert page.context["form"]["way"].value() == "new"
    assert "strip" not in page.context


@pytest.mark.parametrize("way", ["add", "revision"])
def test_a_book_must_be_named_where_one_is_needed(client, by, way):
    page = client.post(upload(client, world_info(1)), {"way": way, "into": ""})
    assert "into" in page.context["form"].errors
    assert not Lorebook.objects.exists()


def with_templates():
    entries = {
        "0": {"uid": 0, "comment": "Mira", "key": ["mira"], "content": GUARDED},
        "1": {"uid": 1, "comment": "[InitVar]", "key": [], "content": '{"trust": 1}'},
    }
    return json.dumps({"entries": entries}).encode()


@pytest.mark.spec("WB-9a")
def test_offers_are_shown_in_words_and_taken_over_when_ticked(client, by):
    address = upload(client, with_templates())
    page = client.get(address)
    assert [item["text"] for item in page.context["offers"]] == [
        "trust ≥ 3 and rain = yes",
        "trust = 1",
    ]
    assert not any(item["taken"] for item in page.context["offers"])
    dry = client.post(address, {"way": "new", "offer": ["0"], "dry": "1"})
    assert [item["taken"] for item in dry.context["offers"]] == [True, False]
    assert ImportPreview.objects.get().report["accepted"] == [0]
    client.post(address, {"way": "new", "offer": ["0"]})
    mira = draft_book(Lorebook.objects.get().pk).entries[0]
    assert [leaf["variable"]["variable"] for leaf in mira.conditions["all"]] == ["trust", "rain"]
    assert (mira.content, mira.blocked) == ("She smiles.", "")


@pytest.mark.spec("WB-9a")
def test_offers_that_are_not_ticked_change_nothing(client, by):
    address = upload(client, with_templates())
    client.post(address, {"way": "new"})
    mira = draft_book(Lorebook.objects.get().pk).entries[0]
    assert mira.conditions is None
    assert mira.blocked
    again = upload(client, with_templates())
    wrong = client.post(again, {"way": "new", "offer": ["7"]})
    assert wrong.status_code == 200
    assert "offer" in wrong.context["form"].errors


@pytest.mark.spec("WB-9b")
def test_a_card_whose_lorebook_is_known_goes_with_it_unless_told_otherwise(client, by):
    address = upload(client, card_v3(), wanted="character")
    assert "book" not in client.get(address).context["form"].fields
    client.post(address, {"world": ""})
    lore = Lorebook.objects.get()
    address = upload(client, card_v3(), wanted="character")
    form = client.get(address).context["form"]
    assert form.initial["book"] == lore.pk
    client.post(address, {"book": lore.pk})
    assert [mira.lorebook for mira in Character.objects.all()] == [lore, lore]
    client.post(upload(client, card_v3(), wanted="character"), {"book": ""})
    assert Lorebook.objects.count() == 2
