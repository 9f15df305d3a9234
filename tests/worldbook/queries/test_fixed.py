"""Queries whose SQL is made once."""

import pytest
from django.db.models import Q

from tests.factories import make_book
from worldbook.models import Entry, Lorebook
from worldbook.queries.fixed import FixedQuery, columns, instance

pytestmark = [pytest.mark.django_db, pytest.mark.spec("PF-1")]

BY_KEY = FixedQuery(
    lambda book, key: (
        Entry.objects.filter(book=book).filter(Q(key_id=key) | Q(title=key)).values_list("key_id")
    ),
    int,
    str,
)


def test_a_value_that_stands_twice_is_refused_when_the_query_is_made():
    with pytest.raises(TypeError, match="once"):
        BY_KEY.rows(1, "gate")


def test_rows_are_those_of_the_queryset_with_json_read(django_assert_num_queries):
    query = FixedQuery(
        lambda book, key: Entry.objects.filter(book=book, key_id=key).values_list(*columns(Entry)),
        int,
        str,
    )
    condition = {"turn": {"at_least": 2}}
    for name in ("one", "two"):
        book = make_book(key=name)
        Entry.objects.create(book=book, key_id="gate", conditions=condition, keys=[name])
    for name in ("one", "two"):
        book = Lorebook.objects.get(key=name)
        with django_assert_num_queries(1):
            (row,) = query.rows(book.pk, "gate")
        found = instance(Entry, row)
        assert found == Entry.objects.get(book=book)
        assert (found.conditions, found.keys) == (condition, [name])
    assert query.rows(book.pk, "gone") == []


def test_an_object_lacks_only_what_was_left_out(django_assert_num_queries):
    book = make_book(key="one", name="One")
    names = columns(Lorebook, without=("description",))
    query = FixedQuery(lambda pk: Lorebook.objects.filter(pk=pk).values_list(*names), int)
    found = instance(Lorebook, query.rows(book.pk)[0], without=("description",))
    with django_assert_num_queries(0):
        assert found.name == "One"
    with django_assert_num_queries(1):
        assert found.description == book.description
