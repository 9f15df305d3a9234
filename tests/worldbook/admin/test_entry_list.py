"""The list of a book's entries: what it brings, what is changed in it, and for whom."""

import re

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_book, make_user
from worldbook.actions.books import create_book
from worldbook.actions.entries import create_entry, update_entry
from worldbook.actions.many_entries import add_entries
from worldbook.admin.entry_list import FIRST_ROWS, MOST_ROWS
from worldbook.models import Entry

pytestmark = pytest.mark.django_db
LIST = "/admin/worldbook/entry/"


@pytest.fixture
def by(client):
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


@pytest.fixture
def book(by):
    return create_book(by=by, name="North")


def fill(book, count):
    """Entries without the action's steps, as an import would leave them; their row ids."""
    rows = [
        {"key_id": f"e{n}", "title": f"Entry {n}", "keys": [f"key{n}"], "place": n}
        for n in range(count)
    ]
    with transaction.atomic():
        add_entries(book, rows)
    return tuple(book.entries.order_by("place").values_list("pk", flat=True))


def page_of(client, book, **query):
    return client.get(LIST, {"book__id__exact": book.pk, **query})


def url(name, book):
    return reverse(f"admin:worldbook_lorebook_entry_{name}", args=[book.pk])


def send(client, name, book, **body):
    return client.post(url(name, book), body, content_type="application/json")


@pytest.mark.spec("WK-1", "WB-38")
def test_thousands_of_entries_are_a_page_of_some_rows_and_all_ids(client, book):
    ids = fill(book, 5_000)
    page_of(client, book)
    with CaptureQueriesContext(connection) as queries:
        page = page_of(client, book)
    html = page.content.decode()
    assert page.context["script"]["ids"] == ids
    assert html.count('role="row"') == FIRST_ROWS + 1
    assert len(html) < 250_000
    assert len(queries) < 40
    more = client.get(url("rows", book), {"ids": ",".join(map(str, ids[4_000:4_500]))})
    shown = re.findall(r'data-id="(\d+)"', more.json()["html"])
    assert shown == [str(pk) for pk in ids[4_000 : 4_000 + MOST_ROWS]]


@pytest.mark.spec("WK-1")
def test_one_and_three_rows_take_equal_queries(client, book):
    fill(book, 1)
    page_of(client, book)
    with CaptureQueriesContext(connection) as one:
        page_of(client, book)
    Entry.objects.bulk_create(Entry(book=book, key_id=f"f{n}", tags=["x"]) for n in range(2))
    page_of(client, book)
    with CaptureQueriesContext(connection) as three:
        page_of(client, book)
    assert len(one) == len(three)


@pytest.mark.spec("WK-2")
def test_a_bad_pattern_is_said_above_the_list(client, book):
    fill(book, 2)
    page = page_of(client, book, q="(a", pattern="1")
    assert page.status_code == 400
    assert "This regex cannot be read" in page.content.decode()
    assert page.context["script"]["ids"] == ()
    slow = page_of(client, book, q="^Entry 1$", pattern="1")
    assert len(slow.context["script"]["ids"]) == 1


@pytest.mark.spec("WK-5")
def test_tags_and_colours_are_shown_and_lead_to_a_filter(client, by, book):
    create_entry(by=by, book_id=book.pk, title="Gate", tags=["place"], color="#aa3300")
    create_entry(by=by, book_id=book.pk, title="Mira")
    html = page_of(client, book).content.decode()
    assert 'data-tag="place"' in html
    assert 'data-color="#aa3300"' in html
    for query in ({"tag": "place"}, {"color": "#aa3300"}):
        page = page_of(client, book, **query)
        assert len(page.context["script"]["ids"]) == 1


