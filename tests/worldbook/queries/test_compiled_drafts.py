"""A draft is compiled once a version, and after a change only what has changed is read (WB-39)."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_book
from worldbook.actions.books import update_book
from worldbook.actions.entries import create_entry, delete_entry, update_entry
from worldbook.models import Lorebook
from worldbook.queries import compiled_drafts
from worldbook.queries.books import draft_book
from worldbook.queries.compiled_drafts import compiled_draft

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WB-39")]


@pytest.fixture
def book() -> Lorebook:
    book = make_book()
    for key in ("one", "two", "three"):
        create_entry(by=book.owner, book_id=book.pk, key_id=key, keys=[key], content=key)
    return book


def test_it_is_compiled_again_only_when_the_draft_has_changed(book):
    first = compiled_draft(book)
    assert compiled_draft(book) is first
    assert first.book == draft_book(book.pk)
    row = book.entries.get(key_id="two")
    update_entry(by=book.owner, entry_id=row.pk, expected_version=row.version, content="Two.")
    with CaptureQueriesContext(connection) as caught:
        second = compiled_draft(book)
    assert len(caught) == 3
    assert f'"id" IN ({row.pk})' in caught[-1]["sql"]
    assert second.book == draft_book(book.pk)
    assert second.entries[0] is first.entries[0]


def test_new_deleted_and_moved_entries_and_the_books_own_fields_are_seen(book):
    compiled_draft(book)
    create_entry(by=book.owner, book_id=book.pk, key_id="zero", place=0, content="0")
    delete_entry(by=book.owner, entry_id=book.entries.get(key_id="two").pk)
    book.refresh_from_db()
    update_book(by=book.owner, book_id=book.pk, expected_version=book.version, scan_depth=9)
    found = compiled_draft(book)
    assert found.book == draft_book(book.pk)
    assert [entry.key_id for entry in found.entries] == ["one", "zero", "three"]
    assert found.book.scan_depth == 9


def test_an_unsaved_entry_stands_in_the_place_of_its_namesake_or_at_the_end(book):
    saved = compiled_draft(book)
    other = replace(saved.entries[1], keys=("silver",))
    tried = compiled_draft(book, other)
    assert [entry.keys for entry in tried.entries] == [("one",), ("silver",), ("three",)]
    assert compiled_draft(book, replace(other)) is tried
    assert compiled_draft(book) is saved
    assert compiled_draft(book, replace(other, key_id="new")).entries[-1].key_id == "new"


def test_only_the_drafts_last_asked_for_are_kept(book, monkeypatch):
    monkeypatch.setattr(compiled_drafts, "MOST_KEPT", 1)
    first = compiled_draft(book)
    compiled_draft(make_book())
    assert compiled_draft(book) is not first
