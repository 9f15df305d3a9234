import pytest

from tests.factories import make_book, make_entry, make_user
from worldbook.actions.books import create_book
from worldbook.actions.entries import create_entry
from worldbook.models import Lorebook
from worldbook.queries.books import draft_book, published_book, used_by, with_draft_state
from worldbook.rules.entries import Book

pytestmark = pytest.mark.django_db


@pytest.mark.spec("WB-2")
def test_a_draft_is_read_with_two_queries_however_long_it_is(django_assert_num_queries):
    by = make_user(roles=["author"])
    book = create_book(by=by, name="North")
    for name in ("c", "a", "b"):
        create_entry(by=by, book_id=book.pk, title=name)
    with django_assert_num_queries(2):
        said = draft_book(book.pk)
    assert [entry.title for entry in said.entries] == ["c", "a", "b"]
    assert (said.revision, said.key) == (0, "north")


def test_what_was_published_is_read_by_number():
    book = make_book(entries=[make_entry("gate")])
    assert [entry.key_id for entry in published_book(book.pk, 1).entries] == ["gate"]
    assert published_book(book.pk, 0) == Book()


def test_a_book_that_nothing_pins_is_used_by_nobody():
    book = make_book(entries=[make_entry("gate")])
    assert used_by(book.pk) == {}


def test_entries_are_counted_and_the_draft_compared():
    by = make_user(roles=["author"])
    book = create_book(by=by, name="North")
    create_entry(by=by, book_id=book.pk, title="a")
    create_entry(by=by, book_id=book.pk, title="b")
    row = with_draft_state(Lorebook.objects.all()).get()
    assert (row.entry_count, row.draft_differs) == (2, True)
