"""Indexes nobody reads are dropped, builds that do not move are sent again (WB-15, WB-16)."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from django_celery_beat.schedulers import ModelEntry

from rpsite.celery import app
from sessions_app.tasks import prune, send_lost
from tests.factories import make_book, make_entry, make_opening, make_revision
from tests.sessions_app.stories import make_story, pin_by_hand
from tests.worldbook.actions.test_building import Embedder, run
from worldbook.actions import jobs
from worldbook.actions.index_leftovers import KEPT_FOR, prune_indexes, send_lost_builds
from worldbook.actions.indexes import cancel_index, queue_index
from worldbook.models import IndexBuild, Job, OpeningPin

pytestmark = pytest.mark.django_db

LORE = (make_entry("a", title="", content="lamp"), make_entry("b", title="", content="oil"))
LATER = timezone.now() + KEPT_FOR + timedelta(hours=1)


def built(revision, embedding="test:64") -> IndexBuild:
    build = queue_index(revision, by=None, embedding=embedding)
    run(build, Embedder())
    build.refresh_from_db()
    return build


def make_three():
    """A book of three revisions, each with a ready index."""
    book = make_book(entries=LORE)
    make_revision(book, LORE)
    make_revision(book, LORE)
    return book, [built(row) for row in book.revisions.order_by("number")]


def left() -> set[int]:
    return set(IndexBuild.objects.values_list("revision__number", flat=True))


def vectors() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM worldbook_indexvector")
        return cursor.fetchone()[0]


@pytest.mark.spec("WB-15")
def test_what_nobody_pins_and_is_not_the_latest_goes_with_its_vectors() -> None:
    _book, _builds = make_three()
    assert vectors() == 6
    assert prune_indexes(now=LATER) == 2
    assert (left(), vectors()) == ({3}, 2)
    assert prune_indexes(now=LATER) == 0


@pytest.mark.spec("WB-15")
def test_what_a_story_or_an_opening_pins_stays() -> None:
    book, _builds = make_three()
    revisions = {row.number: row for row in book.revisions.all()}
    story = make_story()
    pin_by_hand(story, book, revisions[1], place=5)
    OpeningPin.objects.create(opening=make_opening(), book=book, revision=revisions[2])
    assert prune_indexes(now=LATER) == 0
    story.delete()
    assert prune_indexes(now=LATER) == 1
    assert left() == {2, 3}


@pytest.mark.spec("WB-15")
def test_until_the_latest_is_ready_in_the_same_embedding_all_stay_to_be_taken_over() -> None:
    book, builds = make_three()
    IndexBuild.objects.filter(pk=builds[2].pk).update(state="building")
    assert prune_indexes(now=LATER) == 0
    IndexBuild.objects.filter(pk=builds[2].pk).update(state="ready", embedding="other:64")
    assert prune_indexes(now=LATER) == 0
    fourth = built(make_revision(book, LORE))
    assert fourth.pieces_reused == 2
    assert prune_indexes(now=LATER) == 2
    assert left() == {3, 4}


@pytest.mark.spec("WB-15")
def test_what_was_just_made_or_is_being_made_stays() -> None:
    _book, builds = make_three()
    assert prune_indexes(now=timezone.now()) == 0
    IndexBuild.objects.filter(pk=builds[0].pk).update(state="building")
    IndexBuild.objects.filter(pk=builds[1].pk).update(state="failed")
    assert prune_indexes(now=LATER) == 1
    assert left() == {1, 3}


@pytest.fixture
def sent(monkeypatch, django_capture_on_commit_callbacks):
    """The ids of jobs that are sent, and a look that lets the commit's work be done."""
    ids: list[int] = []
    monkeypatch.setattr(
        jobs.current_app, "send_task", lambda _task, arguments: ids.append(arguments[0])
    )

    def look() -> int:
        with django_capture_on_commit_callbacks(execute=True):
            return send_lost_builds()

    return ids, look


def make_waiting() -> IndexBuild:
    return queue_index(make_book(entries=LORE).revisions.get(), by=None, embedding="test:64")


@pytest.mark.spec("WB-16")
def test_a_build_whose_message_was_lost_is_sent_at_the_second_look(sent) -> None:
    ids, look = sent
    build = make_waiting()
    assert look() == 0
    assert look() == 1
    assert ids == [build.job_id]
    run(build, Embedder())
    assert [look(), look()] == [0, 0]
    build.refresh_from_db()
    assert build.state == "ready"


@pytest.mark.spec("WB-16")
def test_a_build_that_moves_is_left_alone(sent) -> None:
    ids, look = sent
    build = make_waiting()
    look()
    Job.objects.filter(pk=build.job_id).update(state="running", attempts=1)
    assert look() == 0
    IndexBuild.objects.filter(pk=build.pk).update(pieces_done=16)
    assert look() == 0
    assert look() == 1
    assert ids == [build.job_id]


@pytest.mark.spec("WB-16")
def test_one_that_was_called_off_or_has_ended_is_never_sent(sent) -> None:
    ids, look = sent
    off, failed = make_waiting(), make_waiting()
    look()
    cancel_index(by=off.book.owner, book_id=off.book_id, number=1, embedding="test:64")
    Job.objects.filter(pk=failed.job_id).update(state="failed")
    assert [look(), look(), ids] == [0, 0, []]


def test_the_clock_does_both_and_a_late_look_is_dropped() -> None:
    assert (prune(), send_lost()) == (0, 0)
    beat = settings.CELERY_BEAT_SCHEDULE
    assert beat["prune indexes"]["task"] == prune.name
    lost = beat["send lost builds"]
    assert lost["task"] == send_lost.name
    entry = ModelEntry.from_entry("send lost builds", app=app, **lost)
    assert entry.options["expires"] < lost["schedule"]
