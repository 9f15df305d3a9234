"""What uses a lorebook, and letting an own story read another revision after a look (WK-10)."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_entry, make_revision, make_user
from tests.sessions_app.stories import make_playable_opening, make_story
from worldbook.models import Lorebook

pytestmark = pytest.mark.django_db


@pytest.fixture
def author(client):
    user = make_user("ana", roles=["author", "player"])
    client.force_login(user)
    return user


@pytest.fixture
def opening(author):
    return make_playable_opening(author)


def page_of(client, book):
    return client.get(reverse("admin:worldbook_lorebook_used_by", args=[book.pk]))


def address(story, book):
    return reverse("admin:sessions_app_session_repin", args=[story.pk, book.pk])


def text(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.mark.spec("WK-10", "AD-2")
def test_stories_are_counted_by_revision_and_only_ones_own_are_named(client, author, opening):
    book = Lorebook.objects.get()
    mine = make_story(author, opening, title="My own story")
    make_revision(book, [make_entry("gate", content="new")])
    make_story(make_user("ben"), opening, title="A secret story")
    page = page_of(client, book)
    uses = [(use.number, use.stories, use.own) for use in page.context["uses"]]
    assert uses == [(2, 1, 0), (1, 1, 1)]
    assert "My own story" in text(page)
    assert "A secret story" not in text(page)
    assert "1 story of somebody else" in text(page)
    assert address(mine, book) in page.content.decode()
    assert opening.name in text(page)
    assert "the latest revision at the start" in text(page)
    client.force_login(make_user("mod", roles=["moderator"]))
    seen = page_of(client, book)
    assert "A secret story" in text(seen)
    assert address(mine, book) not in seen.content.decode()


@pytest.mark.spec("WK-10")
def test_the_page_asks_as_often_for_one_story_as_for_three(client, author, opening):
    book = Lorebook.objects.get()
    make_story(author, opening)
    page_of(client, book)
    with CaptureQueriesContext(connection) as one:
        page_of(client, book)
    make_story(author, opening)
    make_story(author, opening)
    with CaptureQueriesContext(connection) as three:
        page = page_of(client, book)
    assert len(page.context["stories"]) == 3
    assert len(three) == len(one)


@pytest.mark.spec("WK-10", "WB-13")
def test_an_own_story_goes_to_the_latest_revision_after_its_diff_was_seen(client, author, opening):
    book = Lorebook.objects.get()
    story = make_story(author, opening)
    entry = make_entry("gate", content="It stands open.")
    make_revision(book, [entry])
    page = client.get(address(story, book))
    assert (page.context["pinned"], page.context["wanted_number"]) == (1, 2)
    assert "gate" in {change["key_id"] for change in page.context["changes"]}
    assert story.pins.get().revision.number == 1
    moved = {"revision": 2, "expected_revision": 1}
    answer = client.post(address(story, book), moved, follow=True)
    assert "reads revision 2 from its next turn on" in text(answer)
    assert story.pins.get().revision.number == 2
    late = client.post(address(story, book), {"revision": 1, "expected_revision": 1}, follow=True)
    assert story.pins.get().revision.number == 2
    assert late.status_code == 200


@pytest.mark.spec("AD-2")
def test_nobody_else_moves_a_story(client, author, opening):
    book = Lorebook.objects.get()
    theirs = make_story(make_user("ben"), opening)
    make_revision(book, [make_entry("gate")])
    assert client.get(address(theirs, book)).status_code == 404
    wish = {"revision": 2, "expected_revision": 1}
    assert client.post(address(theirs, book), wish).status_code == 404
    assert theirs.pins.get().revision.number == 1
    mine = make_story(author, opening)
    for query in ("?revision=9", "?revision=0"):
        assert client.get(address(mine, book) + query).status_code == 404
    assert client.post(address(mine, book), {"revision": "x"}).status_code == 404
