"""Every page of the writing room is rendered, for those who may see it."""

import pytest
from django.urls import reverse

from tests.factories import (
    make_book,
    make_character,
    make_entry,
    make_opening,
    make_user,
    make_world,
)
from worldbook.actions.books import create_book
from worldbook.actions.entries import create_entry
from worldbook.actions.publishing import publish_book
from worldbook.models import EntryNotice, Job, OpeningCharacter, OpeningPin, Persona, Share

pytestmark = pytest.mark.django_db
MODELS = ["lorebook", "entry", "world", "character", "opening", "persona", "job", "entrynotice"]


@pytest.fixture
def author(client):
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


def fill(owner, count=1):
    """`count` of everything that an author sees in a list; publishing makes the job of its index."""
    for number in range(count):
        book = create_book(by=owner, name=f"Book {number}", language="en", tags=["a", "b"])
        create_entry(
            by=owner, book_id=book.pk, title=f"Entry {number}", keys=["k", "l"], content="c"
        )
        publish_book(by=owner, book_id=book.pk, expected_revision=0)
        world = make_world(owner)
        character = make_character(world, lorebook=book)
        opening = make_opening(world)
        OpeningCharacter.objects.create(opening=opening, character=character)
        OpeningPin.objects.create(opening=opening, book=book)
        Persona.objects.create(owner=owner, name="Traveller")
        EntryNotice.objects.create(book=book, revision=1, key_id=f"e{number}", kind="slow_regex")
        for target in ({"lorebook": book}, {"world": world}):
            Share.objects.create(user=make_user(), access="read", **target)


def list_url(model):
    return reverse(f"admin:worldbook_{model}_changelist")


@pytest.mark.parametrize("model", MODELS)
def test_lists_are_rendered_with_equal_queries_at_one_and_three_rows(
    client, author, model, django_assert_num_queries
):
    fill(author)
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    client.get(list_url(model))
    with CaptureQueriesContext(connection) as one:
        assert client.get(list_url(model)).status_code == 200
    for number in range(2):
        fill_more = make_book(author, key=f"more-{number}", name=f"More {number}")
        create_entry(by=author, book_id=fill_more.pk, title="x")
        world = make_world(author)
        make_opening(world)
        make_character(world, lorebook=fill_more)
        Persona.objects.create(owner=author, name="T")
        Job.objects.create(kind="index", owner=author)
        EntryNotice.objects.create(book=fill_more, revision=1, key_id="x", kind="slow_regex")
    with CaptureQueriesContext(connection) as three:
        page = client.get(list_url(model))
    assert page.context["cl"].result_count == 3
    assert len(three) == len(one)


@pytest.mark.parametrize("model", MODELS)
def test_the_page_of_a_row_is_rendered(client, author, model):
    fill(author)
    page = client.get(list_url(model))
    row = page.context["cl"].result_list[0]
    answer = client.get(reverse(f"admin:worldbook_{model}_change", args=[row.pk]))
    assert answer.status_code == 200


@pytest.mark.parametrize("model", ["lorebook", "entry", "world", "character", "opening", "persona"])
def test_the_page_of_a_new_row_is_rendered(client, author, model):
    fill(author)
    assert client.get(reverse(f"admin:worldbook_{model}_add")).status_code == 200


def test_searches_find(client, author):
    fill(author)
    for model, word, count in [
        ("entry", "Entry 0", 1),
        ("entry", "nothing such", 0),
        ("lorebook", "Book", 1),
        ("lorebook", "Entry 0", 1),
    ]:
        page = client.get(list_url(model), {"q": word})
        assert page.context["cl"].result_count == count


@pytest.mark.spec("UI-4")
def test_the_room_speaks_both_languages(client, author):
    fill(author)
    assert "Lorebooks" in client.get(list_url("lorebook")).content.decode()
    client.cookies["django_language"] = "zh-hans"
    page = client.get(list_url("lorebook")).content.decode()
    assert "世界书" in page
    assert "Lorebooks" not in page


def test_an_entry_made_by_the_factory_has_a_page(client, author):
    book = make_book(author, entries=[make_entry()])
    url = reverse("admin:worldbook_lorebook_revision", args=[book.pk, 1])
    assert client.get(url).status_code == 200
