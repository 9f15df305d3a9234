import pytest
from django.http import QueryDict

from sessions_app.models import Turn
from tests.factories import make_user
from tests.sessions_app.stories import make_playable_opening, make_story
from worldbook.actions.books import create_book
from worldbook.actions.entries import create_entry, update_entry
from worldbook.actions.publishing import publish_book
from worldbook.queries.entry_facts import Kept, count_tokens
from worldbook.queries.entry_list import ListWish, entry_rows, listed, tags_of
from worldbook.queries.used_entries import selected_key_ids
from worldbook.rules.tokens import estimate

pytestmark = pytest.mark.django_db


@pytest.fixture
def by():
    return make_user(roles=["author"])


@pytest.fixture
def book(by):
    book = create_book(by=by, name="North")
    for name, fields in {
        "gate": {"content": "It is shut. " * 20, "keys": ["gate"], "tags": ["place", "old"]},
        "mira": {"content": "The guard.", "keys": ["mira"], "tags": ["who"], "priority": 5},
        "toll": {"content": "One copper. " * 9, "order": 10},
    }.items():
        create_entry(by=by, book_id=book.pk, title=name, **fields)
    return book


def names(book, query=""):
    found = listed(book, ListWish.from_query(QueryDict(query)))
    return [row["key_id"] for row in entry_rows(book, found.ids)]


@pytest.mark.spec("WK-6")
def test_tokens_are_counted_per_entry_and_in_all(book):
    found = listed(book, ListWish())
    rows = entry_rows(book, found.ids)
    texts = list(book.entries.order_by("place").values_list("content", flat=True))
    assert [row["tokens"] for row in rows] == [estimate(text) for text in texts]
    assert found.tokens == found.all_tokens == sum(map(estimate, texts))
    some = listed(book, ListWish.from_query(QueryDict("tag=who")))
    assert (some.tokens, some.all_tokens) == (estimate(texts[1]), found.all_tokens)


@pytest.mark.spec("WK-6", "WB-38")
@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("", "gate mira toll"),
        ("sort=tokens", "gate toll mira"),
        ("sort=priority", "mira gate toll"),
        ("sort=order", "toll gate mira"),
        ("sort=title", "gate mira toll"),
        ("sort=changed", "toll mira gate"),
        ("sort=weird&draft=weird&use=weird", "gate mira toll"),
    ],
)
def test_a_list_has_the_order_that_is_wished_for(book, query, order):
    assert names(book, query) == order.split()


@pytest.mark.spec("WB-38")
def test_each_entry_says_how_it_stands_to_what_is_published(by, book):
    assert names(book, "draft=new") == ["gate", "mira", "toll"]
    publish_book(by=by, book_id=book.pk, expected_revision=0)
    book.refresh_from_db()
    assert names(book, "draft=same") == ["gate", "mira", "toll"]
    gate = book.entries.get(key_id="gate")
    update_entry(by=by, entry_id=gate.pk, expected_version=gate.version, content="Open.")
    create_entry(by=by, book_id=book.pk, title="lamp")
    assert names(book, "draft=changed") == ["gate"]
    assert names(book, "draft=new") == ["lamp"]
    assert {row["key_id"]: row["draft"] for row in entry_rows(book, [gate.pk])} == {
        "gate": "changed"
    }


def test_what_a_row_says_is_worked_out_once_for_each_version(by, book, django_assert_num_queries):
    kept = Kept(count_tokens)
    with django_assert_num_queries(2):
        first = kept.of(book.pk)
    with django_assert_num_queries(1):
        assert kept.of(book.pk) == first
    gate = book.entries.get(key_id="gate")
    update_entry(by=by, entry_id=gate.pk, expected_version=1, content="Open.")
    with django_assert_num_queries(2):
        assert kept.of(book.pk, [gate.pk]) == {gate.pk: estimate("Open.")}
    with django_assert_num_queries(1):
        assert kept.of(book.pk) == first | {gate.pk: estimate("Open.")}


@pytest.mark.spec("WK-2")
def test_entries_that_no_recorded_turn_has_selected_are_found(by):
    opening = make_playable_opening(by)
    book = opening.pins.get().book
    for key_id in ("copper-key", "lamp"):
        create_entry(by=by, book_id=book.pk, key_id=key_id, keys=[key_id])
    create_entry(by=by, book_id=book.pk, key_id="no-keys")
    assert names(book, "use=never") == ["copper-key", "lamp", "no-keys"]
    story = make_story(opening=opening)
    said = [{"book": book.key, "key_id": "copper-key"}, {"book": "another", "key_id": "lamp"}]
    Turn.objects.create(session=story, number=1, idempotency_key="k", trace={"selected": said})
    assert selected_key_ids(book) == {"copper-key"}
    assert names(book, "use=never") == ["lamp", "no-keys"]
    assert names(book, "use=used") == ["copper-key"]
    assert names(book, "use=idle") == ["no-keys"]


@pytest.mark.spec("WK-5")
def test_tags_are_listed_once(book):
    assert tags_of(book) == ["old", "place", "who"]


def test_a_wish_is_written_and_read_alike():
    query = QueryDict("q=gate&within=keys&tag=a&draft=new&use=never&sort=tokens")
    wish = ListWish.from_query(query)
    assert ListWish.from_query(QueryDict(wish.to_query())) == wish
    assert wish.narrows
    assert not ListWish.from_query(QueryDict("sort=tokens")).narrows
