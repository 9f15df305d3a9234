"""Writing, publishing and importing by the pages of the writing room."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models.fields.files import FieldFile
from django.forms import MultiWidget
from django.urls import reverse

from tests.factories import make_book, make_character, make_opening, make_user, make_world
from tests.worldbook.files import CARD_NAMES, CARDS, card_v3, picture, world_info
from worldbook.actions.books import create_book
from worldbook.actions.entries import create_entry, update_entry
from worldbook.actions.publishing import publish_book
from worldbook.models import Character, Entry, ImportPreview, Lorebook, World
from worldbook.queries.books import draft_book, entry_json
from worldbook.rules.entries import Entry as EntryValue

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


def form_data(page):
    """What a browser would post of a form that is left as it is."""
    form = page.context["adminform"].form
    data = {}
    for bound in form:
        value = bound.value()
        if isinstance(bound.field.widget, MultiWidget):
            parts = value if isinstance(value, list) else bound.field.widget.decompress(value)
            data |= {f"{bound.name}_{at}": part for at, part in enumerate(parts)}
        elif isinstance(value, bool):
            data |= {bound.name: "on"} if value else {}
        elif value is not None and not isinstance(value, FieldFile):
            data[bound.name] = bound.field.prepare_value(value)
    for inline in page.context["inline_admin_formsets"]:
        management = inline.formset.management_form
        data |= {
            management.add_prefix(name): management[name].value() for name in management.fields
        }
    return data


def url_of(row):
    return reverse(f"admin:worldbook_{row._meta.model_name}_change", args=[row.pk])


def test_a_book_and_an_entry_are_written(client, by):
    data = {
        "name": "North",
        "description": "",
        "language": "en",
        "tags": "tower, night",
        "scan_depth": "4",
        "max_passes": "2",
        "constant_budget_ratio": "0.35",
        "visibility": "private",
        "players_may_read": "on",
    }
    answer = client.post(reverse("admin:worldbook_lorebook_add"), data)
    assert answer.status_code == 302, answer.context["errors"]
    book = Lorebook.objects.get()
    assert (book.key, book.owner, book.tags) == ("north", by, ["tower", "night"])
    page = client.get(reverse("admin:worldbook_entry_add"), {"book": book.pk})
    data = form_data(page) | {
        "book": book.pk,
        "title": "Gate",
        "content": "It is shut.",
        "keys": "gate\n/ga(te|p), x/i\n\n",
        "additional_keys": "key, copper\nnight",
        "audience": ["actor", "gm"],
        "whole_words": "true",
        "character_filter_0": "include",
        "character_filter_1": "Mira, Oda",
        "conditions": '{"judged": "It rains"}',
    }
    answer = client.post(reverse("admin:worldbook_entry_add"), data)
    assert answer.status_code == 302, answer.context["errors"]
    (entry,) = draft_book(book.pk).entries
    assert entry.keys == ("gate", "/ga(te|p), x/i")
    assert entry.additional_keys == (("key", "copper"), ("night",))
    assert (entry.audience, entry.whole_words, entry.key_id) == (("actor", "gm"), True, "gate")
    assert (entry.character_filter.mode, entry.character_filter.names) == (
        "include",
        ("Mira", "Oda"),
    )
    assert entry.conditions == {"judged": "It rains"}


@pytest.mark.spec("WB-3")
def test_an_entry_saved_as_it_is_stays_as_it_is(client, by):
    from tests.worldbook.actions.test_publishing import FULL  # noqa: PLC0415
    from worldbook.rules.entries import entry_to_json  # noqa: PLC0415

    book = create_book(by=by, name="North")
    for fields in (entry_to_json(FULL) | {"locked": False}, entry_to_json(EntryValue("plain"))):
        row = create_entry(by=by, book_id=book.pk, **fields)
        before = entry_json(row)
        data = form_data(client.get(url_of(row)))
        answer = client.post(url_of(row), data)
        assert answer.status_code == 302, answer.context["errors"]
        row.refresh_from_db()
        assert entry_json(row) == before
        assert row.version == 1


@pytest.mark.spec("AD-5", "WK-14")
def test_a_conflict_shows_both_values_and_keeps_what_was_typed(client, by):
    book = create_book(by=by, name="North")
    row = create_entry(by=by, book_id=book.pk, title="Gate", content="shut")
    data = form_data(client.get(url_of(row))) | {"content": "my open gate", "keys": "gate"}
    update_entry(by=by, entry_id=row.pk, expected_version=1, content="their gate, ajar")
    answer = client.post(url_of(row), data)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "my open gate" in page
    assert "their gate, ajar" in page
    row.refresh_from_db()
    assert row.content == "their gate, ajar"
    again = form_data(answer)
    assert again["seen_version"] == "2"
    assert client.post(url_of(row), again).status_code == 302
    row.refresh_from_db()
    assert (row.content, row.version) == ("my open gate", 3)


@pytest.mark.spec("WK-24")
def test_wrong_values_are_said_beside_the_field(client, by):
    book = create_book(by=by, name="North")
    row = create_entry(by=by, book_id=book.pk, title="Gate")
    data = form_data(client.get(url_of(row))) | {
        "probability": "300",
        "conditions": "[1]",
        "character_filter_0": "include",
        "character_filter_1": "",
    }
    answer = client.post(url_of(row), data)
    errors = answer.context["adminform"].form.errors
    assert set(errors) == {"probability", "conditions", "character_filter"}


@pytest.mark.spec("CO-3", "WK-24")
def test_the_place_of_a_mistake_in_a_condition_is_said(client, by):
    book = create_book(by=by, name="North")
    row = create_entry(by=by, book_id=book.pk, title="Gate")
    data = form_data(client.get(url_of(row))) | {
        "conditions": '{"all": [{"turn": {"at_least": 2}}, {"window": {"from": "22:00"}}]}'
    }
    answer = client.post(url_of(row), data)
    errors = answer.context["adminform"].form.errors
    assert errors == {"conditions": ["all[1].window.to is missing."]}


def test_an_id_that_is_taken_is_said_on_the_page(client, by):
    book = create_book(by=by, name="North")
    create_entry(by=by, book_id=book.pk, title="Gate")
    row = create_entry(by=by, book_id=book.pk, title="Key")
    data = form_data(client.get(url_of(row))) | {"key_id": "gate"}
    answer = client.post(url_of(row), data)
    assert answer.status_code == 409
    assert "Another entry of this book" in answer.content.decode()


@pytest.mark.spec("WB-12")
def test_publishing_by_the_page_and_the_conflict_that_names_the_entries(client, by):
    book = create_book(by=by, name="North")
    gate = create_entry(by=by, book_id=book.pk, title="The old gate", content="shut")
    url = reverse("admin:worldbook_lorebook_publish", args=[book.pk])
    page = client.get(url)
    assert "The old gate" in page.content.decode()
    seen = page.context["form"]["expected_revision"].value()
    assert client.post(url, {"expected_revision": seen, "note": "first"}).status_code == 302
    assert book.revisions.get().note == "first"
    update_entry(by=by, entry_id=gate.pk, expected_version=1, content="open")
    publish_book(by=by, book_id=book.pk, expected_revision=1)
    late = client.post(url, {"expected_revision": 1, "note": "mine"})
    assert late.status_code == 409
    said = late.content.decode()
    assert "The old gate" in said
    assert "Revision 2 has been published" in said
    assert late.context["form"]["expected_revision"].value() == 2
    assert book.revisions.count() == 2
    update_entry(by=by, entry_id=gate.pk, expected_version=2, content="ajar")
    assert client.post(url, {"expected_revision": 2, "note": "mine"}).status_code == 302
    assert book.revisions.count() == 3


@pytest.mark.spec("WB-12")
def test_a_draft_that_says_what_is_published_is_not_published_again(client, by):
    book = create_book(by=by, name="North")
    url = reverse("admin:worldbook_lorebook_publish", args=[book.pk])
    assert client.post(url, {"expected_revision": 0}).status_code == 302
    page = client.get(url)
    assert page.context["new"]["nothing_new"]
    assert re.search(r'type="submit"[^>]*\sdisabled>', page.content.decode())
    again = client.post(url, {"expected_revision": 1})
    assert "There is nothing to publish" in again.content.decode()
    assert book.revisions.count() == 1


@pytest.mark.spec("WB-12")
def test_revisions_are_listed_and_read_and_have_no_form(client, by):
    book = create_book(by=by, name="North")
    create_entry(by=by, book_id=book.pk, title="Gate", content="It is shut.")
    publish_book(by=by, book_id=book.pk, expected_revision=0, note="the first one")
    listed = client.get(reverse("admin:worldbook_lorebook_revisions", args=[book.pk]))
    assert "the first one" in listed.content.decode()
    page = client.get(reverse("admin:worldbook_lorebook_revision", args=[book.pk, 1]))
    assert "It is shut." in page.content.decode()
    assert (
        client.get(reverse("admin:worldbook_lorebook_revision", args=[book.pk, 2])).status_code
        == 404
    )


def test_the_list_says_what_is_not_published(client, by):
    new, same, changed = (create_book(by=by, name=name) for name in ("new", "same", "changed"))
    publish_book(by=by, book_id=same.pk, expected_revision=0)
    publish_book(by=by, book_id=changed.pk, expected_revision=0)
    create_entry(by=by, book_id=changed.pk, title="x")
    url = reverse("admin:worldbook_lorebook_changelist")
    rows = client.get(url, {"draft": "changed"}).context["cl"].result_list
    assert {row.pk for row in rows} == {new.pk, changed.pk}
    rows = client.get(url, {"draft": "same"}).context["cl"].result_list
    assert {row.pk for row in rows} == {same.pk}


def test_a_book_that_an_opening_pins_is_not_deleted(client, by):
    book = create_book(by=by, name="North")
    opening = make_opening(make_world(by))
    opening.pins.create(book=book)
    url = reverse("admin:worldbook_lorebook_delete", args=[book.pk])
    assert client.get(url).status_code == 200
    answer = client.post(url, {"post": "yes"}, follow=True)
    assert opening.name in answer.content.decode()
    assert Lorebook.objects.filter(pk=book.pk).exists()
    opening.pins.all().delete()
    client.post(url, {"post": "yes"})
    assert not Lorebook.objects.filter(pk=book.pk).exists()


def test_entries_are_switched_in_bulk(client, by):
    book = create_book(by=by, name="North")
    ids = [create_entry(by=by, book_id=book.pk, title=name).pk for name in "abc"]
    url = reverse("admin:worldbook_entry_changelist")
    client.post(url, {"action": "switch_off", "_selected_action": ids[:2]})
    assert list(Entry.objects.order_by("pk").values_list("enabled", flat=True)) == [
        False,
        False,
        True,
    ]


def upload(client, data, **fields):
    file = SimpleUploadedFile("North.json", data)
    fields = {"wanted": "lorebook", "import_defaults": "native"} | fields
    return client.post(reverse("admin:worldbook_lorebook_import"), {"file": file} | fields)


@pytest.mark.spec("WB-8", "WB-9")
def test_a_lorebook_is_imported_by_the_pages(client, by):
    answer = upload(client, world_info(3, selectiveLogic="7", mystery=1))
    assert answer.status_code == 302
    assert not Lorebook.objects.exists()
    page = client.get(answer.url)
    assert page.context["report"]["read"] == 3
    assert "not complete" in page.content.decode()
    assert "mystery" in page.content.decode()
    saved = client.post(answer.url, {"way": "new"})
    assert saved.status_code == 302
    book = Lorebook.objects.get()
    assert saved.url == url_of(book)
    assert book.entries.count() == 3


@pytest.mark.spec("WB-7")
def test_a_card_is_imported_by_the_pages(client, by):
    answer = upload(client, card_v3(), wanted="character")
    assert "Mira" in client.get(answer.url).content.decode()
    saved = client.post(answer.url, {"world": ""})
    mira = Character.objects.get()
    assert saved.url == url_of(mira)
    assert client.get(saved.url).status_code == 200
    assert World.objects.get().owner == by


@pytest.mark.spec("WB-10")
@pytest.mark.parametrize("data", [b"{", b"<html></html>", b"\x89PNG\r\n\x1a\n", b"[]]"])
def test_a_bad_file_is_refused_with_the_reason_on_the_page(client, by, data):
    answer = upload(client, data)
    assert answer.status_code == 400
    assert answer.context["form"].errors["file"]
    assert not ImportPreview.objects.exists()


@pytest.mark.spec("WB-10")
@pytest.mark.parametrize("name", CARD_NAMES)
def test_each_of_the_cards_is_previewed_or_refused_and_never_a_fault(client, by, name):
    answer = upload(client, (CARDS / name).read_bytes(), wanted="character")
    if answer.status_code == 302:
        assert client.get(answer.url).status_code == 200
        assert client.post(answer.url, {"world": ""}).status_code == 302
        assert client.get(url_of(Character.objects.get())).status_code == 200
    else:
        assert answer.status_code == 400
        assert answer.context["form"].errors["file"]


def test_a_preview_that_is_gone_leads_back_to_the_upload(client, by):
    answer = upload(client, world_info(1))
    ImportPreview.objects.all().delete()
    gone = client.get(answer.url, follow=True)
    assert "kept for an hour" in gone.content.decode()


def test_names_with_markup_are_escaped(client, by):
    data = json.dumps(
        {
            "name": "<img src=x onerror=alert(1)>",
            "entries": {
                "0": {
                    "uid": 0,
                    "comment": "<script>bad()</script>",
                    "key": ["<b>"],
                    "content": "<i>",
                }
            },
        }
    ).encode()
    answer = upload(client, data)
    page = client.get(answer.url).content.decode()
    client.post(answer.url, {"way": "new"})
    book = Lorebook.objects.get()
    for url in (
        answer.url,
        url_of(book),
        reverse("admin:worldbook_entry_changelist"),
        reverse("admin:worldbook_lorebook_publish", args=[book.pk]),
    ):
        page = client.get(url).content.decode()
        assert "<script>bad()" not in page
        assert "<img src=x" not in page


def test_an_opening_gets_its_cast_and_pins(client, by):
    world = make_world(by)
    first, second = make_character(world), make_character(world)
    book = make_book(by)
    opening = make_opening(world)
    data = form_data(client.get(url_of(opening))) | {
        "cast-TOTAL_FORMS": "2",
        "cast-0-character": second.pk,
        "cast-0-place": "0",
        "cast-1-character": first.pk,
        "cast-1-place": "1",
        "pins-TOTAL_FORMS": "1",
        "pins-0-book": book.pk,
        "pins-0-number": "",
        "pins-0-place": "0",
    }
    answer = client.post(url_of(opening), data)
    assert answer.status_code == 302, answer.context["errors"]
    assert [member.character for member in opening.cast.all()] == [second, first]
    assert [(pin.book, pin.revision) for pin in opening.pins.all()] == [(book, None)]
    wrong = form_data(client.get(url_of(opening))) | {
        "pins-0-id": opening.pins.get().pk,
        "pins-0-opening": opening.pk,
        "pins-0-book": book.pk,
        "pins-0-number": "7",
        "pins-0-place": "0",
        "cast-TOTAL_FORMS": "0",
        "cast-INITIAL_FORMS": "0",
    }
    answer = client.post(url_of(opening), wrong)
    assert answer.status_code == 400
    assert "no revision 7" in answer.content.decode()


def test_a_portrait_is_kept_reencoded_and_shown(client, by):
    row = make_character(make_world(by))
    data = form_data(client.get(url_of(row))) | {
        "portrait": SimpleUploadedFile("p.jpg", picture(), content_type="image/jpeg")
    }
    answer = client.post(url_of(row), data)
    assert answer.status_code == 302, answer.context["errors"]
    row.refresh_from_db()
    assert row.portrait.name.endswith(".webp")
    assert row.portrait.url in client.get(url_of(row)).content.decode()
    assert b"taken at home" not in row.portrait.read()
