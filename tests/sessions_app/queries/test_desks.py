"""What lies on each desk of the writing room, and for whom."""

from datetime import timedelta

import pytest
from django.utils import timezone

from sessions_app.models import ModelCall, ModelRoute, Provider
from sessions_app.queries.desks import administrator_desk, author_desk, moderator_desk
from tests.factories import make_book, make_entry, make_user
from tests.sessions_app.stories import make_playable_opening, make_story
from worldbook.models import EntryNotice, Job
from worldbook.queries.lint_counts import counted_lint, known_lint

pytestmark = pytest.mark.django_db


@pytest.fixture
def author():
    return make_user("ana", roles=["author", "player"])


@pytest.mark.spec("AD-2")
def test_an_author_finds_own_books_and_own_stories_and_others_only_counted(author):
    opening = make_playable_opening(author)
    book = opening.pins.get().book
    make_book()
    mine = make_story(author, opening)
    make_story(opening=opening)
    EntryNotice.objects.create(book=book, revision=1, key_id="x", kind="slow_pattern")
    desk = author_desk(author)
    assert [row.pk for row in desk["books"]] == [book.pk]
    assert (desk["books"][0].story_count, desk["books"][0].draft_differs) == (2, True)
    assert [story.pk for story in desk["stories"]] == [mine.pk]
    assert (desk["others"], desk["notices"], desk["more_books"]) == (1, 1, 0)


def test_a_desk_takes_equal_queries_for_one_and_three_books(author, django_assert_num_queries):
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    opening = make_playable_opening(author)
    make_story(author, opening)
    author_desk(author)
    with CaptureQueriesContext(connection) as one:
        author_desk(author)
    for _time in range(2):
        make_book(author, entries=[make_entry()])
        make_story(author, opening)
    with django_assert_num_queries(len(one)):
        author_desk(author)


@pytest.mark.spec("WB-40")
def test_lint_is_counted_once_for_each_state_of_a_draft(author):
    book = make_book(author)
    book.entries.create(key_id="a", keys=["a"], requires=["nobody"], content="x")
    assert known_lint(book) is None
    assert counted_lint(book) == (1, 1)
    assert known_lint(book) == (1, 1)
    book.draft_version += 1
    assert known_lint(book) is None


@pytest.mark.spec("AD-2")
def test_a_moderator_finds_what_was_played_and_published_last():
    opening = make_playable_opening()
    first, second = make_story(opening=opening), make_story(opening=opening)
    desk = moderator_desk(timezone.now())
    assert [story.pk for story in desk["stories"]] == [second.pk, first.pk]
    assert [revision.book for revision in desk["published"]] == [opening.pins.get().book]
    assert (desk["played"], desk["players"]) == (2, 2)


def call(outcome, provider="far", **fields):
    return ModelCall.objects.create(role="actor", provider=provider, outcome=outcome, **fields)


@pytest.mark.spec("AD-1")
def test_an_administrator_finds_what_fails_and_what_waits():
    now = timezone.now()
    far = Provider.objects.create(name="far", kind="openai")
    Provider.objects.create(name="idle", kind="openai", enabled=False)
    ModelRoute.objects.create(role="actor", provider=far, context_window=8_000)
    call("ok")
    call("unreachable", detail="first")
    call("unreachable", detail="second")
    call("cancelled")
    old = call("time_limit")
    ModelCall.objects.filter(pk=old.pk).update(started_at=now - timedelta(days=2))
    Job.objects.create(kind="index", state="failed", ended_at=now, error="no disk")
    waits = Job.objects.create(kind="index")
    Job.objects.filter(pk=waits.pk).update(created_at=now - timedelta(minutes=6))
    desk = administrator_desk(now)
    (failure,) = desk["failures"]
    assert (failure["outcome"], failure["count"], failure["detail"]) == (
        "unreachable",
        2,
        "second",
    )
    numbers = [(row.name, row.route_count, row.calls, row.failed) for row in desk["providers"]]
    assert numbers == [("far", 1, 4, 2), ("idle", None, 0, 0)]
    assert [job.error for job in desk["failed_jobs"]] == ["no disk"]
    assert (desk["waiting_jobs"], desk["waiting_turns"]) == (1, 0)