@pytest.mark.spec("WB-38")
def test_a_value_is_changed_in_its_row_and_a_conflict_shows_the_row_as_it_is(client, by, book):
    entry = create_entry(by=by, book_id=book.pk, title="Gate")
    done = send(client, "set", book, id=entry.pk, version=1, field="order", value=70)
    assert done.status_code == 200
    assert 'data-version="2"' in done.json()["html"]
    update_entry(by=by, entry_id=entry.pk, expected_version=2, enabled=False)
    late = send(client, "set", book, id=entry.pk, version=2, field="enabled", value=True)
    entry.refresh_from_db()
    assert (entry.order, entry.enabled) == (70, False)
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "edit_conflict"
    assert 'data-version="3"' in late.json()["html"]


@pytest.mark.parametrize(
    "body",
    [
        {"version": 1, "field": "title", "value": "x"},
        {"version": 1, "field": "order", "value": True},
        {"version": 1, "field": "order", "value": "7"},
        {"version": 1, "field": "order", "value": 10**30},
        {"field": "order", "value": 7},
    ],
)
def test_what_a_row_cannot_take_is_refused(client, by, book, body):
    entry = create_entry(by=by, book_id=book.pk, title="Gate")
    answer = send(client, "set", book, id=entry.pk, **body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid")


@pytest.mark.spec("WB-38")
def test_several_are_switched_at_once_and_locked_ones_stay(client, by, book):
    ids = [create_entry(by=by, book_id=book.pk, title=name).pk for name in "abc"]
    Entry.objects.filter(pk=ids[2]).update(locked=True)
    answer = send(client, "switch", book, ids=ids, enabled=False)
    assert answer.json()["count"] == 2
    states = Entry.objects.order_by("pk").values_list("enabled", flat=True)
    assert list(states) == [False, False, True]
    assert send(client, "switch", book, ids=["1"], enabled=False).status_code == 400
    assert client.post(url("switch", book), "[]", "application/json").status_code == 400
    assert client.get(url("switch", book)).status_code == 405


@pytest.mark.spec("WK-4")
def test_rows_are_moved_if_the_order_is_the_one_seen(client, by, book):
    first, _second, third = (create_entry(by=by, book_id=book.pk, title=name).pk for name in "abc")
    order = page_of(client, book).context["script"]["order"]
    body = {"ids": [third], "anchor": first, "side": "before", "order": order}
    moved = send(client, "move", book, **body)
    assert moved.json()["order"] == page_of(client, book).context["script"]["order"]
    assert "".join(book.entries.order_by("place").values_list("title", flat=True)) == "cab"
    late = send(client, "move", book, **body)
    assert (late.status_code, late.json()["error"]["code"]) == (409, "order_conflict")


@pytest.mark.spec("AD-2")
def test_a_reader_sees_the_list_and_changes_nothing(client, book):
    (pk,) = fill(book, 1)
    ben = make_user("ben", roles=["author"])
    client.force_login(ben)
    assert page_of(client, book).status_code == 404
    assert client.get(url("rows", book), {"ids": pk}).status_code == 404
    book.visibility = "shared"
    book.save(update_fields=["visibility"])
    book.shares.create(user=ben, access="read")
    page = page_of(client, book)
    assert 'data-do="grip"' not in page.content.decode()
    answer = send(client, "set", book, id=pk, version=1, field="order", value=1)
    assert answer.status_code == 403
    assert book.entries.get().order == 100


def test_an_entry_of_another_book_is_not_changed_through_this_one(client, by, book):
    (pk,) = fill(make_book(by), 1)
    answer = send(client, "set", book, id=pk, version=1, field="order", value=1)
    assert answer.status_code == 400
    assert not client.get(url("rows", book), {"ids": pk}).json()["html"].strip()


def test_markup_in_an_entry_stays_words(client, by, book):
    nasty = '"><script>bad()</script>'
    create_entry(
        by=by, book_id=book.pk, title=nasty, keys=[nasty], tags=["<b>"], color="<i>", content=nasty
    )
    html = page_of(client, book, q="</script><script>bad()").content.decode()
    assert "<script>bad()" not in html
    html = page_of(client, book).content.decode()
    assert "<script>bad()" not in html
    assert "<b>" not in html
