import pytest

from tests.factories import make_book, make_entry, make_revision
from worldbook.models import Revision
from worldbook.queries.compiled import CompiledBooks, compiled_books

pytestmark = pytest.mark.django_db


@pytest.mark.spec("WB-13", "WB-43")
@pytest.mark.parametrize("number", [1, 3])
def test_pins_are_read_with_as_many_queries_for_one_as_for_three(number, django_assert_num_queries):
    kept = CompiledBooks()
    books = [make_book(entries=[make_entry("gate")]) for _ in range(number)]
    pins = [book.revisions.get().pk for book in reversed(books)]
    with django_assert_num_queries(2):
        first = compiled_books(pins, kept=kept)
    assert [one.book.key for one in first] == [book.key for book in reversed(books)]
    assert [one.book.revision for one in first] == [1] * number
    with django_assert_num_queries(1):
        again = compiled_books(pins, kept=kept)
    assert all(one is other for one, other in zip(first, again, strict=True))


@pytest.mark.spec("WB-13")
def test_a_later_revision_is_another_book():
    kept = CompiledBooks()
    book = make_book(entries=[make_entry("gate")])
    later = make_revision(book, [make_entry("gate"), make_entry("key")])
    one, two = compiled_books([book.revisions.get(number=1).pk, later.pk], kept=kept)
    assert (one.book.revision, len(one.entries)) == (1, 1)
    assert (two.book.revision, len(two.entries)) == (2, 2)


@pytest.mark.spec("WB-25")
def test_a_broken_pin_is_no_empty_selection():
    with pytest.raises(Revision.DoesNotExist):
        compiled_books([0])


@pytest.mark.spec("WB-43")
def test_the_cache_is_bounded_by_entries_and_keeps_the_last_used():
    kept = CompiledBooks(max_entries=3)
    pins = [make_book(entries=[make_entry(), make_entry()]).revisions.get().pk for _ in range(2)]
    first = compiled_books(pins[:1], kept=kept)[0]
    second = compiled_books(pins[1:], kept=kept)[0]
    assert compiled_books(pins[1:], kept=kept)[0] is second
    assert compiled_books(pins[:1], kept=kept)[0] is not first
