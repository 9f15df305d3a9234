"""Content that is here already is recognised, and an import may become a new draft (WB-9a, WB-9b)."""

import json

import pytest

from tests.factories import make_user
from tests.worldbook.files import world_info
from worldbook.actions.books import update_book
from worldbook.actions.entries import create_entry, update_entry
from worldbook.actions.errors import ActionRefused
from worldbook.actions.imports import accept_offers, preview_import
from worldbook.actions.publishing import publish_book
from worldbook.actions.saving_imports import save_import_as_book
from worldbook.models import DraftStep, Lorebook, Share
from worldbook.queries.books import draft_book
from worldbook.queries.recognition import known_content
from worldbook.rules.exports import export
from worldbook.rules.formats.accepting import VARIABLES

pytestmark = pytest.mark.django_db

GUARDED = "<% if (getvar('trust') >= 3) { %>She smiles.<% } %>"


@pytest.fixture
def by():
    return make_user("ana", roles=["author"])


def preview(by, data, name="north.json"):
    return preview_import(by=by, data=data, file_name=name, wanted="lorebook")


def imported(by, data=None):
    return save_import_as_book(by=by, preview_id=preview(by, data or world_info(3)).pk)


def said(by, data=None):
    found = known_content(by, preview(by, data or world_info(3)))
    return [(known.book.pk, known.where, known.revision) for known in found]


@pytest.mark.spec("WB-9b")
def test_the_same_content_is_recognised_in_the_draft_and_in_a_revision(by):
    assert said(by) == []
    book = imported(by)
    assert said(by) == [(book.pk, "draft", None)]
    publish_book(by=by, book_id=book.pk, expected_revision=0)
    entry = book.entries.first()
    update_entry(by=by, entry_id=entry.pk, expected_version=1, content="other")
    assert said(by) == [(book.pk, "revision", 1)]
    assert said(by, world_info(2)) == []


@pytest.mark.spec("WB-9b")
def test_content_is_recognised_in_another_format_and_the_same_file_after_changes(by):
    book = imported(by)
    native = export(draft_book(book.pk), "native").data
    assert said(by, native) == [(book.pk, "draft", None)]
    create_entry(by=by, book_id=book.pk, title="More")
    assert said(by) == [(book.pk, "file", None)]


@pytest.mark.spec("WB-9b", "AD-2")
def test_books_of_others_are_not_told(by):
    other = make_user("ben", roles=["author"])
    book = imported(other)
    publish_book(by=other, book_id=book.pk, expected_revision=0)
    assert said(by) == []
    Lorebook.objects.filter(pk=book.pk).update(visibility="shared")
    Share.objects.create(lorebook=book, user=by, access="read")
    assert said(by) == [(book.pk, "revision", 1)]


@pytest.mark.spec("WB-9b")
def test_a_link_copies_nothing(by):
    book = imported(by)
    again = preview(by, world_info(3))
    made = save_import_as_book(by=by, preview_id=again.pk, into_book_id=book.pk, as_="link")
    assert made == book
    assert Lorebook.objects.count() == 1
    other = imported(by, world_info(1))
    third = preview(by, world_info(3))
    with pytest.raises(ActionRefused, match="does not say") as refused:
        save_import_as_book(by=by, preview_id=third.pk, into_book_id=other.pk, as_="link")
    assert refused.value.code == "not_known"


@pytest.mark.spec("WB-9b")
def test_a_new_revision_is_the_draft_made_to_say_the_file(by):
    book = imported(by)
    update_book(by=by, book_id=book.pk, expected_version=1, name="My north", scan_depth=9)
    create_entry(by=by, book_id=book.pk, title="Mine")
    kept = book.entries.get(key_id="entry-1")
    newer = preview(by, world_info(4, constant=True))
    save_import_as_book(by=by, preview_id=newer.pk, into_book_id=book.pk, as_="revision")
    draft = draft_book(book.pk)
    assert [entry.key_id for entry in draft.entries] == [f"entry-{n}" for n in range(4)]
    assert all(entry.constant for entry in draft.entries)
    assert (draft.name, draft.scan_depth) == ("My north", 4)
    assert book.entries.get(key_id="entry-1").pk == kept.pk
    assert book.revisions.count() == 0
    assert DraftStep.objects.filter(book=book).first().kind == "whole"


@pytest.mark.spec("AD-5")
def test_a_draft_that_has_moved_since_is_not_replaced(by):
    book = imported(by)
    seen = book.draft_version
    create_entry(by=by, book_id=book.pk, title="Mine")
    wish = {"into_book_id": book.pk, "as_": "revision", "expected_draft": seen}
    with pytest.raises(ActionRefused) as refused:
        save_import_as_book(by=by, preview_id=preview(by, world_info(1)).pk, **wish)
    assert refused.value.code == "draft_conflict"
    assert refused.value.detail["draft_version"] == seen + 1
    assert "mine" in {entry.key_id for entry in draft_book(book.pk).entries}


@pytest.mark.parametrize("wish", [{"as_": "link"}, {"as_": "revision"}, {"as_": "other"}])
def test_a_way_without_a_book_is_refused(by, wish):
    with pytest.raises(ActionRefused) as refused:
        save_import_as_book(by=by, preview_id=preview(by, world_info(1)).pk, **wish)
    assert (refused.value.code, refused.value.status) == ("unknown_choice", 400)


def with_templates():
    entries = {
        "0": {"uid": 0, "comment": "Mira", "key": ["mira"], "content": GUARDED},
        "1": {"uid": 1, "comment": "[InitVar]", "key": [], "content": '{"trust": 1}'},
    }
    return json.dumps({"entries": entries}).encode()


@pytest.mark.spec("WB-9a")
def test_offers_are_taken_over_only_where_confirmed(by):
    first = draft_book(imported(by, with_templates()).pk)
    assert (first.entries[0].conditions, first.entries[0].content) == (None, GUARDED)
    assert VARIABLES not in first.source
    kept = preview(by, with_templates())
    accept_offers(by=by, preview_id=kept.pk, numbers=[0, 1])
    book = save_import_as_book(by=by, preview_id=kept.pk)
    mira = draft_book(book.pk).entries[0]
    assert mira.conditions["variable"]["variable"] == "trust"
    assert (mira.content, mira.blocked) == ("She smiles.", "")
    assert book.source[VARIABLES] == [{"name": "trust", "type": "number", "initial": 1}]


@pytest.mark.spec("WB-9a")
def test_definitions_reach_the_book_that_entries_are_added_to(by):
    book = imported(by)
    kept = preview(by, with_templates())
    accept_offers(by=by, preview_id=kept.pk, numbers=[1])
    save_import_as_book(by=by, preview_id=kept.pk, into_book_id=book.pk)
    book.refresh_from_db()
    assert [item["name"] for item in book.source[VARIABLES]] == ["trust"]


def test_an_offer_that_is_not_there_is_refused(by):
    kept = preview(by, with_templates())
    for numbers in ([2], [-1], [0, 7]):
        with pytest.raises(ActionRefused):
            accept_offers(by=by, preview_id=kept.pk, numbers=numbers)
